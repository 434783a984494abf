import type { Json } from '../refusal.js';
import { type Answer, halves, type MadeCall, sse, type WireError, type WrittenAnswer } from '../wire.js';

const STOP_REASONS = {
  end: 'end_turn',
  calls: 'tool_use',
  length: 'max_tokens',
  refusal: 'refusal',
  filter: 'refusal',
};

const ERROR_TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  504: 'timeout_error',
  529: 'overloaded_error',
};

export function anthropicError({ status, message }: WireError): object {
  const type = ERROR_TYPES[status] ?? (status < 500 ? 'invalid_request_error' : 'api_error');
  return { type: 'error', error: { type, message }, request_id: 'req_simulated' };
}

/** A content block with the deltas it is streamed in. */
interface StreamedBlock {
  /** As it stands in the whole message. */
  readonly whole: Json;
  /** As it begins in the stream. */
  readonly start: Json;
  readonly deltas: readonly Json[];
}

/** A message, or its events. */
export function writeMessage(answer: Answer): WrittenAnswer {
  const blocks = blocksOf(answer);
  const stop = stopOf(answer);
  const message = { id: `msg_${answer.number}`, type: 'message', role: 'assistant', model: answer.model };
  const start = {
    ...message,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: usageAtStart(answer),
  };
  const events = [
    ...blocks.flatMap(eventsOf),
    { type: 'message_delta', delta: stop, usage: usageOf(answer) },
    { type: 'message_stop' },
  ];
  return {
    whole: { ...message, content: blocks.map(({ whole }) => whole), ...stop, usage: usageOf(answer) },
    lead: [event({ type: 'message_start', message: start }), event({ type: 'ping' })],
    frames: events.map(event),
    end: '',
  };
}

const event = (data: Json): string => sse(data, String(data.type));

function blocksOf({ reasoning, words, calls }: Answer): readonly StreamedBlock[] {
  const thinking = reasoning && {
    type: 'thinking',
    thinking: reasoning.text,
    signature: reasoning.signature,
  };
  return [
    ...(thinking ? [thinkingBlock(thinking)] : []),
    ...(words.length > 0 ? [textBlock(words)] : []),
    ...calls.map(callBlock),
  ];
}

const thinkingBlock = (whole: {
  readonly type: string;
  readonly thinking: string;
  readonly signature: string;
}) => ({
  whole,
  start: { type: 'thinking', thinking: '', signature: '' },
  deltas: [
    ...halves(whole.thinking).map((part) => ({ type: 'thinking_delta', thinking: part })),
    { type: 'signature_delta', signature: whole.signature },
  ],
});

const textBlock = (words: readonly string[]): StreamedBlock => ({
  whole: { type: 'text', text: words.join('') },
  start: { type: 'text', text: '' },
  deltas: words.map((word) => ({ type: 'text_delta', text: word })),
});

function callBlock({ id, name, arguments: input }: MadeCall): StreamedBlock {
  const head = { type: 'tool_use', id, name };
  return {
    whole: { ...head, input: parsed(input) },
    start: { ...head, input: {} },
    deltas: halves(input).map((part) => ({ type: 'input_json_delta', partial_json: part })),
  };
}

function eventsOf({ start, deltas }: StreamedBlock, index: number): readonly Json[] {
  return [
    { type: 'content_block_start', index, content_block: start },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ];
}

function stopOf({ stop }: Answer): Json {
  const isRefused = stop === 'refusal' || stop === 'filter';
  const details = isRefused ? { type: 'refusal', category: null, explanation: null } : null;
  return { stop_reason: STOP_REASONS[stop], stop_sequence: null, stop_details: details };
}

/** The input tokens are those neither read from the cache nor written to it. */
const usageOf = ({ usage }: Answer): Json => ({
  input_tokens: usage.inputTokens - usage.cachedTokens - usage.cacheWriteTokens,
  cache_creation_input_tokens: usage.cacheWriteTokens,
  cache_read_input_tokens: usage.cachedTokens,
  output_tokens: usage.outputTokens,
  output_tokens_details: { thinking_tokens: usage.reasoningTokens },
});

const usageAtStart = (answer: Answer): Json => ({
  ...usageOf(answer),
  output_tokens: 1,
  output_tokens_details: null,
});

function parsed(input: string): unknown {
  try {
    return JSON.parse(input);
  } catch {
    return {};
  }
}
