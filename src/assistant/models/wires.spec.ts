import { MODEL_TYPES } from '../../config/index.js';
import { WIRES } from './wires.js';

it('the settings know the wires there are, which address their vendors have, which take PDFs, and which need a key', () => {
  const wires = WIRES.map(({ type, defaultBaseUrl, takesPdfs, needsKey }) => ({
    type,
    hasDefaultBaseUrl: defaultBaseUrl !== undefined,
    takesPdfs,
    needsKey,
  }));
  expect(wires).toEqual(MODEL_TYPES);
});

/** For each wire an event with reasoning, and the one with which a call begins. */
const EVENTS: Readonly<Record<string, readonly [reasoning: object, call: object]>> = {
  'openai-compatible': [
    { choices: [{ delta: { reasoning_content: 'Hm.' } }] },
    { choices: [{ delta: { tool_calls: [{ index: 0, id: 'a', function: { name: 'message' } }] } }] },
  ],
  anthropic: [
    { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } },
    { type: 'content_block_start', index: 1, content_block: { type: 'tool_use', id: 'a', name: 'message' } },
  ],
  openai: [
    { type: 'response.output_item.added', output_index: 0, item: { type: 'reasoning' } },
    { type: 'response.output_item.added', output_index: 1, item: { type: 'function_call' } },
  ],
  gemini: [
    { candidates: [{ content: { parts: [{ text: 'Hm.', thought: true }] } }] },
    { candidates: [{ content: { parts: [{ functionCall: { name: 'message' } }] } }] },
  ],
  ollama: [
    { message: { thinking: 'Hm.' } },
    { message: { tool_calls: [{ function: { name: 'message', arguments: {} } }] } },
  ],
};

/** For each wire events that report such a count of the request. */
const REPORTS: Readonly<Record<string, (count: unknown) => readonly object[]>> = {
  'openai-compatible': (count) => [{ choices: [], usage: { prompt_tokens: count, completion_tokens: 1 } }],
  anthropic: (count) => [
    {
      type: 'message_start',
      message: { usage: { input_tokens: 1, cache_read_input_tokens: count, output_tokens: 1 } },
    },
  ],
  openai: (count) => [
    {
      type: 'response.completed',
      response: { output: [], usage: { input_tokens: count, output_tokens: 1 } },
    },
  ],
  gemini: (count) => [{ usageMetadata: { promptTokenCount: count, candidatesTokenCount: 1 } }],
  ollama: (count) => [{ done: true, done_reason: 'stop', prompt_eval_count: count, eval_count: 1 }],
};

describe.each(WIRES)('the usage that the wire $type reports', (wire) => {
  const reported = (count: unknown) => {
    const reader = wire.reader(10);
    for (const event of REPORTS[wire.type]!(count)) reader.readEvent(JSON.stringify(event));
    return reader.usage;
  };

  it('is its counts', () => {
    expect(reported(41)).toMatchObject({ outputTokens: 1 });
    expect([41, 42]).toContain(reported(41)?.inputTokens);
    expect(reported(null)?.outputTokens).toBe(1);
  });

  it.each([-1, 1.5, 1e300, 2 ** 53, '41', true, {}, [41]])(
    'is left to an estimate with %j for a count',
    (count) => {
      expect(reported(count)).toBeUndefined();
    },
  );
});

it.each(WIRES)('a model of the wire $type writes from its call on, and not while it reasons', (wire) => {
  const reader = wire.reader(10);
  const isWritingAfter = EVENTS[wire.type]!.map((event) => {
    reader.readEvent(JSON.stringify(event));
    return reader.isWriting;
  });
  expect(isWritingAfter).toEqual([false, true]);
});
