import OpenAI from 'openai';
import type {
  Response,
  ResponseOutputItem,
  ResponseOutputMessage,
  ResponseUsage,
} from 'openai/resources/responses/responses';
import type { ModelAnswer, StopReason } from '../wire.js';
import { fetchOf, type Reading, readByUs, recordingsOf } from '../testing/referee.js';
import { everyCut, refereedCuts } from '../../../../test/support/recording-cuts.js';
import { openAiWire } from './openai.wire.js';

/**
 * The vendor's own client reads the answer: with its helper, which is strict about the order and the identity of things,
 * or as a plain stream, because the helper fails on events that are newer than itself.
 */
async function readByThem({ name, parts }: Cut): Promise<Reading> {
  const client = new OpenAI({ apiKey: 'key', maxRetries: 0, fetch: fetchOf(parts), logLevel: 'off' });
  const asked = { model: 'm', input: 'hello' };
  const events =
    name === 'unknown-events'
      ? await client.responses.create({ ...asked, stream: true })
      : client.responses.stream(asked);
  const messages = new Map<number, string>();
  let ended: Response | undefined;
  try {
    for await (const event of events) {
      const isText = event.type === 'response.output_text.delta' || event.type === 'response.refusal.delta';
      if (isText) messages.set(event.output_index, (messages.get(event.output_index) ?? '') + event.delta);
      if (event.type === 'response.completed' || event.type === 'response.incomplete') ended = event.response;
    }
  } catch {
    return { shown: paragraphs([...messages.values()]), answer: undefined };
  }
  return { shown: paragraphs([...messages.values()]), answer: ended && answerOf(ended) };
}

interface Cut {
  readonly name: string;
  readonly parts: readonly Uint8Array<ArrayBuffer>[];
}

function answerOf({ output, usage, incomplete_details: details }: Response): Reading['answer'] {
  const cut = details ? (details.reason === 'content_filter' ? 'refusal' : 'length') : declined(output);
  const calls = output.flatMap((item) =>
    item.type === 'function_call' && !cut
      ? [{ id: item.call_id, name: item.name, input: JSON.parse(item.arguments) as unknown }]
      : [],
  );
  return {
    text: paragraphs(output.flatMap((item) => (item.type === 'message' ? [textOf(item)] : []))),
    calls,
    stop: cut ?? (calls.length > 0 ? 'calls' : 'end'),
    usage: usage && usageOf(usage),
  };
}

const textOf = ({ content }: ResponseOutputMessage): string =>
  content.map((part) => (part.type === 'refusal' ? part.refusal : part.text)).join('');

const paragraphs = (messages: readonly string[]): string => messages.join('\n\n');

const declined = (output: readonly ResponseOutputItem[]): StopReason | undefined =>
  output.some((item) => item.type === 'message' && item.content.some(({ type }) => type === 'refusal'))
    ? 'refusal'
    : undefined;

function usageOf(usage: ResponseUsage): ModelAnswer['usage'] {
  return {
    inputTokens: usage.input_tokens,
    cachedTokens: usage.input_tokens_details.cached_tokens,
    cacheWriteTokens: usage.input_tokens_details.cache_write_tokens,
    outputTokens: usage.output_tokens,
    reasoningTokens: usage.output_tokens_details.reasoning_tokens,
  };
}

describe.each(recordingsOf('openai'))('an answer of OpenAI, $name', ({ name, bytes }) => {
  const whole = readByUs(openAiWire, [bytes]);

  it("is read as the vendor's own client reads it", async () => {
    expect(whole).toEqual(await readByThem({ name, parts: [bytes] }));
  });

  it('is read alike by us wherever it is cut', () => {
    const readings = everyCut(bytes).map((parts) => JSON.stringify(readByUs(openAiWire, parts)));
    expect(new Set(readings)).toEqual(new Set([JSON.stringify(whole)]));
  });

  it("is read alike by the vendor's client wherever it is cut", async () => {
    for (const parts of refereedCuts(bytes)) expect(await readByThem({ name, parts })).toEqual(whole);
  });
});
