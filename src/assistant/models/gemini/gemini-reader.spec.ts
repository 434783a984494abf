import { EventStreamDecoder } from '../../runtimes/event-stream-decoder.js';
import { recordingsOf } from '../testing/referee.js';
import { everyCut } from '../../../../test/support/recording-cuts.js';
import { GeminiReader } from './gemini-reader.js';

const SIGNATURE = { thoughtSignature: expect.stringMatching(/==$/) as unknown };
const recorded = (name: string) => recordingsOf('gemini').find((each) => each.name === name)!.bytes;

function read(parts: Iterable<Uint8Array>) {
  const [reader, decoder] = [new GeminiReader(1_000), new EventStreamDecoder()];
  for (const bytes of parts) for (const { data } of decoder.decode(bytes)) reader.readEvent(data);
  return reader;
}
const answerTo = (...events: object[]) => {
  const reader = new GeminiReader(1_000);
  for (const event of events) reader.readEvent(JSON.stringify(event));
  return reader.end();
};
const chunk = (parts: object[], finishReason?: string) => ({
  candidates: [{ content: { role: 'model', parts }, finishReason }],
});

describe('GeminiReader', () => {
  it('shows no thought, and keeps it with its signature for the next step', () => {
    const { text, verbatim, usage } = read([recorded('thinking')]).end();
    expect(text).toBe('Grüß dich, 世界 👋');
    expect(verbatim).toEqual([
      { text: '**Weighing the question**\n\nThe person asks for a greeting.', thought: true },
      { text: 'Grüß dich, 世界 👋' },
      { text: '', ...SIGNATURE },
    ]);
    expect(usage).toEqual({
      inputTokens: 412,
      cachedTokens: 256,
      cacheWriteTokens: 0,
      outputTokens: 127,
      reasoningTokens: 118,
    });
  });

  it.each([['MAX_TOKENS'], ['SAFETY']])(
    'has no call when it ends with %s: the last may be half',
    (reason) => {
      const half = { functionCall: { name: 'message', args: {} } };
      expect(answerTo(chunk([half], reason)).calls).toEqual([]);
    },
  );

  it('keeps the calls as they came, the signature at the one that had it', () => {
    const { calls, stop, verbatim } = read([recorded('parallel-calls')]).end();
    const [first, second] = [
      { id: '9x2kq1ab', name: 'message', args: { action: 'react', emoji: '👍', n: 1 } },
      { id: '3hv8zz0c', name: 'message', args: { action: 'send', text: 'a\nb "c"' } },
    ];
    expect({ calls, stop }).toEqual({
      calls: [first, second].map(({ id, name, args }) => ({ id, name, input: args })),
      stop: 'calls',
    });
    expect(verbatim).toEqual([
      { text: 'I look at both.' },
      { functionCall: first, ...SIGNATURE },
      { functionCall: second },
    ]);
  });

  it.each(['thinking', 'parallel-calls', 'unknown-fields-and-events'])(
    'keeps the same message of %s wherever it is cut',
    (name) => {
      const whole = read([recorded(name)]).end().verbatim;
      for (const parts of everyCut(recorded(name))) expect(read(parts).end().verbatim).toEqual(whole);
    },
  );

  it('keeps parts and fields that it does not know', () => {
    const parts = [{ text: 'a', partMetadata: { n: 1 } }, { novelPart: {} }, { text: 'b' }];
    expect(answerTo(chunk(parts, 'STOP')).verbatim).toEqual(parts);
  });

  it('joins no text across a signature, and no thought with an answer', () => {
    const signed = { text: 'b', thoughtSignature: 'c2ln' };
    const parts = [{ text: 'a' }, signed, { text: 'c' }, { text: 'd' }, { text: 'e', thought: true }];
    expect(answerTo(chunk(parts), chunk([], 'STOP')).verbatim).toEqual([
      { text: 'a' },
      signed,
      { text: 'cd' },
      { text: 'e', thought: true },
    ]);
  });

  it('gives calls without an id one each', () => {
    expect(read([recorded('calls-without-ids')]).end().calls).toEqual([
      { id: 'call_1', name: 'message', input: { action: 'send' } },
      { id: 'call_2', name: 'list_files', input: {} },
    ]);
  });

  it('accepts fields that a proxy leaves empty', () => {
    const nothing = { content: null, finishReason: null };
    const empty = { candidates: [nothing], promptFeedback: null, usageMetadata: null, error: null };
    expect(answerTo(empty, { promptFeedback: { blockReason: null } }, chunk([], 'STOP'))).toEqual({
      text: '',
      calls: [],
      stop: 'end',
      verbatim: [],
    });
  });

  it('joins the usage of several chunks, field by field, the later over the earlier', () => {
    const usages = [
      { promptTokenCount: 400, cachedContentTokenCount: 256 },
      { candidatesTokenCount: 3, thoughtsTokenCount: 118 },
      { candidatesTokenCount: 9 },
    ];
    const events = usages.map((usageMetadata) => ({ usageMetadata }));
    expect(answerTo(...events, chunk([{ text: 'hi' }], 'STOP')).usage).toMatchObject({
      inputTokens: 400,
      cachedTokens: 256,
      outputTokens: 9 + 118,
      reasoningTokens: 118,
    });
  });

  it('reports an error in the middle as the status that it names, and the usage until then', () => {
    const reader = new GeminiReader(10);
    reader.readEvent(JSON.stringify({ usageMetadata: { promptTokenCount: 5 } }));
    const error = { code: 400, message: 'my secret wish', status: 'INVALID_ARGUMENT' };
    expect(() => reader.readEvent(JSON.stringify({ error }))).toThrow(
      expect.objectContaining({
        status: 400,
        isRetryable: false,
        message: 'the model reported an error (400)',
      }) as Error,
    );
    expect(reader.usage).toMatchObject({ inputTokens: 5, outputTokens: 0 });
  });

  it.each([
    ['an error without a status', { error: { message: 'my secret wish' } }],
    ['an error as text', { error: 'my secret wish' }],
  ])('reports %s without its text', (_, event) => {
    expect(() => answerTo(event)).toThrow(
      expect.objectContaining({
        isRetryable: true,
        message: expect.not.stringContaining('wish') as unknown,
      }) as Error,
    );
  });

  it('ends a malformed call by a failure that names the reason and may be repeated', () => {
    expect(() => answerTo(chunk([], 'MALFORMED_FUNCTION_CALL'))).toThrow(
      expect.objectContaining({
        isRetryable: true,
        message: expect.stringContaining('MALFORMED_FUNCTION_CALL') as unknown,
      }) as Error,
    );
  });

  it.each([
    ['a text', '"so"'],
    ['a list', '[]'],
    ['no JSON', '{"candidates":['],
  ])('refuses an event that is %s', (_, data) => {
    expect(() => new GeminiReader(10).readEvent(data)).toThrow(/not a JSON object/);
  });

  it('refuses an answer without events, and one of too many', () => {
    const reader = new GeminiReader(1);
    expect(() => reader.end()).toThrow(expect.objectContaining({ code: 'no-events' }) as Error);
    reader.readEvent('{}');
    expect(() => reader.readEvent('{}')).toThrow(/more than 1 parts/);
  });
});
