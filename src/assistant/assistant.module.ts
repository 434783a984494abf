import { Module } from '@nestjs/common';
import { Assistant, RUNTIMES } from './assistant.service.js';
import type { AssistantRuntime } from './runtime.js';
import { EchoRuntime } from './runtimes/echo.runtime.js';
import { HttpRuntime } from './runtimes/http/http.runtime.js';
import { OpenAiCompatibleRuntime } from './runtimes/openai-compatible/openai-compatible.runtime.js';
import { TurnMetrics } from './turn-metrics.js';

/** The port to the assistant and its runtimes. */
@Module({
  providers: [
    EchoRuntime,
    OpenAiCompatibleRuntime,
    HttpRuntime,
    {
      provide: RUNTIMES,
      inject: [EchoRuntime, OpenAiCompatibleRuntime, HttpRuntime],
      useFactory: (...runtimes: AssistantRuntime[]) => runtimes,
    },
    TurnMetrics,
    Assistant,
  ],
  exports: [Assistant],
})
export class AssistantModule {}
