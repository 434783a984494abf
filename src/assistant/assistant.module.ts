import { Module } from '@nestjs/common';
import { Assistant, RUNTIMES } from './assistant.service.js';
import type { AssistantRuntime } from './runtime.js';
import { EchoRuntime } from './runtimes/echo.runtime.js';
import { OpenAiCompatibleRuntime } from './runtimes/openai-compatible.runtime.js';

/** The port to the assistant and its runtimes. */
@Module({
  providers: [
    EchoRuntime,
    OpenAiCompatibleRuntime,
    {
      provide: RUNTIMES,
      inject: [EchoRuntime, OpenAiCompatibleRuntime],
      useFactory: (...runtimes: AssistantRuntime[]) => runtimes,
    },
    Assistant,
  ],
  exports: [Assistant],
})
export class AssistantModule {}
