import { RuntimeFailure, type TurnPart } from '../../runtime.js';
import type { ResponseBody } from '../response-stream.js';
import { EventStreamDecoder } from '../event-stream-decoder.js';
import type { RequestedCall } from '../steps.js';

/** One answer of a service. */
export type AnswerPart =
  | Exclude<TurnPart, { kind: 'tools-called' | 'cut-off' | 'asked' }>
  | { readonly kind: 'call'; readonly call: RequestedCall };

type Json = Readonly<Record<string, unknown>>;

/**
 * The parts of a JSON answer; read all before using any. @throws RuntimeFailure naming the field that is not as
 * documented
 */
export function* readJson(text: string): Generator<AnswerPart> {
  const answer = objectOf(parse(text), 'the answer');
  yield* textPart(answer.text ?? '', 'text');
  const calls = answer.tool_calls ?? [];
  if (!Array.isArray(calls)) throw wrong('tool_calls', 'a list');
  for (const [index, call] of calls.entries()) yield callPart(call, `tool_calls[${index}]`);
  if (answer.usage !== undefined && answer.usage !== null) yield usagePart(answer.usage);
}

/** The parts of an answer that arrives as events. A stream that ends without `done` was cut off. */
export async function* readEvents(body: ResponseBody): AsyncGenerator<AnswerPart> {
  const events = new EventStreamDecoder();
  try {
    for (let bytes = await body.read(); bytes; bytes = await body.read()) {
      for (const { event, data } of events.decode(bytes)) {
        if (event === 'done') return;
        // A sign of life, as some frameworks send them.
        if (data.trim() === '') continue;
        for (const part of partsOf(event, data)) yield part;
      }
    }
  } finally {
    body.leave();
  }
  throw new RuntimeFailure('the service ended its answer early', true);
}

/** Unknown events are ignored, so that services may send more. */
function* partsOf(event: string | undefined, data: string): Generator<AnswerPart> {
  if (event === 'text') yield* textPart(objectOf(parse(data), event).text ?? '', 'text');
  if (event === 'tool_call') yield callPart(parse(data), event);
  if (event === 'usage') yield usagePart(parse(data));
  if (event === 'error') throw reported(objectOf(parse(data), event));
}

function reported({ retryable, retry_after_seconds: seconds }: Json): RuntimeFailure {
  const retryAfterMs = typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : undefined;
  return new RuntimeFailure('the service reported an error', retryable !== false, { retryAfterMs });
}

function* textPart(text: unknown, field: string): Generator<AnswerPart> {
  if (typeof text !== 'string') throw wrong(field, 'a text');
  if (text !== '') yield { kind: 'text', text };
}

function callPart(value: unknown, field: string): AnswerPart {
  const { id, name, input } = objectOf(value, field);
  if (typeof id !== 'string' || id === '') throw wrong(`${field}.id`, 'a text');
  if (typeof name !== 'string') throw wrong(`${field}.name`, 'a text');
  return { kind: 'call', call: { id, name, input } };
}

function usagePart(value: unknown): AnswerPart {
  const { input_tokens: inputTokens, output_tokens: outputTokens } = objectOf(value, 'usage');
  if (!isCount(inputTokens)) throw wrong('usage.input_tokens', 'a number');
  if (!isCount(outputTokens)) throw wrong('usage.output_tokens', 'a number');
  return { kind: 'usage', inputTokens, outputTokens };
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;

function objectOf(value: unknown, field: string): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw wrong(field, 'a JSON object');
  return value as Json;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new RuntimeFailure('the answer of the service is not JSON', true);
  }
}

const wrong = (field: string, expected: string): RuntimeFailure =>
  new RuntimeFailure(`the service's answer: ${field} must be ${expected}`, true);
