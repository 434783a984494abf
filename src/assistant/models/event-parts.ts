import { isRecord } from '../../common/index.js';
import { RuntimeFailure } from '../runtime.js';
import { isRetryableStatus, plainCode } from '../runtimes/call-failure.js';
import { isTooDeep } from '../runtimes/tool-calls.js';
import { lengthRefusal } from './turn/too-long.js';
import type { ModelUsage } from './wire.js';

/** Counts the events of an answer, so that none is endless. */
export class EventCount {
  private events = 0;

  constructor(private readonly most: number) {}

  /** @throws RuntimeFailure when there are too many */
  add(): void {
    if (++this.events > this.most)
      throw new RuntimeFailure(`the model's answer came in more than ${this.most} parts`, false);
  }

  /**
   * Tells a whole answer from one that was cut off: half an answer must not pass for a whole one.
   * @throws RuntimeFailure
   */
  finish(isWhole: boolean): void {
    if (this.events === 0) throw new RuntimeFailure(NO_EVENTS, true, { code: 'no-events' });
    if (!isWhole) throw new RuntimeFailure('the model ended its answer early', true);
  }
}

const NO_EVENTS = "the model's answer was not an event stream: check baseUrl";

/** An event that ends a stream of chat completions; relays send it behind the answers of other protocols too. */
export const isDoneMark = (data: string): boolean => data.length < 20 && data.trim() === '[DONE]';

/**
 * A list of one object stands for the object: Google's servers send errors so.
 * @throws RuntimeFailure when it is no JSON object
 */
export function eventOf(data: string): object {
  const given = jsonIn(data);
  if (isRecord(given)) return given;
  if (Array.isArray(given) && given.length === 1 && isRecord(given[0])) return given[0];
  throw new RuntimeFailure('the model sent an event that is not a JSON object', true);
}

/** The objects of a list: servers leave lists out, or put null into them. */
export const objectsIn = <T extends object>(list: readonly (T | null)[] | null | undefined): readonly T[] =>
  Array.isArray(list) ? (list as readonly unknown[]).filter((each): each is T => isRecord(each)) : [];

/** A text as it is; anything else is none. */
export const wordsOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * A call's arguments, as text or as an object. Servers send nothing, null or an empty list for none, and the JSON of a
 * text for the text. Undefined for what else is no JSON of some levels; the tool box then reports that to the model.
 */
export function argumentsOf(given: unknown): unknown {
  const once = typeof given === 'string' && given.trim() !== '' ? jsonIn(given) : (given ?? '');
  const value = typeof once === 'string' && once !== '' ? jsonIn(once) : once;
  if (value === '' || value === null || (Array.isArray(value) && value.length === 0)) return {};
  return typeof value === 'string' || isTooDeep(value) ? undefined : value;
}

/** Undefined when it is no JSON. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The id of a call to which the model gave none; the next answer of the turn may have the same. */
export const ownCallId = (index: number): string => `call_${index + 1}`;

/** A count of tokens: 0 where the vendor gives none, NaN where it gives something else than a count. */
export function tokens(value: unknown): number {
  if (value === undefined || value === null) return 0;
  return isCount(value) ? value : NaN;
}

export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

/** The usage that a vendor reports; undefined, so that it is estimated, where one of its numbers is no count. */
export const exactUsage = (usage: ModelUsage): ModelUsage | undefined =>
  Object.values(usage).every(isCount) ? usage : undefined;

/** The names of errors at OpenAI and at servers that follow it, and the statuses that they have as refusals. */
const STATUSES: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  invalid_api_key: 401,
  authentication_error: 401,
  permission_error: 403,
  model_not_found: 404,
  not_found_error: 404,
  rate_limit_exceeded: 429,
  rate_limit_error: 429,
  insufficient_quota: 429,
  server_error: 500,
  unavailable_error: 503,
};

/**
 * The failure that a vendor reports as an event, which has no status of its own. Its code says more than its type, but
 * may be missing, or be the status itself.
 * @param statuses further names of errors, and the statuses that they have as refusals
 */
export function reportedFailure(
  error: unknown,
  statuses: Readonly<Record<string, number>> = {},
): RuntimeFailure {
  const { code, type, status: name } = isRecord(error) ? (error as Readonly<Record<string, unknown>>) : {};
  const kinds = [code, type, name].filter((kind) => kind !== undefined && kind !== null && kind !== '');
  const shown = kinds.map(plainCode).find((kind) => kind !== undefined) ?? 'unknown error';
  const text = `the model reported an error (${shown})`;
  const length = lengthRefusal(undefined, typeof error === 'string' ? error : JSON.stringify(error ?? ''));
  if (length) {
    const likely = length.code === 'too-large' ? 413 : 400;
    return new RuntimeFailure(text, false, { status: likely, ...length });
  }
  const status = kinds.map((kind) => statusOf(kind, statuses)).find((each) => each !== undefined);
  // Any other error may be over when the model is asked again.
  if (status === undefined) return new RuntimeFailure(text, true);
  return new RuntimeFailure(text, isRetryableStatus(status), { status });
}

function statusOf(kind: unknown, statuses: Readonly<Record<string, number>>): number | undefined {
  const number = Number(kind);
  if (number >= 400 && number < 600) return number;
  const known = [statuses, STATUSES].find((each) => typeof kind === 'string' && Object.hasOwn(each, kind));
  return known?.[String(kind)];
}
