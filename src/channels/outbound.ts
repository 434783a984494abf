import type { StyledRange } from './formatted-text.js';
import type { RemoteMessageId, SenderId, StreamId, Target } from './ids.js';

/** Where a message is posted in a channel with threads: below the message it answers, or as a post of its own. */
export const REPLY_STYLES = ['thread', 'top-level'] as const;
export type ReplyStyle = (typeof REPLY_STYLES)[number];

/** The content of one message; each further kind belongs to a feature. */
export interface TextContent {
  readonly kind: 'text';
  readonly text: string;
  /** The styles of its parts; the connector leaves them out where `textFormatting` is not supported. */
  readonly styled?: readonly StyledRange[];
  /** The message that this one answers; only where `reply` is supported. */
  readonly replyTo?: RemoteMessageId;
  /** The part of that message, from 0. */
  readonly replyPart?: number;
  /** The style for this message only; absent = the channel's settings. Only where `threads` are supported. */
  readonly replyStyle?: ReplyStyle;
  /** The channel's own name of a message effect; only where `sendWithEffect` is supported. */
  readonly effect?: string;
  /** The text completes this stream; only where `stream` is supported. */
  readonly stream?: StreamedPart;
  /** The approval that it asks for: a reaction to the message, or a reply, may be its answer. */
  readonly approvalId?: string;
}

/** How much of its text a stream has shown, for the text that completes it. */
export interface StreamedPart {
  readonly id: StreamId;
  /**
   * The length of the beginning that has certainly been shown, UTF-16 units; more may have been. When the service no
   * longer accepts an end of the stream, only the text after this position is sent.
   */
  readonly shown: number;
  /** When the last call to the stream was made, epoch ms. */
  readonly updatedAt: number;
}

/** A card in the service's own schema; only where `card` is supported. */
export interface CardContent {
  readonly kind: 'card';
  readonly card: Readonly<Record<string, unknown>>;
  /** As for a text. */
  readonly replyStyle?: ReplyStyle;
  /** Text sent with the card, or instead of it where cards cannot be shown; may be empty. */
  readonly text: string;
}

/**
 * A file; only where `sendAttachment` is supported. Its bytes come with the attempt and are not part of the content.
 */
export interface MediaContent {
  readonly kind: 'media';
  /** SHA-256 of the bytes, hexadecimal: equal files have equal ids. */
  readonly mediaId: string;
  /** The name that the recipient sees: no path, no control characters, never empty. */
  readonly filename: string;
  /** Detected from the bytes; `application/octet-stream` when they do not reveal it. */
  readonly mimeType: string;
  /** Size of the file. */
  readonly bytes: number;
  /** Send it as a voice memo; the file is then MP3, CAF or Opus in Ogg, and its name says which. */
  readonly asVoice: boolean;
  /** As for a text. */
  readonly replyStyle?: ReplyStyle;
  /** Text sent with the file; may be empty. */
  readonly text: string;
}

/** A poll, in the service's own form; only where `poll` is supported. Its votes come as `poll-vote`. */
export interface PollContent {
  readonly kind: 'poll';
  /** An id of ours: at most 64 letters, digits and underscores. Votes name it. */
  readonly pollId: string;
  readonly question: string;
  /** 2 to 12 options, all different. Votes name them by their positions, from 0. */
  readonly options: readonly string[];
  /** How many options one vote may choose: 1 to all. */
  readonly maxSelections: number;
  /** As for a text. */
  readonly replyStyle?: ReplyStyle;
  /** The poll in words: for notifications, and for people who cannot be shown a poll. */
  readonly text: string;
}

/**
 * Follows the answer of someone who was asked whether they accept a file (`offer` of a `sent`): sends the file itself,
 * or a text saying that there is none. Only connectors that offer files get it.
 */
export interface HandoverContent {
  readonly kind: 'handover';
  /** `expired`: they accepted too late. */
  readonly answer: 'accepted' | 'declined' | 'expired';
  /** The offered file; null when it is no longer known. Its bytes come with the attempt if the answer is `accepted`. */
  readonly file: Pick<MediaContent, 'mediaId' | 'mimeType' | 'bytes'> | null;
  readonly filename: string;
  /** The message that offered the file, where the answer named it. */
  readonly askedIn?: RemoteMessageId;
  /**
   * The file's destination, which the connector read in the answer. It may allow its holder to write there, so it is
   * never shown.
   */
  readonly place: Readonly<Record<string, string>>;
  /** Always empty. */
  readonly text: string;
}

/**
 * Asks for a person's decision about one tool call; only where `approval` is supported (elsewhere its text is sent). The
 * answer comes as `approval-answer`. Everything is shown in full: a person must not decide about what they cannot see.
 */
export interface ApprovalContent {
  readonly kind: 'approval';
  /** An id of ours: at most 64 letters, digits and underscores. Answers name it. */
  readonly approvalId: string;
  /** One line: who wants to call which tool. Plain text from people and servers; no markup of it may take effect. */
  readonly title: string;
  /** The arguments and the rest that is decided about, in order. A value may have several lines. Plain text like the title. */
  readonly facts: readonly { readonly name: string; readonly value: string }[];
  /** The commands that answer it, in one line: for people whose client shows no buttons. */
  readonly commands: string;
  /** Epoch ms; an answer after it is refused. */
  readonly expiresAt: number;
  /** The whole request in words, with its commands. */
  readonly text: string;
}

export type OutboundContent =
  TextContent | CardContent | MediaContent | PollContent | HandoverContent | ApprovalContent;

/**
 * The author of a message of ours: the model, a person using our account, or this program (pairing codes, apologies,
 * …).
 */
