import type { OnApplicationShutdown } from '@nestjs/common';
import type { AgentSettings, AssistantRuntime, TurnInput, TurnPart } from '../runtime.js';
import { RefusedFiles } from '../runtimes/refused-files.js';
import { ServiceClient } from '../runtimes/service-client.js';
import { UNMETERED, type UsageMeter } from '../usage/usage-meter.js';
import { WireTools } from './tools/wire-tools.js';
import { LearntOfModels } from './turn/learnt-of-models.js';
import { ModelTurn } from './turn/model-turn.js';
import type { ModelWire } from './wire.js';

/** A token takes some 300 bytes of JSON; this is more than the longest answer of any model. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;
const MAX_PARTS = 100_000;

/** All models that are reached by one wire: one connection pool, one memory of what they refused. */
export class ModelRuntime implements AssistantRuntime, OnApplicationShutdown {
  readonly type: string;
  readonly tools: WireTools;
  private readonly models = new ServiceClient('the model', MAX_ANSWER_BYTES);
  private readonly known = { files: new RefusedFiles(), learnt: new LearntOfModels() };

  constructor(
    private readonly wire: ModelWire,
    private readonly meter: UsageMeter = UNMETERED,
    private readonly maxParts = MAX_PARTS,
  ) {
    this.type = wire.type;
    this.tools = new WireTools(wire);
  }

  run(input: TurnInput, signal: AbortSignal): AsyncGenerator<TurnPart> {
    const line = { wire: this.wire, client: this.models, maxParts: this.maxParts, meter: this.meter };
    return new ModelTurn(line, { ...this.known, tools: this.tools }, input, signal).runSteps();
  }

  learntWindow(model: AgentSettings['runtime']): number | undefined {
    const window = this.known.learnt.windowOf(model);
    return window === Infinity ? undefined : window;
  }

  onApplicationShutdown(): Promise<void> {
    return this.models.close();
  }
}
