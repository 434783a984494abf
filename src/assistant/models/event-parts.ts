import { RuntimeFailure } from '../runtime.js';
import { toRuntimeFailure } from '../runtimes/call-failure.js';
import { isTooDeep } from '../runtimes/tool-calls.js';
import { lengthRefusal } from './too-long.js';

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
    if (!isWhole) throw new RuntimeFailure('the model broke off its answer', true);
  }
}

const NO_EVENTS = "the model's answer was no stream of events: is baseUrl right?";

/** @throws RuntimeFailure when it is no JSON object */
export function eventOf(data: string): object {
  try {
    const event = JSON.parse(data) as unknown;
    if (typeof event === 'object' && event !== null && !Array.isArray(event)) return event;
  } catch {
    // Reported below.
  }
  throw new RuntimeFailure('the model sent an event that is no JSON object', true);
}

/** A call's arguments. Undefined for anything but JSON of some levels; the tool box then reports that to the model. */
export function argumentsOf(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    const given = JSON.parse(text) as unknown;
    return isTooDeep(given) ? undefined : given;
  } catch {
    return undefined;
  }
}

/** A count of tokens; 0 where the vendor gives none. */
export const tokens = (value: unknown): number => (typeof value === 'number' ? value : 0);

/**
 * The failure that a vendor reports as an event, which has no status of its own.
 * @param kind the vendor's name of the error
 * @param statuses by kind, the status it has as a refusal; other kinds may succeed later
 */
export function reportedFailure(
  error: unknown,
  kind?: unknown,
  statuses: Readonly<Record<string, number>> = {},
): RuntimeFailure {
  const length = lengthRefusal(undefined, errorJson(error));
  if (length) {
    const status = length.code === 'too-large' ? 413 : 400;
    return new RuntimeFailure(`the model reported an error (${length.code})`, false, { status, ...length });
  }
  const status = typeof kind === 'string' && Object.hasOwn(statuses, kind) ? statuses[kind] : undefined;
  if (status === undefined) return toRuntimeFailure(error, NEVER);
  const isRetryable = status >= 500 || status === 429;
  return new RuntimeFailure(`the model reported an error (${String(kind)})`, isRetryable, { status });
}

/** The words of an error, for a look at them alone. */
export const errorJson = (error: unknown): string =>
  typeof error === 'string' ? error : JSON.stringify(error ?? '');

const NEVER = new AbortController().signal;