export type Author = 'assistant' | 'operator' | 'gateway';

/** The text for a reader who cannot be shown the content itself. */
export const readableOf = (content: OutboundContent): string =>
  content.kind === 'media' || content.kind === 'handover'
    ? `[file: ${content.filename}] ${content.text}`.trim()
    : content.text;

/** The `mediaId` of the file whose bytes a message needs. */
export function mediaIdOf(content: OutboundContent): string | undefined {
  if (content.kind === 'media') return content.mediaId;
  return content.kind === 'handover' && content.answer === 'accepted' ? content.file?.mediaId : undefined;
}

/** A file that can be read repeatedly, in whole or in parts; only a piece of it is in memory at a time. */
export interface FileBytes {
  /** The number of bytes. */
  readonly bytes: number;
  /** @param range from one position to just before another. @throws when the file is deleted in the meantime */
  read(range?: { readonly from: number; readonly to: number }): AsyncIterable<Uint8Array>;
}

/** Bytes in memory as a file. */
export const inMemory = (bytes: Uint8Array): FileBytes => ({
  bytes: bytes.byteLength,
  read: async function* ({ from, to } = { from: 0, to: bytes.byteLength }) {
    yield bytes.subarray(from, to);
  },
});

/** One try of one delivery. */
export interface DeliveryAttempt {
  readonly deliveryId: string;
  /**
   * Unique per delivery, and the same for all its attempts. A service that can refuse duplicates, or report by such an
   * id, is given it, so that a message that is still being sent is recognized.
   */
  readonly correlationId: string;
  /** 1 for the first attempt. */
  readonly number: number;
  readonly target: Target;
  readonly content: OutboundContent;
  readonly author: Author;
  /** The file of a content that has one; absent for a reconcile. Must not be kept beyond the attempt. */
  readonly media?: FileBytes;
  /** When the first attempt of this delivery began, epoch ms: an older message at the remote cannot be ours. */
  readonly firstStartedAt: number;
  /** When this attempt began (for a reconcile: the last attempt), epoch ms. */
  readonly startedAt: number;
  /** For a reconcile: how the last attempt ended, as far as we know; absent when the process died during it. */
  readonly ended?: { readonly at: number; readonly code: SendFailureCode };
  /**
   * How the attempt before this one ended, none of which was sent; absent for the first, and where the process died
   * during that one. A connector may then leave out what the remote may have refused.
   */
  readonly before?: SendFailureCode;
}

/** Stable reasons, for operators and counters. */
export type SendFailureCode =
  | 'unreachable'
  | 'bad-credentials'
  | 'rate-limited'
  | 'rejected'
  | 'recipient-unreachable'
  | 'not-supported'
  | 'remote-error'
  | 'in-flight'
  | 'timeout'
  | 'aborted'
  | 'cut-off';

/**
 * - `later`: the remote did not accept this message and may accept it later; costs an attempt.
 * - `wait`: the remote accepts nothing at the moment (unreachable, or we send too fast); waiting costs no attempt and
 * ends with the delivery's maximum age.
 * - `never`: trying again cannot help unless a person does something.
 *
 * `afterMs`: how long the remote asked us to wait; the queue tries again after five minutes at most.
 */
export type RetryHint =
  | { readonly kind: 'later'; readonly afterMs?: number }
  | { readonly kind: 'wait'; readonly afterMs?: number }
  | { readonly kind: 'never' };

/** The message asks someone whether they accept the file; its bytes are kept until they answer or the time is up. */
export interface FileOffer {
  /** Only this person's answer counts. */
  readonly to: SenderId;
  /** Epoch ms. */
  readonly until: number;
}

/** A send ends as sent, not sent, or unknown; unknown is reconciled before anything is sent again (DESIGN 1.1). */
export type SendOutcome =
  | {
      readonly kind: 'sent';
      readonly messageId?: RemoteMessageId;
      /** The number of the message, like that of an inbound event. */
      readonly sequence?: number;
      readonly at: number;
      /** The answer comes as `file-answer`. */
      readonly offer?: FileOffer;
    }
  | {
      readonly kind: 'not-sent';
      readonly code: SendFailureCode;
      readonly retry: RetryHint;
      /** For operators; no secret, no message text. */
      readonly detail: string;
      /**
       * Sent to the conversation if the failure is final, because people there wait for something that will not come.
       */
      readonly notice?: string;
    }
  | { readonly kind: 'unknown'; readonly code: SendFailureCode; readonly detail: string };

/** The outcome of an action that is not a message (a reaction, an edit, …): done, refused, or unknown. */
export type ActionOutcome =
  | {
      readonly kind: 'done';
      /** Further information for the caller (it may not show, …); no secret. */
      readonly note?: string;
    }
  | {
      readonly kind: 'failed' | 'unknown';
      readonly code: SendFailureCode;
      /** For operators and the assistant; no secret. */
      readonly detail: string;
    };

/** The remote's own record of an attempt whose outcome is unknown. */
export type ReconcileOutcome =
  | {
      readonly kind: 'sent';
      readonly messageId: RemoteMessageId;
      readonly at: number;
      readonly offer?: FileOffer;
    }
  /** Safe to send again with the same correlation id. */
  | { readonly kind: 'not-sent' }
  /** Not known yet: ask again later. `code` is the remote's own report, passed as `ended` the next time. */
  | { readonly kind: 'unresolved'; readonly detail: string; readonly code?: SendFailureCode }
  /**
   * The remote will never tell, so a person has to look. `detail` says why, and how it could be known the next time.
   */
  | { readonly kind: 'unresolvable'; readonly detail: string };
