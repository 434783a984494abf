import type { Finding } from '../../../common/index.js';
import { fieldsOf, type HttpOutcome, textOf } from '../../../channels/kit/index.js';
import { exchange } from '../../service/http.js';
import { ANSWER_MS } from './check-subject.js';

/** The finding of a call without a token. */
export interface Knock {
  readonly finding: Finding;
  /** The response time in ms; undefined without an answer of the gateway. */
  readonly tookMs?: number;
  /** A program other than the gateway answered 401. */
  readonly isBarred?: boolean;
}

/** Calls like the platform, but without a token. */
export const knock = (url: string, signal: AbortSignal): Promise<HttpOutcome> =>
  exchange({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'gatehouse-doctor' },
    body: '{}',
    timeoutMs: ANSWER_MS,
    signal,
  });

/** Whether it is the webhook's answer to a call without a token (webhook/refusal.ts). */
export const isOurs = (outcome: HttpOutcome): boolean =>
  outcome.kind === 'answered' &&
  outcome.status === 401 &&
  textOf(fieldsOf(outcome.json).error) === 'Unauthorized';
