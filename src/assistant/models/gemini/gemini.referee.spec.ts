import { FinishReason, GoogleGenAI, type GenerateContentResponse, type Part } from '@google/genai';
import { fetchOf, readByUs, type Reading, recordingsOf } from '../testing/referee.js';
import { everyCut, refereedCuts } from '../../../../test/support/recording-cuts.js';
import type { ModelUsage, StopReason } from '../wire.js';
import { geminiWire } from './gemini.wire.js';

const recordings = recordingsOf('gemini');

/** Each reason that Google's client knows: a new one in an update of it does not compile until it is decided here. */
const STOPS = {
  [FinishReason.STOP]: 'end',
  [FinishReason.MAX_TOKENS]: 'length',
  [FinishReason.CONTINUATION]: 'length',
  [FinishReason.SAFETY]: 'refusal',
  [FinishReason.RECITATION]: 'refusal',
  [FinishReason.LANGUAGE]: 'refusal',
  [FinishReason.BLOCKLIST]: 'refusal',
  [FinishReason.PROHIBITED_CONTENT]: 'refusal',
  [FinishReason.SPII]: 'refusal',
  [FinishReason.IMAGE_SAFETY]: 'refusal',
  [FinishReason.IMAGE_PROHIBITED_CONTENT]: 'refusal',
  [FinishReason.IMAGE_RECITATION]: 'refusal',
  [FinishReason.FINISH_REASON_UNSPECIFIED]: 'failure',
  [FinishReason.OTHER]: 'failure',
  [FinishReason.MALFORMED_FUNCTION_CALL]: 'failure',
  [FinishReason.MALFORMED_RESPONSE]: 'failure',
  [FinishReason.UNEXPECTED_TOOL_CALL]: 'failure',
  [FinishReason.TOO_MANY_TOOL_CALLS]: 'failure',
  [FinishReason.NO_IMAGE]: 'failure',
  [FinishReason.IMAGE_OTHER]: 'failure',
} as const satisfies Record<FinishReason, StopReason | 'failure'>;

describe('an answer of Gemini', () => {
  it.each(recordings)('$name is read alike by Google and by us', async ({ bytes }) => {
    const ours = readByUs(geminiWire, [bytes]);
    for (const parts of refereedCuts(bytes)) expect(await readByGoogle(parts)).toEqual(ours);
  });

  it.each(recordings)('$name is read alike by us wherever it is cut', ({ bytes }) => {
    const whole = readByUs(geminiWire, [bytes]);
    for (const parts of everyCut(bytes)) expect(readByUs(geminiWire, parts)).toEqual(whole);
  });

  it.each(Object.entries(STOPS))('that finishes by %s ends by %s', async (finishReason, stop) => {
    const chunk = { candidates: [{ content: { role: 'model', parts: [{ text: 'so' }] }, finishReason }] };
    const bytes = new TextEncoder().encode(`data: ${JSON.stringify(chunk)}\r\n\r\n`);
    const ours = readByUs(geminiWire, [bytes]);
    expect(ours.answer?.stop ?? 'failure').toBe(stop);
    expect(await readByGoogle([bytes])).toEqual(ours);
  });
});

/** Google's client leaves the judgement to its callers: STOPS is what we make of the reasons. */
async function readByGoogle(parts: Uint8Array<ArrayBuffer>[]): Promise<Reading> {
  const client = new GoogleGenAI({ apiKey: 'key', httpOptions: { fetch: fetchOf(parts) } });
  const chunks: GenerateContentResponse[] = [];
  let isBroken = false;
  try {
    const stream = await client.models.generateContentStream({ model: 'gemini-3.1-pro', contents: 'hi' });
    for await (const chunk of stream) chunks.push(chunk);
  } catch {
    isBroken = true;
  }
  const said = chunks.flatMap((chunk) => chunk.candidates?.[0]?.content?.parts ?? []);
  const shown = said.map((part) => (part.thought ? '' : (part.text ?? ''))).join('');
  const calls = callsOf(said);
  const stop = stopOf(chunks, calls.length > 0);
  const usage = usageOf(chunks);
  const isWhole = !isBroken && stop !== 'failure';
  return { shown, answer: isWhole ? { text: shown, calls, stop, usage } : undefined };
}

/** Calls without an id get one by us. */
const callsOf = (parts: readonly Part[]) =>
  parts
    .flatMap(({ functionCall }) => functionCall ?? [])
    .map(({ id, name = '', args = {} }, index) => ({ id: id ?? `call_${index + 1}`, name, input: args }));

function stopOf(chunks: readonly GenerateContentResponse[], isCalling: boolean): StopReason | 'failure' {
  if (chunks.some(({ promptFeedback }) => promptFeedback?.blockReason)) return 'refusal';
  const reason = chunks.map(({ candidates }) => candidates?.[0]?.finishReason).findLast((each) => each);
  const stop = reason ? STOPS[reason] : 'failure';
  return stop === 'end' && isCalling ? 'calls' : stop;
}

function usageOf(chunks: readonly GenerateContentResponse[]): ModelUsage | undefined {
  const last = chunks.findLast(({ usageMetadata }) => usageMetadata)?.usageMetadata;
  if (!last) return undefined;
  const reasoningTokens = last.thoughtsTokenCount ?? 0;
  return {
    inputTokens: last.promptTokenCount ?? 0,
    cachedTokens: last.cachedContentTokenCount ?? 0,
    cacheWriteTokens: 0,
    outputTokens: (last.candidatesTokenCount ?? 0) + reasoningTokens,
    reasoningTokens,
  };
}
