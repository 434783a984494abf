import type { Json } from '../refusal.js';
import { type Answer, halves, type MadeCall, type Prompt, sse, type WrittenAnswer } from '../wire.js';

/** An item of the output with the events between its addition and its end. */
interface StreamedItem {
  readonly whole: Json;
  readonly start: Json;
  readonly events: readonly Json[];
}

/** A response, or its numbered events. */
export function writeResponse(answer: Answer, { sent }: Prompt): WrittenAnswer {
  const items = itemsOf(answer, isEncryptedAsked(sent)).map(withPlace);
  const begun = { ...headOf(answer, sent), status: 'in_progress', output: [], usage: null };
  const response = {
    ...headOf(answer, sent),
    ...endOf(answer),
    output: items.map(({ whole }) => whole),
    usage: usageOf(answer),
  };
  const events = [
    { type: 'response.created', response: begun },
    { type: 'response.in_progress', response: begun },
    ...items.flatMap(({ events: each }) => each),
    { type: `response.${response.status}`, response },
  ].map((event, index) => sse({ ...event, sequence_number: index }, event.type as string));
  return { whole: response, lead: events.slice(0, 2), frames: events.slice(2), end: '' };
}

const isEncryptedAsked = ({ include }: Json): boolean =>
  Array.isArray(include) && include.includes('reasoning.encrypted_content');

function itemsOf(answer: Answer, isEncrypted: boolean): readonly StreamedItem[] {
  const { words, calls } = answer;
  return [
    ...reasoningItem(answer, isEncrypted),
    ...(words.length > 0 ? [messageItem(answer)] : []),
    ...calls.map((call) => callItem(call)),
  ];
}

function reasoningItem({ reasoning, number }: Answer, isEncrypted: boolean): readonly StreamedItem[] {
  if (!reasoning) return [];
  const start = { id: `rs_${number}`, type: 'reasoning', summary: [] };
  const encrypted = isEncrypted ? { encrypted_content: reasoning.signature } : {};
  return [{ start, events: [], whole: { ...start, ...encrypted } }];
}

function messageItem({ words, number, stop }: Answer): StreamedItem {
  const id = `msg_${number}`;
  const [type, field] = stop === 'refusal' ? ['refusal', 'refusal'] : ['output_text', 'text'];
  const extra = type === 'output_text' ? { annotations: [], logprobs: [] } : {};
  const part = { type, [field]: words.join(''), ...extra };
  const place = { item_id: id, content_index: 0 };
  const start = { id, type: 'message', role: 'assistant', status: 'in_progress', content: [] };
  return {
    start,
    whole: { ...start, status: stop === 'length' ? 'incomplete' : 'completed', content: [part] },
    events: [
      { type: 'response.content_part.added', ...place, part: { ...part, [field]: '' } },
      ...words.map((word) => ({ type: `response.${type}.delta`, ...place, delta: word })),
      { type: `response.${type}.done`, ...place, [field]: words.join('') },
      { type: 'response.content_part.done', ...place, part },
    ],
  };
}

function callItem({ id: callId, name, arguments: input }: MadeCall): StreamedItem {
  const id = `fc_${callId}`;
  const start = { id, type: 'function_call', status: 'in_progress', call_id: callId, name, arguments: '' };
  return {
    start,
    whole: { ...start, status: 'completed', arguments: input },
    events: [
      ...halves(input).map((delta) => ({
        type: 'response.function_call_arguments.delta',
        item_id: id,
        delta,
      })),
      { type: 'response.function_call_arguments.done', item_id: id, name, arguments: input },
    ],
  };
}

/** All events of an item name its place in the output. */
function withPlace({ start, whole, events }: StreamedItem, place: number): StreamedItem {
  const all = [
    { type: 'response.output_item.added', item: start },
    ...events,
    { type: 'response.output_item.done', item: whole },
  ];
  return { start, whole, events: all.map((event) => ({ ...event, output_index: place })) };
}

function headOf({ number, model }: Answer, { store, instructions }: Json): Json {
  return {
    id: `resp_${number}`,
    object: 'response',
    created_at: Math.floor(Date.now() / 1000),
    model,
    store: store !== false,
    instructions: instructions ?? null,
    error: null,
    incomplete_details: null,
  };
}

function endOf({ stop }: Answer): { readonly status: string; readonly incomplete_details?: Json } {
  const reason = { length: 'max_output_tokens', filter: 'content_filter' };
  if (stop === 'length' || stop === 'filter')
    return { status: 'incomplete', incomplete_details: { reason: reason[stop] } };
  return { status: 'completed' };
}

function usageOf({ usage }: Answer): Json {
  const { inputTokens, outputTokens, cachedTokens, cacheWriteTokens, reasoningTokens } = usage;
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: cachedTokens, cache_write_tokens: cacheWriteTokens },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: reasoningTokens },
    total_tokens: inputTokens + outputTokens,
  };
}
