import type { SendOutcome } from '../../channels/index.js';
import {
  fieldsOf,
  LATER,
  NEVER,
  notSent,
  numberOf,
  parseJson,
  textOf,
  unanswered,
  WAIT,
} from '../../channels/kit/index.js';
import { messageIdOf } from '../ids/id.js';
import type { ServiceOutcome } from './connector-service.js';
import { pauseOf } from './http.js';

type Answered = Extract<ServiceOutcome, { kind: 'answered' }>;

/**
 * The outcome of a message (wire 3.4, 3.6). Only an explicit refusal counts as not sent: after 408, 412 or any 5xx the
 * message may exist, and the service has no idempotency keys.
 */
export function sendOutcomeOf(outcome: ServiceOutcome, now: number): SendOutcome {
  if (outcome.kind !== 'answered') return noAnswer(outcome);
  const { status, json } = outcome;
  if (isDone(status)) {
    const messageId = messageIdOf(fieldsOf(json).id);
    return { kind: 'sent', at: now, ...(messageId === undefined ? {} : { messageId }) };
  }
  const detail = detailOf(outcome);
  if (isAmbiguous(status)) return { kind: 'unknown', code: 'remote-error', detail };
  return refusalOf(outcome, now, detail);
}

/** Refusals that last: the bot is not in the conversation, or is blocked there (wire 3.6). Any other 403 may pass. */
const LASTING = [
  'BotNotInConversationRoster',
  'ForbiddenOperationException',
  'ConversationBlockedByUser',
  'MessageWritesBlocked',
];

/**
 * Whether the bot was removed or blocked, or the conversation is gone, so that no message will arrive until someone
 * writes from there (wire 3.6).
 */
export function isGone(outcome: ServiceOutcome): boolean {
  if (outcome.kind !== 'answered') return false;
  const code = codeIn(outcome) ?? '';
  return outcome.status === 404
    ? code === 'ConversationNotFound'
    : outcome.status === 403 && LASTING.includes(code);
}

/** The platform has taken the call. */
export const isAccepted = (outcome: ServiceOutcome): boolean =>
  outcome.kind === 'answered' && isDone(outcome.status);

/** Its number in the special form. */
const WRITES_BLOCKED = 209;

const isDone = (status: number): boolean => status >= 200 && status < 300;
const isAmbiguous = (status: number): boolean => status >= 500 || status === 408 || status === 412;

/** The outcome of a call that was never made, or has no answer. */
function noAnswer(outcome: Exclude<ServiceOutcome, Answered>): SendOutcome {
  switch (outcome.kind) {
    case 'no-token':
      return notSent(outcome.isRefused ? 'bad-credentials' : 'unreachable', WAIT, outcome.detail);
    case 'limited': {
      const retry = { kind: 'wait', afterMs: outcome.waitMs } as const;
      return notSent('rate-limited', retry, 'the rate limit of the platform is reached');
    }
    case 'foreign':
      return notSent('rejected', NEVER, outcome.detail);
    default:
      return unanswered(outcome);
  }
}

function refusalOf(outcome: Answered, now: number, detail: string): SendOutcome {
  const afterMs = pauseOf(outcome, now);
  if (afterMs !== undefined) return notSent('rate-limited', { kind: 'wait', afterMs }, detail);
  // The token was valid when it was issued, and the next attempt uses a new one.
  if (outcome.status === 401) return notSent('bad-credentials', LATER, detail);
  if (isGone(outcome)) return notSent('recipient-unreachable', NEVER, detail);
  if (outcome.status !== 403) return notSent('rejected', NEVER, detail);
  const isEndOfStream = codeIn(outcome) === 'ContentStreamNotAllowed';
  return notSent('recipient-unreachable', isEndOfStream ? NEVER : LATER, detail);
}

/** Shows only the service's codes, because its messages may quote ours. */
function detailOf(outcome: Answered): string {
  const code = codeIn(outcome);
  return `HTTP ${outcome.status}${code === undefined ? '' : ` ${code}`}`;
}

/** The answer for a blocked chat has a special form, with JSON in a text; the JSON may be missing (wire 3.6). */
export function codeIn({ json }: Answered): string | undefined {
  const { error, errorCode, message } = fieldsOf(json);
  const { subCode } = fieldsOf(parseJson(textOf(message) ?? '')?.value);
  const number = numberOf(errorCode);
  const code =
    textOf(fieldsOf(error).code) ??
    textOf(subCode) ??
    (number === WRITES_BLOCKED ? 'MessageWritesBlocked' : number?.toString());
  return code === undefined || !/^[A-Za-z0-9._-]{1,64}$/.test(code) ? undefined : code;
}
