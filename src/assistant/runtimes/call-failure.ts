import { errorText, retryAfterMs } from '../../common/index.js';
import { type FailureCode, RuntimeFailure } from '../runtime.js';

/** What the words of a refusal mean. */
export interface RefusalMeaning {
  readonly code?: FailureCode;
  /** These as in `RuntimeFailure`. */
  readonly window?: number;
  readonly tool?: string | undefined;
}

/** 4xx answers after which the same request may still succeed later. */
const RETRYABLE_4XX = new Set([408, 409, 425, 429]);

/** Codes and names from programs: too short and plain to contain anyone's text. */
const PLAIN_CODE = /^[\w.-]{1,60}$/;

/**
 * Finds the cause of a failed call to a model or service. Only the status and the kind are kept, because the text of
 * the error can contain the prompt.
 */
export function toRuntimeFailure(error: unknown, signal: AbortSignal): RuntimeFailure {
  if (error instanceof RuntimeFailure) return error;
  if (signal.aborted)
    return new RuntimeFailure(`the model call was stopped (${errorText(signal.reason)})`, true);
  const text = Error.isError(error) ? 'the model could not be reached' : 'the model reported an error';
  return new RuntimeFailure(`${text} (${codeOf(error)})`, true, { cause: error });
}

/** Whether the same request may succeed later. */
export const isRetryableStatus = (status: number): boolean =>
  status < 300 || status >= 500 || RETRYABLE_4XX.has(status);

/** A code or name that can be shown; undefined for anything else. */
export const plainCode = (value: unknown): string | undefined =>
  (typeof value === 'string' && PLAIN_CODE.test(value)) || typeof value === 'number'
    ? String(value)
    : undefined;

/** @param retryAfter the raw header: seconds or a date */
export function statusFailure(
  status: number,
  retryAfter: string | undefined,
  { code, window, tool }: RefusalMeaning = {},
): RuntimeFailure {
  // A request stays too long, also for the servers that say so with 500.
  const isRetryable = code !== 'too-long' && code !== 'too-large' && isRetryableStatus(status);
  const detail = status >= 300 && status < 400 ? ', and redirects are not followed' : '';
  const pauseMs = retryAfterMs({ 'retry-after': retryAfter }, Date.now()) ?? 0;
  return new RuntimeFailure(`the model answered ${status}${detail}`, isRetryable, {
    retryAfterMs: pauseMs > 0 ? pauseMs : undefined,
    status,
    code,
    window,
    tool,
  });
}

function codeOf(error: unknown): string {
  const cause = Error.isError(error) && error.cause !== undefined ? error.cause : error;
  const { code, type, name } = (cause ?? {}) as Readonly<Record<string, unknown>>;
  return [code, type, name].map(plainCode).find((each) => each !== undefined) ?? 'unknown error';
}
