import type { ActionOutcome, SendFailureCode, SendOutcome } from '../../channels/index.js';
import { messageIdOf } from '../ids/id.js';
import {
  actionOutcome,
  type FailedSend,
  LATER,
  NEVER,
  notSent,
  numberOf,
  recordOf,
  unanswered,
  WAIT,
} from '../../channels/kit/index.js';
import { dateOf, rowIdIn } from './messages/message.js';
import {
  type BridgeFailure,
  type BridgeRefusal,
  type BridgeResult,
  isScriptRefusal,
  isUnknownThing,
  lacksPrivateApi,
} from './client/result.js';
import type { ServerInfo } from './client/server-info.js';

const ALREADY_QUEUED = 'already queued';
const APPLE_REFUSED = /^Failed to send (?:message|attachment)!/;
/** Apple's error number for an address that the service does not reach (wire 2.3). */
const NOT_REACHABLE = 22;

const BRIDGE_TROUBLE: ReadonlySet<SendFailureCode> = new Set([
  'unreachable',
  'bad-credentials',
  'not-supported',
  'remote-error',
  'timeout',
  'cut-off',
]);

/** Outcomes that concern the bridge and not only one message. */
export const isBridgeTrouble = (code: SendFailureCode): boolean => BRIDGE_TROUBLE.has(code);

/**
 * The outcome of a message according to the answer to `message/text` or `message/attachment` (wire 1.3, 1.6, 2.3, 2.4).
 * Only an answer that proves that nothing was sent is `not-sent`; any doubt is `unknown` and gets reconciled. A fault
 * of the bridge as a whole is `wait`, so that it does not use up the attempts of all queued messages.
 * @param now replaces a missing date of the answer, epoch ms
 */
export function outcomeOf(result: BridgeResult, now: number): SendOutcome {
  if (!result.ok) return failureOutcome(result.failure);
  const row = recordOf(result.data);
  const messageId = messageIdOf(row?.guid);
  const sequence = rowIdIn(row);
  return {
    kind: 'sent',
    ...(messageId === undefined ? {} : { messageId }),
    ...(sequence === undefined ? {} : { sequence }),
    at: dateOf(row?.dateCreated) ?? now,
  };
}

/** The outcome of a send according to its failed call. */
export function failureOutcome(failure: BridgeFailure): FailedSend {
  return failure.kind === 'refused' ? refusalOutcome(failure) : unanswered(failure);
}

function refusalOutcome(refusal: BridgeRefusal): FailedSend {
  const { status, detail } = refusal;
  if (lacksPrivateApi(refusal)) return notSent('not-supported', WAIT, detail);
  // The bridge never answers 403, so a proxy in front of it requires credentials.
  if (status === 401 || status === 403) return notSent('bad-credentials', WAIT, detail);
  // A tunnel or proxy limits our rate; the message is fine.
  if (status === 429) return notSent('rate-limited', { kind: 'wait', afterMs: refusal.retryAfterMs }, detail);
  if (isUnknownThing(refusal)) return notSent('rejected', NEVER, detail);
  // The report may be wrong, so the chat is checked before a repeat, but without a wait.
  if (isScriptRefusal(refusal)) return { kind: 'unknown', code: 'rejected', detail };
  if (status >= 500) return serverFault(refusal);
  if (status === 413)
    return notSent('rejected', NEVER, `${detail}: too large for the bridge or for a proxy in front of it`);
  if (status < 300) return unknown(refusal);
  if (!refusal.fromBridge) return notSent('remote-error', WAIT, `${detail}: check serverUrl`);
  if (isInFlight(refusal)) {
    return { kind: 'unknown', code: 'in-flight', detail: 'the bridge is still sending it' };
  }
  return notSent('rejected', NEVER, detail);
}

/** The bridge is processing an earlier call with the same tempGuid (wire 2.3). */
export const isInFlight = (failure: BridgeFailure): boolean =>
  failure.kind === 'refused' && failure.fromBridge && failure.reason.includes(ALREADY_QUEUED);

/**
 * The outcome of a 5xx answer. Apple's own refusal comes with the message and its error number; after any other 5xx the
 * message may have been sent.
 */
function serverFault(refusal: BridgeRefusal): FailedSend {
  const error = numberOf(recordOf(refusal.data)?.error) ?? 0;
  if (!APPLE_REFUSED.test(refusal.reason) || error === 0) return unknown(refusal);
  const { code, detail } = appleFailure(error);
  return notSent(code, code === 'recipient-unreachable' ? NEVER : LATER, detail);
}

/** The failure that Apple's error number of a message stands for (wire 2.3, E39). */
export function appleFailure(error: number): { readonly code: SendFailureCode; readonly detail: string } {
  if (error !== NOT_REACHABLE) return { code: 'remote-error', detail: `Apple error ${error}` };
  return {
    code: 'recipient-unreachable',
    detail: 'Apple error 22: the address is not reachable on this service',
  };
}

function unknown(refusal: BridgeRefusal): FailedSend {
  return {
    kind: 'unknown',
    code: refusal.status === 504 ? 'timeout' : 'remote-error',
    detail: refusal.detail,
  };
}

/**
 * The outcome of an action according to its answer. A missing Private API triggers a new check of the bridge, so that
 * the action is no longer offered.
 */
export async function bridgeActionOutcome(result: BridgeResult, info: ServerInfo): Promise<ActionOutcome> {
  if (result.ok) return { kind: 'done' };
  if (lacksPrivateApi(result.failure)) await info.renew();
  return actionOutcome(failureOutcome(result.failure));
}
