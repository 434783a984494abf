import { RuntimeFailure } from '../../runtime.js';
import { OpenAiReader } from './openai-reader.js';

const piece = (delta: string) => ({ type: 'response.output_text.delta', delta });
const done = (output_index: number, item: object) => ({
  type: 'response.output_item.done',
  output_index,
  item,
});
const completed = (response: object = {}) => ({ type: 'response.completed', response });
const call = (name: string, text: string) => ({
  type: 'function_call',
  call_id: name,
  name,
  arguments: text,
});

function read(...events: object[]): OpenAiReader {
  const sut = new OpenAiReader(10);
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

describe('OpenAiReader', () => {
  it.each([
    [{ code: 'server_error' }, true, 500],
    [{ code: 'rate_limit_exceeded', type: 'invalid_request_error' }, true, 429],
    [{ code: 'invalid_prompt' }, false, 400],
    [{ code: 'invalid_image' }, false, 400],
    [{ code: 'unsupported_image_media_type' }, false, 400],
    [{ code: 'context_length_exceeded' }, false, 400],
    [{ code: null, type: 'invalid_request_error' }, false, 400],
    [{ code: 'a new error' }, true, undefined],
  ])('reports %j with its status, without the text of the error', (given, isRetryable, status) => {
    const error = { ...given, message: 'secret' };
    const forms = [{ type: 'error', error }, { type: 'response.failed', response: { error } }, { error }];
    for (const event of forms) {
      const failure = failureOf(() => read(event));
      expect(failure).toMatchObject({ isRetryable, status });
      expect(failure?.message).not.toContain('secret');
    }
  });

  it('tells that the request was too long', () => {
    const error = { type: 'invalid_request_error', code: 'context_length_exceeded' };
    expect(failureOf(() => read({ type: 'error', error }))).toMatchObject({ code: 'too-long' });
    expect(failureOf(() => read({ type: 'response.failed', response: { error } }))).toMatchObject({
      code: 'too-long',
    });
  });

  it.each(['[]', '1', '{"type"'])('refuses %s', (data) => {
    expect(failureOf(() => new OpenAiReader(10).readEvent(data))).toMatchObject({ isRetryable: true });
  });

  it('refuses an answer of too many parts', () => {
    const parts = Array.from({ length: 11 }, () => piece('a'));
    expect(failureOf(() => read(...parts))?.message).toContain('more than 10 parts');
  });

  it('takes an answer without an event for no stream, and one without its end for broken off', () => {
    expect(failureOf(() => read().end())).toMatchObject({ code: 'no-events' });
    expect(failureOf(() => read(piece('a')).end())).toMatchObject({ isRetryable: true });
  });

  it('never shows reasoning', () => {
    const sut = new OpenAiReader(10);
    for (const kind of ['reasoning_text', 'reasoning_summary_text'])
      expect(sut.readEvent(JSON.stringify({ type: `response.${kind}.delta`, delta: 'hm' }))).toBe('');
    sut.readEvent(JSON.stringify(completed()));
    expect(sut.end()).toMatchObject({ text: '', stop: 'end' });
  });

  it('reads nothing behind the end, and no [DONE]', () => {
    const sut = read(completed());
    expect(sut.isDone).toBe(true);
    expect(sut.readEvent(JSON.stringify(piece('more')))).toBe('');
    expect(sut.readEvent('[DONE]')).toBe('');
  });

  it('takes the items as they were finished when the whole response has none', () => {
    const items = [call('one', '{"n":1}'), call('two', '{"n"')];
    const answer = read(done(1, items[1]!), done(0, items[0]!), completed({ output: [] })).end();
    expect(answer.calls).toEqual([
      { id: 'one', name: 'one', input: { n: 1 } },
      { id: 'two', name: 'two', input: undefined },
    ]);
    expect(answer.stop).toBe('calls');
    expect(answer.verbatim).toEqual(items);
  });

  it('counts the tokens of a response that failed', () => {
    const sut = new OpenAiReader(10);
    const response = { error: { code: 'server_error' }, usage: { input_tokens: 5, output_tokens: 2 } };
    expect(
      failureOf(() => sut.readEvent(JSON.stringify({ type: 'response.failed', response }))),
    ).toBeDefined();
    expect(sut.usage).toMatchObject({ inputTokens: 5, outputTokens: 2, cachedTokens: 0 });
  });
});
