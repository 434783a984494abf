import type { HttpFault, HttpStream } from '../../../channels/kit/index.js';

/**
 * The outcome of a call to the bridge. Expected faults are values, not exceptions. `refused`: an answer came, and it is
 * not a success. `fromBridge` is false when it lacks the bridge's envelope, so that another program answered (a proxy, a
 * tunnel, another program on the port).
 */
export type BridgeFailure = BridgeSilence | BridgeRefusal;

/** No whole answer came. `code` is that of the error of the system, TLS or the HTTP client. */
export type BridgeSilence = HttpFault & { readonly code?: string };

export interface BridgeRefusal {
  readonly kind: 'refused';
  readonly status: number;
  readonly fromBridge: boolean;
  /** `error.message` of the envelope: it may contain anything, so it is never logged. */
  readonly reason: string;
  /** `data` of the envelope; a failed send carries its message here. */
  readonly data: unknown;
  readonly retryAfterMs?: number;
  readonly detail: string;
}

export type BridgeResult =
  { readonly ok: true; readonly data: unknown } | { readonly ok: false; readonly failure: BridgeFailure };

export type DownloadResult =
  { readonly ok: true; readonly data: HttpStream } | { readonly ok: false; readonly failure: BridgeFailure };

/** The Private API is off or its helper is down (wire 1.6): a capability is missing, so a retry is useless. */
export function lacksPrivateApi(failure: BridgeFailure): boolean {
  return (
    failure.kind === 'refused' && failure.status === 500 && failure.reason.startsWith('iMessage Private API')
  );
}

export function isUnauthorised(failure: BridgeFailure): boolean {
  return failure.kind === 'refused' && (failure.status === 401 || failure.status === 403);
}

/**
 * How `message/text` answers with a 500 for an unknown chat: the Private API in words, AppleScript by its number (wire
 * 2.3).
 */
const NO_SUCH_CHAT = /^Chat does not exist!?$|\(-1728\)/;

/** The bridge itself reports "not found"; a wrong address would be reported by another program. */
export function isUnknownThing(failure: BridgeFailure): boolean {
  if (failure.kind !== 'refused' || !failure.fromBridge) return false;
  return failure.status === 404 || (failure.status === 500 && NO_SUCH_CHAT.test(failure.reason));
}

/** AppleScript's numbers for a missing or lost answer: the action may have happened. */
const UNANSWERED: ReadonlySet<number> = new Set([-1712, -609, -600]);

/** AppleScript reports that it did nothing (wire 2.3, "other text"). */
export function isScriptRefusal(failure: BridgeFailure): boolean {
  if (failure.kind !== 'refused' || failure.status !== 500 || !failure.fromBridge) return false;
  const number = /\((-\d{1,5})\)/.exec(failure.reason)?.[1];
  return number !== undefined && !UNANSWERED.has(Number(number));
}
