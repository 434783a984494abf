import { lengthRefusal } from './too-long.js';

const error = (message: string, more: object = {}) => JSON.stringify({ error: { message, ...more } });
const GROQ =
  'Request too large for model `llama-3.3-70b-versatile` on tokens per minute (TPM): Limit 12000, Requested 14137, please reduce your message size and try again.';

/** Each server's own words are among the quirks of simulators/model; here is what they must not be confused with. */
describe('lengthRefusal', () => {
  it.each([
    ['a limit per minute', 413, error(GROQ, { type: 'tokens', code: 'rate_limit_exceeded' })],
    ['a limit per minute', 429, error('Request too large for gpt-4o on tokens per min (TPM): Limit 30000')],
    ['a limit per day', 400, error('too many tokens per day: wait, or raise the limit')],
    ['a limit of a rate', undefined, error('Too many tokens, please wait before trying again.')],
    ['a key', 401, error('No.', { code: 'context_length_exceeded' })],
    [
      'a limit of the answer',
      400,
      error('max_tokens is too large: 100000. This model supports at most 16384.'),
    ],
    ['a limit of the answer', 400, error('max_tokens: 100000 > 8192, the maximum number of output tokens')],
    [
      'a limit of the answer',
      400,
      error('Invalid max_tokens value, the valid range of max_tokens is [1, 8192]'),
    ],
    [
      'a limit of the answer',
      400,
      error(
        '`max_tokens` must be <= 16384, the maximum value is less than the `context_window` of this model',
      ),
    ],
    ['a lack of memory', 500, error('out of memory while allocating context window')],
    ['a server that loads its model', 503, error('context size is being changed')],
    ['a signature', 400, error('messages.1.content.0: Invalid `signature` in `thinking` block')],
    ['a model', 404, '{"error":"model \'qwen3:14b\' not found"}'],
  ])('is not mistaken for one about %s (%s)', (_, status, body) => {
    expect(lengthRefusal(status, body)).toBeUndefined();
  });

  it('tells a limit of bytes from one of tokens', () => {
    const html = '<html><center><h1>413 Request Entity Too Large</h1></center></html>';
    expect(lengthRefusal(413, html)).toEqual({ code: 'too-large' });
    expect(lengthRefusal(undefined, '{"type":"request_too_large"}')).toEqual({ code: 'too-large' });
    expect(lengthRefusal(413, error('prompt is too long: 3000 tokens > 2000 maximum'))).toEqual({
      code: 'too-long',
      window: 2_000,
    });
  });

  it('takes no number for a window that no model has', () => {
    expect(lengthRefusal(400, error('exceeded model token limit: 4'))).toEqual({ code: 'too-long' });
  });
});
