import { RuntimeFailure } from '../../runtime.js';
import { AnthropicReader } from './anthropic-reader.js';

const START = { type: 'message_start', message: { usage: { input_tokens: 9, output_tokens: 1 } } };
const END = [{ type: 'message_delta', delta: { stop_reason: 'end_turn' } }, { type: 'message_stop' }];
const piece = (text: string) => ({
  type: 'content_block_delta',
  index: 0,
  delta: { type: 'text_delta', text },
});
const block = (content_block: object, index = 0) => ({ type: 'content_block_start', index, content_block });

function read(...events: object[]): AnthropicReader {
  const sut = new AnthropicReader(10);
  for (const event of events) sut.readEvent(JSON.stringify(event));
  return sut;
}
function failureOf(act: () => unknown): RuntimeFailure | undefined {
  try {
    act();
  } catch (error) {
    if (error instanceof RuntimeFailure) return error;
    throw error;
  }
  return undefined;
}

describe('AnthropicReader', () => {
  it.each([
    ['overloaded_error', true, 529],
    ['rate_limit_error', true, 429],
    ['api_error', true, 500],
    ['invalid_request_error', false, 400],
    ['authentication_error', false, 401],
    ['a new error', true, undefined],
  ])('reports %s with its status, without the text of the error', (type, isRetryable, status) => {
    const failure = failureOf(() => read(START, { type: 'error', error: { type, message: 'secret' } }));
    expect(failure).toMatchObject({ isRetryable, status });
    expect(failure?.message).not.toContain('secret');
  });

  it.each(['[]', '1', '{"type"'])('refuses %s', (data) => {
    expect(failureOf(() => new AnthropicReader(10).readEvent(data))).toMatchObject({ isRetryable: true });
  });

  it('refuses an answer of too many parts', () => {
    const parts = Array.from({ length: 11 }, () => piece('a'));
    expect(failureOf(() => read(...parts))?.message).toContain('more than 10 parts');
  });

  it('takes an answer without an event for no stream, and one without its end for broken off', () => {
    expect(failureOf(() => read().end())).toMatchObject({ code: 'no-events' });
    expect(failureOf(() => read(START, piece('a')).end())).toMatchObject({ isRetryable: true });
  });

  it('counts the tokens of an answer that breaks off', () => {
    expect(read(START).usage).toMatchObject({ inputTokens: 9, outputTokens: 1 });
    expect(read(...END).usage).toBeUndefined();
  });

  it('reads nothing behind the end', () => {
    const sut = read(START, ...END);
    expect(sut.isDone).toBe(true);
    expect(sut.readEvent(JSON.stringify(piece('more')))).toBe('');
    expect(sut.end()).toMatchObject({ text: '', stop: 'end' });
  });

  it("keeps the model's own blocks but for texts without words, which are refused when they come back", () => {
    const thinking = { type: 'thinking', thinking: 'hm', signature: 'sig' };
    const unknown = { type: 'hologram', beam: [1] };
    const sut = read(
      START,
      block({ type: 'text', text: ' ' }),
      block(thinking, 1),
      block(unknown, 2),
      ...END,
    );
    expect(sut.end().verbatim).toEqual([thinking, unknown]);
  });

  it('gives arguments that are no JSON to the tool as undefined, and back to the model as an object', () => {
    const use = { type: 'tool_use', id: 'a', name: 'message', input: {} };
    const half = {
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'input_json_delta', partial_json: '{"' },
    };
    const answer = read(START, block(use), half, ...END).end();
    expect(answer.calls).toEqual([{ id: 'a', name: 'message', input: undefined }]);
    expect(answer.verbatim).toEqual([use]);
  });
});
