import type { Answer } from './answer.js';
import { HttpFailure } from './answer.js';

type Headers = Readonly<Record<string, string>>;

/** An error of the connector REST API: always `{"error":{"code","message"}}` (workchat-wire 3.6). */
export const serviceProblem = (
  status: number,
  code: string,
  message = code,
  headers: Headers = {},
): Answer => ({ status, headers, json: { error: { code, message } } });

/** The documented body for a blocked chat has a different form from all others (workchat-wire 3.6). */
export const writesBlocked = (): Answer => ({
  status: 403,
  json: {
    errorCode: 209,
    message: JSON.stringify({
      subCode: 'MessageWritesBlocked',
      details: 'Thread is blocked from message writes.',
      errorCode: null,
      errorSubCode: null,
    }),
  },
});

/** The rate is exceeded. `retryAfter` is the header's value, seconds or a date; it is usually present. */
export const throttled = (retryAfter?: number | string): Answer =>
  serviceProblem(
    429,
    'TooManyRequests',
    'API calls quota exceeded! maximum admitted 7 per 1s.',
    retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
  );

/** An error of Graph, with the ids a support case needs (workchat-wire 5.5). */
export const graphProblem = (
  status: number,
  code: string,
  message = code,
  headers: Headers = {},
): Answer => ({
  status,
  headers,
  json: {
    error: {
      code,
      message,
      innerError: {
        date: '2026-01-21T10:40:00',
        'request-id': '5f0d7e7c-93a8-4f2a-8d52-0f3c5a4e9b10',
        'client-request-id': '5f0d7e7c-93a8-4f2a-8d52-0f3c5a4e9b10',
      },
    },
  },
});

export const graphThrottled = (retryAfter?: number | string): Answer =>
  graphProblem(
    429,
    'TooManyRequests',
    'Too many requests',
    retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
  );

interface LoginProblem {
  readonly status: number;
  /** OAuth error code, such as `invalid_client`. */
  readonly error: string;
  /** Number after `AADSTS`. */
  readonly code: number;
  readonly text: string;
  readonly headers?: Headers;
}

/**
 * An error of the token endpoint (workchat-wire 2.4). The form with `error_uri` and line breaks is that of
 * OfficeDev/microsoft-365-agents-toolkit issue 8621.
 */
export function loginProblem({ status, error, code, text, headers = {} }: LoginProblem): Answer {
  const trace = '6f6c4645-0202-4486-b625-fa957dfc4700';
  const correlation = '5fc87507-4086-4e77-b415-cee677eb232e';
  const timestamp = '2026-01-21 10:40:00Z';
  const description = `AADSTS${code}: ${text} Trace ID: ${trace} Correlation ID: ${correlation} Timestamp: ${timestamp}`;
  return {
    status,
    headers,
    json: {
      error,
      error_description: description,
      error_codes: [code],
      timestamp,
      trace_id: trace,
      correlation_id: correlation,
      error_uri: `https://login.microsoftonline.com/error?code=${code}`,
    },
  };
}

export const refuseService = (...problem: Parameters<typeof serviceProblem>): HttpFailure =>
  new HttpFailure(serviceProblem(...problem));

export const refuseGraph = (...problem: Parameters<typeof graphProblem>): HttpFailure =>
  new HttpFailure(graphProblem(...problem));

export const refuseLogin = (problem: LoginProblem): HttpFailure => new HttpFailure(loginProblem(problem));
