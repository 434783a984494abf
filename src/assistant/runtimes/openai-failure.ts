import { errorText } from '../../common/index.js';
import { RuntimeFailure } from '../runtime.js';

/** What the AI SDK attaches to a failed call. */
interface CallError {
  readonly statusCode?: number;
  readonly responseHeaders?: Readonly<Record<string, string>>;
}

/** 4xx answers that the same request may still get past later. */
const RETRYABLE_4XX = new Set([408, 409, 425, 429]);

/**
 * Puts a cause to a failed model call. Only the status and the kind are kept: the SDK's own text can hold the
 * prompt.
 */
export function toRuntimeFailure(error: unknown, signal: AbortSignal): RuntimeFailure {
  if (error instanceof RuntimeFailure) return error;
  if (signal.aborted)
    return new RuntimeFailure(`the model call was stopped (${errorText(signal.reason)})`, true);
  const { statusCode, responseHeaders } = (error ?? {}) as CallError;
  if (statusCode === undefined) {
    return new RuntimeFailure(`the model could not be reached (${codeOf(error)})`, true, { cause: error });
  }
  const isRetryable = statusCode < 400 || statusCode >= 500 || RETRYABLE_4XX.has(statusCode);
  return new RuntimeFailure(`the model answered ${statusCode}`, isRetryable, {
    cause: error,
    retryAfterMs: retryAfter(responseHeaders),
  });
}

function retryAfter(headers: CallError['responseHeaders']): number | undefined {
  const seconds = Number(headers?.['retry-after']);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : undefined;
}

function codeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const { code, name } = (cause ?? {}) as { code?: unknown; name?: unknown };
  return typeof code === 'string' ? code : typeof name === 'string' ? name : 'unknown error';
}
