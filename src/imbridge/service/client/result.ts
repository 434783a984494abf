/**
 * How a call to the bridge ended. Expected faults are values, not exceptions; what matters to a sender is
 * whether the bridge can have taken the request:
 * - `unreachable`: no connection came about, nothing was written.
 * - `interrupted`: the request went out (at least in part) and no answer came back.
 * - `refused`: an answer came and it is not a success. `fromBridge` is false when it has not the bridge's
 *   envelope, so that somebody else spoke (a proxy, a tunnel, another program on the port).
 */
export type BridgeFailure =
  | { readonly kind: 'unreachable'; readonly detail: string }
  | {
      readonly kind: 'interrupted';
      readonly how: 'timeout' | 'aborted' | 'cut-off';
      readonly detail: string;
    }
  | BridgeRefusal;

export interface BridgeRefusal {
  readonly kind: 'refused';
  readonly status: number;
  readonly fromBridge: boolean;
  /** `error.message` of the envelope: may hold anything, so never for a log. */
  readonly reason: string;
  /** `data` of the envelope; a failed send carries its message here. */
  readonly data: unknown;
  readonly retryAfterMs?: number;
  readonly detail: string;
}

export type BridgeResult =
  { readonly ok: true; readonly data: unknown } | { readonly ok: false; readonly failure: BridgeFailure };

/** A file on its way from the bridge. */
export interface FileStream {
  /** As the answer states it; 1.9.9 states none (wire 2.8). */
  readonly bytes: number | undefined;
  /** To be read once; throws where it breaks off, without a secret. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Instead of reading it. */
  readonly leave: () => void;
}

export type DownloadResult =
  { readonly ok: true; readonly data: FileStream } | { readonly ok: false; readonly failure: BridgeFailure };

/** The Private API is off or its helper is down (wire 1.6): a capability is missing, trying again is no use. */
export function lacksPrivateApi(failure: BridgeFailure): boolean {
  return (
    failure.kind === 'refused' && failure.status === 500 && failure.reason.startsWith('iMessage Private API')
  );
}

export function isUnauthorised(failure: BridgeFailure): boolean {
  return failure.kind === 'refused' && (failure.status === 401 || failure.status === 403);
}

/** `message/text` says so of a chat with a 500: the Private API in words, AppleScript by its number (wire 2.3). */
const NO_SUCH_CHAT = /^Chat does not exist!?$|\(-1728\)/;

/** The bridge itself says that it has no such thing, as opposed to a wrong address. */
export function isUnknownThing(failure: BridgeFailure): boolean {
  if (failure.kind !== 'refused' || !failure.fromBridge) return false;
  return failure.status === 404 || (failure.status === 500 && NO_SUCH_CHAT.test(failure.reason));
}

/** AppleScript's numbers for an answer that did not come, or not back: what was asked for may have happened. */
const UNANSWERED: ReadonlySet<number> = new Set([-1712, -609, -600]);

/** AppleScript says that it did not do it (wire 2.3, "other text"). */
export function isScriptRefusal(failure: BridgeFailure): boolean {
  if (failure.kind !== 'refused' || failure.status !== 500 || !failure.fromBridge) return false;
  const number = /\((-\d{1,5})\)/.exec(failure.reason)?.[1];
  return number !== undefined && !UNANSWERED.has(Number(number));
}
