import {
  ModelMeter,
  type ModelUsage,
  type TurnInput,
  type TurnPart,
  UNUSED,
} from '../../src/assistant/index.js';
import type { Pipeline } from './pipeline.js';

/** Plain tokens, as a model reports them. */
export const tokens = (inputTokens: number, outputTokens: number): ModelUsage => ({
  ...UNUSED,
  inputTokens,
  outputTokens,
});

/** A call of a model that costs 1 for a token of input and 2 for one of output, in millionths. */
export interface MeteredModelCall {
  readonly inputTokens?: number;
  readonly maxOutputTokens?: number;
  /** The usage that the model reports; undefined = none. */
  readonly usage?: ModelUsage | undefined;
  /** Resolves when the model has answered. */
  readonly answered?: Promise<unknown>;
}

/** Calls a model as a runtime does. @returns what the answer may have */
export async function callMetered(
  meter: ModelMeter,
  input: TurnInput,
  { inputTokens = 100, maxOutputTokens = 1_000, usage, answered }: MeteredModelCall = {},
): Promise<number> {
  const planned = { input, inputTokens: () => inputTokens, maxOutputTokens };
  const call = await meter.reserve(planned, new AbortController().signal);
  await answered;
  call.settle({ outcome: 'answered', usage });
  return call.maxOutputTokens;
}

/** Makes the model of a pipeline one that is metered; each call gives one word. */
export function meter(pipeline: Pipeline, call: MeteredModelCall, steps = 1): ModelMeter {
  const meter = pipeline.module.get(ModelMeter);
  pipeline.runtime.stream = async function* ({ input }): AsyncGenerator<TurnPart> {
    for (let step = 1; step <= steps; step++) {
      await callMetered(meter, input, call);
      yield { kind: 'text', text: `word ${step}. ` };
    }
  };
  return meter;
}

/** The turn of a person in a direct chat. */
export const turnOf = (sender: string, turnId = `evt_${sender}`): TurnInput => ({
  turnId,
  agent: {
    id: 'main',
    runtime: {
      type: 'echo',
      model: 'test-model',
      images: false,
      files: false,
      timeoutMs: 1_000,
      price: { input: 1, output: 2 },
    },
  },
  sessionKey: 'agent:main:main',
  place: { channel: 'fake', account: 'default', conversation: { id: sender, kind: 'direct' } },
  history: [],
  message: { role: 'user', kind: 'turn', text: 'hi', at: 0, from: { id: sender } },
  alreadySaid: '',
});
