import { FaultSwitch } from '../../common/fault-switch.js';
import type { Random } from '../../common/random.js';
import type { WebhookBody } from './types.js';

/**
 * Faults of a text, attachment, multipart, reaction or new-chat send that passed validation.
 *
 * - `hang`: answer 200 after `ms`, or once `until` resolves. The row appears at the end, or at once with
 *   `row: 'first'`.
 * - `answer-lost`: row and echoes are made, then the connection is cut without an answer.
 * - `refused`: the connection is cut and nothing is sent.
 * - `apple-error`: the row gets `error` 22 (not reachable on that service) or 4 (timed out), the answer is
 *   500 `Failed to send message! See attached message error code.` and `message-send-error` is dispatched.
 *   With `withoutData` the answer carries `data: null`.
 * - `script-error`: 500 `Message Send Error` with `text` and no data. With `sent` the message was sent.
 * - `server-error`: the unhandled 500 envelope. With `sent` the message was sent.
 * - `row-unseen`: the message was sent, but the bridge did not recognize its row: 500 with Apple's text and
 *   `data: null`; `announcedAfterMs` (default 500) later the row is announced, without the tempGuid.
 * - `gateway-timeout`: 504. With `sent` the message was sent.
 */
export type SendFault =
  | SendHang
  | { readonly kind: 'answer-lost'; readonly afterMs?: number }
  | { readonly kind: 'refused' }
  | { readonly kind: 'apple-error'; readonly code: number; readonly withoutData?: boolean }
  | { readonly kind: 'script-error'; readonly text?: string; readonly sent?: boolean }
  | { readonly kind: 'server-error'; readonly text?: string; readonly sent?: boolean }
  | { readonly kind: 'row-unseen'; readonly announcedAfterMs?: number }
  | { readonly kind: 'gateway-timeout'; readonly sent?: boolean };

export type SendHang = { readonly kind: 'hang'; readonly row?: 'first' | 'last' } & (
  { readonly ms: number } | { readonly until: Promise<unknown> }
);

export interface SendSubject {
  readonly chatGuid: string;
  readonly text: string | null;
  readonly method: string;
  readonly tempGuid: string | undefined;
}

/**
 * Faults of any call, before authentication. `text` answers are sent unchanged (such as a proxy page),
 * `json` answers as JSON.
 */
export type RequestFault =
  | { readonly kind: 'cut' }
  | { readonly kind: 'hang' }
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'answer'; readonly status: number; readonly text?: string; readonly json?: unknown };

export interface RequestSubject {
  readonly method: string;
  readonly path: string;
}

/**
 * Faults in the delivery of one event to one webhook. `hold` sends the event after the next event to
 * the same webhook (reordering), or alone after `forMs` (default 250) when no other follows.
 * `old-first` first sends a message that was announced long ago, as `new-message`.
 */
export type WebhookFault =
  | { readonly kind: 'drop' }
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'repeat'; readonly times: number }
  | { readonly kind: 'hold'; readonly forMs?: number }
  | { readonly kind: 'old-first' };

export interface WebhookSubject {
  readonly body: WebhookBody;
  readonly webhookId: number;
}

/** All faults of the bridge simulator. They may be changed at any time; `clear()` removes them all. */
export class BridgeFaults {
  readonly sends: FaultSwitch<SendFault, SendSubject>;
  readonly requests: FaultSwitch<RequestFault, RequestSubject>;
  readonly webhooks: FaultSwitch<WebhookFault, WebhookSubject>;

  /** The Private API is switched off in the settings of the bridge. */
  privateApiOff = false;
  /** The Private API is on but its helper is not attached. */
  helperOff = false;
  /** No Apple account is signed in on the Mac, so the bridge detects no address. */
  signedOut = false;
  /** Behaves as macOS 26 regardless of the option: `any;` guids, edits without effect, chat/new by script fails. */
  macOs26 = false;
  /** AppleScript fails with error -1700 without sending (seen on macOS 26, imbridge-wire 2.3). */
  appleScriptBroken = false;
  /** macOS changes the texts that AppleScript sends: curly quotes, dashes, one space, U+FE0F (imbridge-wire 15). */
  textsChanged = false;
  /** How long after a send into a chat with oneself its copy arrives as a message of the other side; undefined: never. */
  reflectAfterMs: number | undefined;
  /** Edits and unsends change nothing and answer 200 after `unchangedAfterMs`. */
  editsIgnored = false;
  /**
   * Fields of a text or file with which a send stalls: after `unchangedAfterMs` it ends in an unhandled 500, and nothing
   * is sent. So does `selectedMessageGuid` on macOS 26.5 and some 15.5 (imbridge-wire 15).
   */
  readonly stallsWith = new Set<string>();
  /** Renames and participants change nothing and end in a 500; icons change nothing and answer 200. */
  groupChangesIgnored = false;
  /** Voice memos that have to be converted from MP3 end in a 500. */
  conversionsFail = false;
  /** Addresses that the availability call reports as unreachable by iMessage. */
  readonly notOnIMessage = new Set<string>();
  /** Time the bridge waits for a change that never happens; for one of members up to 13/30 longer (imbridge-wire 15). */
  unchangedAfterMs = 30_000;
  /** Delay added to every answer. */
  responseDelayMs = 0;
  /** How far the Mac's clock is ahead: the `Date` of its answers, and `macos_time_sync` (imbridge-wire 2.2). */
  clockAheadMs = 0;

  constructor(random: Random) {
    this.sends = new FaultSwitch(random);
    this.requests = new FaultSwitch(random);
    this.webhooks = new FaultSwitch(random);
  }

  clear(): void {
    for (const each of [this.sends, this.requests, this.webhooks]) each.clear();
    this.privateApiOff = this.helperOff = this.macOs26 = this.signedOut = false;
    this.appleScriptBroken = this.editsIgnored = this.groupChangesIgnored = false;
    this.conversionsFail = this.textsChanged = false;
    this.reflectAfterMs = undefined;
    this.notOnIMessage.clear();
    this.stallsWith.clear();
    this.unchangedAfterMs = 30_000;
    this.responseDelayMs = 0;
    this.clockAheadMs = 0;
  }
}
