import { type TracedCallEnd, type Tracer, traceWith } from '../../common/index.js';
import { RuntimeFailure } from '../runtime.js';
import { ModelMeter } from './model-meter.js';
import { type CallEnd, type PlannedCall, UNUSED } from './usage-meter.js';

const runtime = { type: 'ollama', model: 'm', images: false, files: false, timeoutMs: 1 };
const PLANNED = {
  input: { agent: { id: 'main', runtime } },
  inputTokens: () => 1,
  maxOutputTokens: 9,
} as unknown as PlannedCall;
const USAGE = { ...UNUSED, inputTokens: 3, outputTokens: 4 };

describe('a call that is traced', () => {
  const ends: TracedCallEnd[] = [];
  const sut = new ModelMeter();

  beforeEach(() => {
    ends.length = 0;
    const call: Tracer['call'] = () => ({ traceparent: 'tp', end: (end) => void ends.push(end) });
    traceWith({ call } as Tracer);
  });
  afterEach(() => traceWith(undefined));

  const settled = async (...each: CallEnd[]) => {
    const metered = await sut.reserve(PLANNED, new AbortController().signal);
    for (const end of each) metered.settle(end);
    return metered;
  };

  it('has a header, and ends once with its tokens and why the model ended', async () => {
    const { traceparent } = await settled(
      { outcome: 'answered', usage: USAGE, stop: 'end' },
      { outcome: 'failed', usage: undefined },
    );
    expect(traceparent).toBe('tp');
    expect(ends).toEqual([{ ...USAGE, stop: 'end' }]);
  });

  it.each([
    ['model-busy', new RuntimeFailure('words', true, { status: 429 })],
    ['internal', new Error('ours')],
    ['abandoned', undefined],
  ])('that fails says %s', async (failure, error) => {
    await settled({ outcome: 'failed', usage: undefined, failure: error });
    expect(ends).toEqual([{ stop: undefined, failure }]);
  });

  it('does not tell an estimate of ours as the tokens of a model', async () => {
    await settled({ outcome: 'answered', usage: USAGE, isEstimate: true });
    expect(ends[0]).not.toHaveProperty('inputTokens');
  });
});

it('a call without traces has no header', async () => {
  const metered = await new ModelMeter().reserve(PLANNED, new AbortController().signal);
  expect(metered).not.toHaveProperty('traceparent');
});
