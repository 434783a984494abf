import { Module } from '@nestjs/common';
import { Assistant, RUNTIMES } from './assistant.service.js';
import type { AssistantRuntime } from './runtime.js';
import { EchoRuntime } from './runtimes/echo.runtime.js';
import { HttpRuntime } from './runtimes/http/http.runtime.js';
import { OpenAiCompatibleRuntime } from './runtimes/openai-compatible/openai-compatible.runtime.js';
import { TurnMetrics } from './turn-metrics.js';
import { ModelMeter } from './usage/model-meter.js';

/** One for each type of `agents.list[].runtime`. */
export const RUNTIME_CLASSES = [EchoRuntime, OpenAiCompatibleRuntime, HttpRuntime] as const;

/** The port to the assistant and its runtimes. */
@Module({
  providers: [
    ...RUNTIME_CLASSES,
    {
      provide: RUNTIMES,
      inject: [...RUNTIME_CLASSES],
      useFactory: (...runtimes: AssistantRuntime[]) => runtimes,
    },
    TurnMetrics,
    Assistant,
    ModelMeter,
  ],
  exports: [Assistant, ModelMeter],
})
export class AssistantModule {}
