import { RuntimeFailure } from '../../runtime.js';
import { LineDecoder } from '../../runtimes/line-decoder.js';
import { recordingsOf } from '../testing/referee.js';
import { everyCut } from '../../../../test/support/recording-cuts.js';
import { OllamaReader } from './ollama-reader.js';

const recordings = recordingsOf('ollama');
const recorded = (name: string) => recordings.find((each) => each.name === name)!.bytes;

/** The text that is shown, and the answer; undefined when it failed. */
function read(parts: Iterable<Uint8Array>, reader = new OllamaReader(1_000)) {
  const decoder = new LineDecoder();
  let shown = '';
  try {
    for (const bytes of parts) for (const { data } of decoder.decode(bytes)) shown += reader.readEvent(data);
    for (const { data } of decoder.end()) shown += reader.readEvent(data);
    return { shown, answer: reader.end() };
  } catch (error) {
    if (error instanceof RuntimeFailure) return { shown, answer: undefined };
    throw error;
  }
}
const answerTo = (name: string) => read([recorded(name)]).answer!;
const lastLine = (count: number) => JSON.stringify({ done: true, prompt_eval_count: count, eval_count: 3 });
const usage = (inputTokens: number, outputTokens: number) => ({
  inputTokens,
  cachedTokens: 0,
  cacheWriteTokens: 0,
  outputTokens,
  reasoningTokens: 0,
});

describe('OllamaReader', () => {
  it.each(recordings)('reads $name alike wherever it is cut', ({ bytes }) => {
    const whole = read([bytes]);
    for (const parts of everyCut(bytes)) expect(read(parts)).toEqual(whole);
  });

  it('shows no thinking, and keeps it for the next step', () => {
    expect(answerTo('thinking')).toEqual({
      text: 'Grüß dich, 世界 👋',
      calls: [],
      stop: 'end',
      usage: usage(211, 48),
      verbatim: {
        role: 'assistant',
        content: 'Grüß dich, 世界 👋',
        thinking: 'Okay, a greeting, in German.',
      },
    });
  });

  it('has no call when its length cut it off: the last may be half', () => {
    const reader = new OllamaReader(1_000);
    const message = { tool_calls: [{ function: { name: 'message', arguments: {} } }] };
    reader.readEvent(JSON.stringify({ message, done: true, done_reason: 'length' }));
    expect(reader.end()).toMatchObject({ calls: [], stop: 'length' });
  });

  it('keeps parallel calls as they came', () => {
    const [first, second] = [
      { action: 'react', emoji: '👍', n: 1 },
      { action: 'send', text: 'a\nb "c"' },
    ];
    expect(answerTo('parallel-calls')).toEqual({
      text: 'I look at both.',
      calls: [
        { id: 'call_ndq2xk1t', name: 'message', input: first },
        { id: 'call_p0s8v3wy', name: 'message', input: second },
      ],
      stop: 'calls',
      usage: usage(640, 77),
      verbatim: {
        role: 'assistant',
        content: 'I look at both.',
        thinking: 'Both at once.',
        tool_calls: [
          { id: 'call_ndq2xk1t', function: { index: 0, name: 'message', arguments: first } },
          { id: 'call_p0s8v3wy', function: { index: 1, name: 'message', arguments: second } },
        ],
      },
    });
  });

  it('gives calls without an id one each, which the model does not get back', () => {
    const { calls, verbatim } = answerTo('calls-without-ids');
    expect(calls).toEqual([
      { id: 'call_1', name: 'message', input: { action: 'send' } },
      { id: 'call_2', name: 'list_files', input: {} },
    ]);
    expect(JSON.stringify(verbatim)).not.toContain('call_1');
  });

  it.each([
    ['cut-off-by-length', 'length', 'Once upon a time there was a'],
    ['unknown-fields-and-events', 'end', 'Still readable'],
    ['no-line-break-at-the-end', 'end', 'Done'],
  ])('ends %s by %s', (name, stop, text) => {
    expect(answerTo(name)).toMatchObject({ stop, text });
  });

  it.each([
    ['broken-off', 'Half an answ'],
    ['error-in-the-middle', 'The answer'],
  ])('takes %s for failed, after the text that came', (name, shown) => {
    expect(read([recorded(name)])).toEqual({ shown, answer: undefined });
  });

  it('accepts fields that a server leaves empty', () => {
    const reader = new OllamaReader(10);
    const empty = [
      { message: null, error: null },
      { message: { content: null, thinking: null, tool_calls: null } },
    ];
    for (const line of empty) expect(reader.readEvent(JSON.stringify(line))).toBe('');
    reader.readEvent('{"done":true}');
    expect(reader.end()).toEqual({
      text: '',
      calls: [],
      stop: 'end',
      usage: usage(0, 0),
      verbatim: { role: 'assistant', content: '' },
    });
  });

  it('reports an error without its text', () => {
    expect(() => new OllamaReader(10).readEvent('{"error":"cannot render: my secret wish"}')).toThrow(
      expect.objectContaining({
        isRetryable: true,
        message: expect.not.stringContaining('wish') as unknown,
      }) as Error,
    );
  });

  it.each([
    [4_095, 4_096],
    [4_096, undefined],
  ])('accepts an answer to a prompt of %d tokens in a window of %d', (count, window) => {
    const reader = new OllamaReader(10, window);
    expect(reader.isDone).toBe(false);
    reader.readEvent(lastLine(count));
    expect(reader.isDone).toBe(true);
    expect(reader.end()).toMatchObject({ stop: 'end', usage: usage(count, 3) });
  });

  it('refuses the answer to a prompt that filled the window, and reports its usage', () => {
    const reader = new OllamaReader(10, 4_096);
    reader.readEvent(lastLine(4_096));
    expect(() => reader.end()).toThrow(
      expect.objectContaining({
        isRetryable: false,
        message: expect.stringContaining('which read only its end') as unknown,
      }) as Error,
    );
    expect(reader.usage).toEqual(usage(4_096, 3));
  });

  it('refuses a stream without lines, one of too many, and a line that is no object', () => {
    const reader = new OllamaReader(1);
    expect(() => reader.end()).toThrow(expect.objectContaining({ code: 'no-events' }) as Error);
    expect(() => reader.readEvent('[]')).toThrow(/not a JSON object/);
    expect(() => reader.readEvent('{}')).toThrow(/more than 1 parts/);
  });
});
