import { Module } from '@nestjs/common';
import { Assistant, RUNTIMES } from './assistant.service.js';
import { ModelRuntime } from './models/model.runtime.js';
import { WIRES } from './models/wires.js';
import type { AssistantRuntime } from './runtime.js';
import { EchoRuntime } from './runtimes/echo.runtime.js';
import { HttpRuntime } from './runtimes/http/http.runtime.js';
import { ToolCallCounter } from './usage/tool-call-counter.js';
import { TurnMetrics } from './usage/turn-metrics.js';
import { ModelMeter } from './usage/model-meter.js';
import type { UsageMeter } from './usage/usage-meter.js';

/** Makes a runtime for each type of `agents.list[].runtime`. */
export const RUNTIME_FACTORIES: readonly ((meter: UsageMeter) => AssistantRuntime)[] = [
  () => new EchoRuntime(),
  (meter) => new HttpRuntime(meter),
  ...WIRES.map((wire) => (meter: UsageMeter) => new ModelRuntime(wire, meter)),
];

/** A provider each, so that each is told when the gateway stops. */
const PROVIDERS = RUNTIME_FACTORIES.map((useFactory, index) => ({
  provide: `assistant runtime ${index}`,
  inject: [ModelMeter],
  useFactory,
}));

/** The port to the assistant and its runtimes. */
@Module({
  providers: [
    ...PROVIDERS,
    {
      provide: RUNTIMES,
      inject: PROVIDERS.map(({ provide }) => provide),
      useFactory: (...runtimes: AssistantRuntime[]) => runtimes,
    },
    TurnMetrics,
    Assistant,
    ModelMeter,
    ToolCallCounter,
  ],
  exports: [Assistant, ModelMeter, ToolCallCounter],
})
export class AssistantModule {}
