import { openAiCompatibleWire } from './openai-compatible.wire.js';

const error = (fields: object) => JSON.stringify({ error: fields });

describe('openAiCompatibleWire', () => {
  it.each([
    ['by its code', 400, error({ code: 'context_length_exceeded' }), true],
    ['in words', 400, error({ message: 'the prompt is too long' }), true],
    ['by its type at 500', 500, error({ type: 'exceed_context_size_error' }), true],
    ['by its code at 500', 500, error({ code: 'context_length_exceeded' }), true],
    ['not in words at 500', 500, error({ message: 'out of memory while allocating context window' }), false],
    ['not at 503', 503, error({ message: 'context size is being changed' }), false],
    ['not at 401', 401, error({ code: 'context_length_exceeded' }), false],
    ['not by another 400', 400, error({ message: 'no such parameter' }), false],
  ])('finds a request too long %s', (_, status, body, expected) => {
    expect(openAiCompatibleWire.isTooLong(status, body)).toBe(expected);
  });
});
