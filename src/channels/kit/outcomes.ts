import type { AccountId } from '../ids.js';
import type {
  ActionOutcome,
  ReconcileOutcome,
  RetryHint,
  SendFailureCode,
  SendOutcome,
} from '../outbound.js';
import type { HttpFault } from './http/http-call.js';

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

/** The outcome of a send without an answer: one that may have arrived is unknown. */
export const unanswered = (fault: HttpFault): FailedSend =>
  fault.kind === 'unreachable'
    ? notSent('unreachable', WAIT, fault.detail)
    : { kind: 'unknown', code: fault.how, detail: fault.detail };

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
