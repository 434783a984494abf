import { MODEL_TYPES } from '../../config/index.js';
import { WIRES } from './wires.js';

it('the settings know the wires there are, which address their vendors have, and which take PDFs', () => {
  const known = MODEL_TYPES.map(({ type, hasDefaultBaseUrl, takesPdfs }) => ({
    type,
    hasDefaultBaseUrl,
    takesPdfs,
  }));
  const wires = WIRES.map(({ type, defaultBaseUrl, takesPdfs }) => ({
    type,
    hasDefaultBaseUrl: defaultBaseUrl !== undefined,
    takesPdfs,
  }));
  expect(wires).toEqual(known);
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

it.each(WIRES)('a model of the wire $type writes from its call on, and not while it reasons', (wire) => {
  const reader = wire.reader(10);
  const isWritingAfter = EVENTS[wire.type]!.map((event) => {
    reader.readEvent(JSON.stringify(event));
    return reader.isWriting;
  });
  expect(isWritingAfter).toEqual([false, true]);
});
