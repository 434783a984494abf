import Anthropic from '@anthropic-ai/sdk';
import { EventStreamDecoder } from '../../runtimes/event-stream-decoder.js';
import type { ModelAnswer, StopReason } from '../wire.js';
import { fetchOf, type Reading, readByUs, recordingsOf } from '../testing/referee.js';
import { everyCut, refereedCuts } from '../../../../test/support/recording-cuts.js';
import { anthropicWire } from './anthropic.wire.js';

/** Reasons for a stop as we name them; all others are an end, or calls. */
const STOPS: Partial<Record<Anthropic.StopReason, StopReason>> = {
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'refusal',
};

/** The vendor's own client reads the answer. */
async function readByThem(parts: readonly Uint8Array<ArrayBuffer>[]): Promise<Reading> {
  const { shown, message } = await messageOf(parts);
  return { shown, answer: message && answerOf(message) };
}

async function messageOf(parts: readonly Uint8Array<ArrayBuffer>[]) {
  const client = new Anthropic({ apiKey: 'key', maxRetries: 0, fetch: fetchOf(parts), logLevel: 'off' });
  let shown = '';
  const stream = client.messages
    .stream({ model: 'm', max_tokens: 1, messages: [{ role: 'user', content: 'hello' }] })
    .on('streamEvent', (_, { content }) => (shown = textOf(content)));
  const message = await stream.finalMessage().catch(() => undefined);
  return { shown, message };
}

function answerOf({ content, stop_reason: reason, usage }: Anthropic.Message): Reading['answer'] {
  const cut = reason ? STOPS[reason] : undefined;
  const calls = content.flatMap((block) =>
    block.type === 'tool_use' && !cut ? [{ id: block.id, name: block.name, input: block.input }] : [],
  );
  return {
    text: textOf(content),
    calls,
    stop: cut ?? (calls.length > 0 ? 'calls' : 'end'),
    usage: usageOf(usage),
  };
}

const textOf = (content: readonly Anthropic.ContentBlock[]): string =>
  content.map((block) => (block.type === 'text' ? block.text : '')).join('');

function usageOf(usage: Anthropic.Usage): ModelAnswer['usage'] {
  const cachedTokens = usage.cache_read_input_tokens ?? 0;
  const cacheWriteTokens = usage.cache_creation_input_tokens ?? 0;
  return {
    inputTokens: usage.input_tokens + cachedTokens + cacheWriteTokens,
    cachedTokens,
    cacheWriteTokens,
    outputTokens: usage.output_tokens,
    // The type says that it may be null, the recordings leave it out.
    reasoningTokens:
      (usage.output_tokens_details as Anthropic.OutputTokensDetails | null | undefined)?.thinking_tokens ?? 0,
  };
}

describe.each(recordingsOf('anthropic'))('an answer of Anthropic, $name', ({ bytes }) => {
  const whole = readByUs(anthropicWire, [bytes]);

  it("is read as the vendor's own client reads it", async () => {
    expect(whole).toEqual(await readByThem([bytes]));
  });

  it('is read alike by us wherever it is cut', () => {
    const readings = everyCut(bytes).map((parts) => JSON.stringify(readByUs(anthropicWire, parts)));
    expect(new Set(readings)).toEqual(new Set([JSON.stringify(whole)]));
  });

  it("is read alike by the vendor's client wherever it is cut", async () => {
    for (const parts of refereedCuts(bytes)) expect(await readByThem(parts)).toEqual(whole);
  });
});

describe("the model's own message in an answer of Anthropic", () => {
  it.each(['thinking-and-parallel-calls', 'interleaved-thinking', 'unknown-events'])(
    "in %s is kept as the vendor's own client has it",
    async (name) => {
      const { bytes } = recordingsOf('anthropic').find((recording) => recording.name === name)!;
      const reader = anthropicWire.reader(1_000);
      for (const { data } of new EventStreamDecoder().decode(bytes)) reader.readEvent(data);
      const { message } = await messageOf([bytes]);
      const worded = message?.content.filter((block) => block.type !== 'text' || block.text !== '');
      expect(reader.end().verbatim).toEqual(JSON.parse(JSON.stringify(worded)));
    },
  );
});
