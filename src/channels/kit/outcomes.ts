import type { AccountId } from '../ids.js';
import type {
  ActionOutcome,
  ReconcileOutcome,
  RetryHint,
  SendFailureCode,
  SendOutcome,
} from '../outbound.js';
import { retryAfterMs } from '../../common/index.js';
import type { HttpFault, HttpOutcome } from '../../common/http/client/index.js';

export const LATER = { kind: 'later' } as const satisfies RetryHint;
export const WAIT = { kind: 'wait' } as const satisfies RetryHint;
export const NEVER = { kind: 'never' } as const satisfies RetryHint;

export type FailedSend = Exclude<SendOutcome, { kind: 'sent' }>;
export type NotSent = Extract<SendOutcome, { kind: 'not-sent' }>;

export const notSent = (code: SendFailureCode, retry: RetryHint, detail: string): NotSent => ({
  kind: 'not-sent',
  code,
  retry,
  detail,
});

/** The outcome of a send that the service has no way to make, such as a file where it takes texts only. */
export const notSupported = (detail: string): NotSent => notSent('not-supported', NEVER, detail);

/** The outcome of a send without an answer: one that may have arrived is unknown. */
export const unanswered = (fault: HttpFault): FailedSend =>
  fault.kind === 'unreachable'
    ? notSent('unreachable', WAIT, fault.detail)
    : { kind: 'unknown', code: fault.how, detail: fault.detail };

/**
 * The outcome of a send according to HTTP alone, for a service that says nothing more: sent by a 2xx; unknown after 408 or
 * a 5xx, because the service may have taken it; else not sent. It waits where the fault is not the message's: credentials,
 * rate, a redirect, which is a wrong address.
 * @param now when the answer came, epoch ms
 */
export function answerOutcome(outcome: HttpOutcome, now: number): SendOutcome {
  if (outcome.kind !== 'answered') return unanswered(outcome);
  const { status, headers } = outcome;
  const detail = `HTTP ${status}`;
  if (status < 300) return { kind: 'sent', at: now };
  if (status === 408 || status === 504) return { kind: 'unknown', code: 'timeout', detail };
  if (status >= 500) return { kind: 'unknown', code: 'remote-error', detail };
  if (status === 401 || status === 403) return notSent('bad-credentials', WAIT, detail);
  if (status === 429) return notSent('rate-limited', pauseOf(retryAfterMs(headers, now)), detail);
  return status < 400 ? notSent('remote-error', WAIT, detail) : notSent('rejected', NEVER, detail);
}

const pauseOf = (afterMs: number | undefined): RetryHint =>
  afterMs === undefined ? WAIT : { kind: 'wait', afterMs };

export const actionFailed = (code: SendFailureCode, detail: string): ActionOutcome => ({
  kind: 'failed',
  code,
  detail,
});

/** The outcome of an action by the rules of a send; a repeat is harmless, but the caller decides. */
export const actionOutcome = (sent: SendOutcome): ActionOutcome =>
  sent.kind === 'sent'
    ? { kind: 'done' }
    : { kind: sent.kind === 'unknown' ? 'unknown' : 'failed', code: sent.code, detail: sent.detail };

export const absentAccount = (account: AccountId): string =>
  `account ${account} is not configured or not enabled`;

/** The outcomes for an account that is not there. */
export const ABSENT = {
  send: (account: AccountId): SendOutcome => notSent('rejected', NEVER, absentAccount(account)),
  action: (account: AccountId): ActionOutcome => actionFailed('rejected', absentAccount(account)),
  findSent: (account: AccountId): ReconcileOutcome => ({
    kind: 'unresolved',
    detail: absentAccount(account),
  }),
  probe: (account: AccountId) => ({ reachable: false, problem: absentAccount(account) }),
} as const;
