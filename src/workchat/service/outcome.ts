import type { ActionOutcome, SendFailureCode, SendOutcome } from '../../channels/index.js';
import { fieldsOf, textOf } from './wire/json.js';
import { messageIdOf } from '../ids/id.js';
import type { ServiceOutcome } from './connector-service.js';
import { pauseOf } from './http/retry-after.js';

type Answered = Extract<ServiceOutcome, { kind: 'answered' }>;

/**
 * The outcome of a message (wire 3.4, 3.6). Only an explicit refusal counts as not sent: after 408, 412 or any 5xx the
 * message may exist, and the service has no idempotency keys.
 */
export function sendOutcomeOf(outcome: ServiceOutcome, now: number): SendOutcome {
  if (outcome.kind !== 'answered') return unanswered(outcome);
  const { status, json } = outcome;
  if (isDone(status)) {
    const messageId = messageIdOf(fieldsOf(json).id);
    return { kind: 'sent', at: now, ...(messageId === undefined ? {} : { messageId }) };
  }
  const detail = detailOf(outcome);
  if (isAmbiguous(status)) return { kind: 'unknown', code: 'remote-error', detail };
  const { code, retry } = refusalOf(outcome, now);
  return { kind: 'not-sent', code, retry, detail };
}

/** The outcome of an edit or a delete; a repeat is harmless, but the caller decides. */
export function actionOutcomeOf(outcome: ServiceOutcome, now: number): ActionOutcome {
  const sent = sendOutcomeOf(outcome, now);
  if (sent.kind === 'sent') return { kind: 'done' };
  const { code, detail } = sent;
  return { kind: sent.kind === 'unknown' ? 'unknown' : 'failed', code, detail };
}

/**
 * Whether the bot was removed or the conversation is gone, so that no message will arrive until someone writes from
 * there (wire 3.6).
 */
export function isGone(outcome: ServiceOutcome): boolean {
  if (outcome.kind !== 'answered') return false;
  const code = codeIn(outcome);
  if (outcome.status === 404) return code === 'ConversationNotFound';
  return outcome.status === 403 && code !== 'ContentStreamNotAllowed';
}

/** The platform has taken the call. */
export const isAccepted = (outcome: ServiceOutcome): boolean =>
  outcome.kind === 'answered' && isDone(outcome.status);

const isDone = (status: number): boolean => status >= 200 && status < 300;
const isAmbiguous = (status: number): boolean => status >= 500 || status === 408 || status === 412;

function unanswered(outcome: Exclude<ServiceOutcome, Answered>): SendOutcome {
  switch (outcome.kind) {
    case 'unreachable':
      return { kind: 'not-sent', code: 'unreachable', retry: { kind: 'wait' }, detail: outcome.detail };
    case 'no-token': {
      const code = outcome.isRefused ? 'bad-credentials' : 'unreachable';
      return { kind: 'not-sent', code, retry: { kind: 'wait' }, detail: outcome.detail };
    }
    case 'limited':
      return {
        kind: 'not-sent',
        code: 'rate-limited',
        retry: { kind: 'wait', afterMs: outcome.waitMs },
        detail: 'as many as the platform takes at once',
      };
    case 'foreign':
      return { kind: 'not-sent', code: 'rejected', retry: { kind: 'never' }, detail: outcome.detail };
    case 'interrupted':
      return { kind: 'unknown', code: outcome.how, detail: outcome.detail };
  }
}

function refusalOf(
  outcome: Answered,
  now: number,
): { readonly code: SendFailureCode; readonly retry: Extract<SendOutcome, { kind: 'not-sent' }>['retry'] } {
  const afterMs = pauseOf(outcome, now);
  if (afterMs !== undefined) return { code: 'rate-limited', retry: { kind: 'wait', afterMs } };
  // The token was valid when it was issued, and the next attempt uses a new one.
  if (outcome.status === 401) return { code: 'bad-credentials', retry: { kind: 'later' } };
  const isUnreachable = outcome.status === 403 || isGone(outcome);
  return { code: isUnreachable ? 'recipient-unreachable' : 'rejected', retry: { kind: 'never' } };
}

/** Shows only the service's codes, because its messages may quote ours. */
function detailOf(outcome: Answered): string {
  const code = codeIn(outcome);
  return `HTTP ${outcome.status}${code === undefined ? '' : ` ${code}`}`;
}

/** The answer for a blocked chat has a special form, with JSON in a text (wire 3.6). */
export function codeIn({ json }: Answered): string | undefined {
  const { error, errorCode } = fieldsOf(json);
  const code =
    textOf(fieldsOf(error).code) ?? (typeof errorCode === 'number' ? String(errorCode) : undefined);
  return code === undefined || !/^[A-Za-z0-9._-]{1,64}$/.test(code) ? undefined : code;
}
