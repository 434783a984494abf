import type { RemoteMessageId, SenderId, StreamId, Target } from './ids.js';

/** How what is said in a channel with threads is posted: below what it answers, or as a post of its own. */
export const REPLY_STYLES = ['thread', 'top-level'] as const;
export type ReplyStyle = (typeof REPLY_STYLES)[number];

/** The content of one message; grows a kind per feature. */
export interface TextContent {
  readonly kind: 'text';
  readonly text: string;
  /** The message this one answers; only where `reply` is supported. */
  readonly replyTo?: RemoteMessageId;
  /** Which part of that message, from 0. */
  readonly replyPart?: number;
  /** As this one message is to be posted; absent = as the channel's settings have it. Only where there are `threads`. */
  readonly replyStyle?: ReplyStyle;
  /** The channel's own name of a message effect; only where `sendWithEffect` is supported. */
  readonly effect?: string;
  /** The text completes what a stream shows of it; only where `stream` is supported. */
  readonly stream?: StreamedPart;
}

/** The part of a text that its stream has shown; the text completes it. */
export interface StreamedPart {
  readonly id: StreamId;
  /**
   * How much of the text's beginning is known to have been shown, UTF-16 units; more may have been. Where the service
   * takes no end of the stream any more, what is behind it is all that is left to say.
   */
  readonly shown: number;
  /** When the last call to the stream was made, epoch ms. */
  readonly updatedAt: number;
}

/** A card in the service's own schema; only where `card` is supported. */
export interface CardContent {
  readonly kind: 'card';
  readonly card: Readonly<Record<string, unknown>>;
  /** As of a text. */
  readonly replyStyle?: ReplyStyle;
  /** Said with it, or instead of it where cards can't be shown; may be empty. */
  readonly text: string;
}

/** A file; only where `sendAttachment` is supported. Its bytes come with the attempt, they are not part of this. */
export interface MediaContent {
  readonly kind: 'media';
  /** SHA-256 of the bytes, hexadecimal: equal files have equal ids. */
  readonly mediaId: string;
  /** As the recipient sees it: no path, no control characters, never empty. */
  readonly filename: string;
  /** Told by the bytes; `application/octet-stream` when they tell nothing. */
  readonly mimeType: string;
  /** Size of the file. */
  readonly bytes: number;
  /** As a voice memo; the file is MP3, CAF or Opus in Ogg then, and its name says which. */
  readonly asVoice: boolean;
  /** Said with it; may be empty. */
  readonly text: string;
}

/** A poll, in whatever form the service shows one; only where `poll` is supported. Its votes come as `poll-vote`. */
export interface PollContent {
  readonly kind: 'poll';
  /** Ours; at most 64 letters, digits and underscores. A vote names it. */
  readonly pollId: string;
  readonly question: string;
  /** 2 to 12, no two alike. A vote names them by their positions, from 0. */
  readonly options: readonly string[];
  /** How many options one vote may choose: 1 to all. */
  readonly maxSelections: number;
  /** The same in words: for notifications, and for who cannot be shown a poll. */
  readonly text: string;
}

/**
 * Follows when somebody has answered whether they take a file (`offer` of a `sent`): the file itself, or a word
 * that there is none. Comes only from who offers.
 */
export interface HandoverContent {
  readonly kind: 'handover';
  /** `expired`: they said yes when it was too late. */
  readonly answer: 'accepted' | 'declined' | 'expired';
  /** The offered file; null where it is not known any more. Its bytes come with an attempt of an accepted one. */
  readonly file: Pick<MediaContent, 'mediaId' | 'mimeType' | 'bytes'> | null;
  readonly filename: string;
  /** The message that asked, where the answer named it. */
  readonly askedIn?: RemoteMessageId;
  /** The file's destination, as the connector read it in the answer. It may let its holder write there: never shown. */
  readonly place: Readonly<Record<string, string>>;
  /** Empty. */
  readonly text: string;
}
export type OutboundContent = TextContent | CardContent | MediaContent | PollContent | HandoverContent;

/** The author of a message of ours: the model, a person with our account, or this program (pairing codes, apologies, …). */
export type Author = 'assistant' | 'operator' | 'gateway';

/** The text for a reader who cannot be shown the content itself. */
export const readableOf = (content: OutboundContent): string =>
  content.kind === 'media' || content.kind === 'handover'
    ? `[file: ${content.filename}] ${content.text}`.trim()
    : content.text;

/** The file whose bytes a message brings, by its `mediaId`. */
export function mediaIdOf(content: OutboundContent): string | undefined {
  if (content.kind === 'media') return content.mediaId;
  return content.kind === 'handover' && content.answer === 'accepted' ? content.file?.mediaId : undefined;
}

/** A file that can be read as often as needed, in whole or in parts; no more than a piece of it is in memory. */
export interface FileBytes {
  /** How many there are. */
  readonly bytes: number;
  /** @param range from a position to before another. @throws where the file is deleted meanwhile */
  read(range?: { readonly from: number; readonly to: number }): AsyncIterable<Uint8Array>;
}

/** Bytes in hand as a file. */
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
   * Unique per delivery and the same for all its attempts. A service that can refuse or report by such an
   * id gets it, so that a message still on its way is recognised.
   */
  readonly correlationId: string;
  /** 1 for the first attempt. */
  readonly number: number;
  readonly target: Target;
  readonly content: OutboundContent;
  readonly author: Author;
  /** The file of a content that brings one; absent for a reconcile. Not to be kept beyond the attempt. */
  readonly media?: FileBytes;
  /** When the first attempt of this delivery began, epoch ms: a row older than this is not ours. */
  readonly firstStartedAt: number;
  /** When this attempt began (for a reconcile: the last attempt), epoch ms. */
  readonly startedAt: number;
  /** For a reconcile: how the last attempt ended as far as we know; absent when we were killed in its middle. */
  readonly ended?: { readonly at: number; readonly code: SendFailureCode };
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
 * - `later`: the remote never took this message and will perhaps take it later; costs an attempt.
 * - `wait`: the remote takes nothing at the moment (away, or we are too fast for it); waiting for it costs no attempt
 *   and ends with the delivery's age.
 * - `never`: trying again cannot help without a person.
 *
 * `afterMs`: how long the remote itself asked us to wait; the queue asks again after five minutes at the latest.
 */
export type RetryHint =
  | { readonly kind: 'later'; readonly afterMs?: number }
  | { readonly kind: 'wait'; readonly afterMs?: number }
  | { readonly kind: 'never' };

/** The message asks whether somebody takes the file: its bytes are kept until they answer, or time is up. */
export interface FileOffer {
  /** Only their answer counts. */
  readonly to: SenderId;
  /** Epoch ms. */
  readonly until: number;
}

/** A send ends as sent, not sent, or unknown; unknown is reconciled before anything is sent again (DESIGN 1.1). */
export type SendOutcome =
  | {
      readonly kind: 'sent';
      readonly messageId?: RemoteMessageId;
      /** As that of inbound events. */
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
      /** Said to the people there, should this be the end of it: they wait for something that will not come. */
      readonly notice?: string;
    }
  | { readonly kind: 'unknown'; readonly code: SendFailureCode; readonly detail: string };

/** How an action ended that is no message (a reaction, an edit, …): done, refused, or nobody knows. */
export type ActionOutcome =
  | {
      readonly kind: 'done';
      /** Tells the caller more (it may not show, …); no secret. */
      readonly note?: string;
    }
  | {
      readonly kind: 'failed' | 'unknown';
      readonly code: SendFailureCode;
      /** For operators and the assistant; no secret. */
      readonly detail: string;
    };

/** The remote's own record of an attempt whose outcome we don't know. */
export type ReconcileOutcome =
  | {
      readonly kind: 'sent';
      readonly messageId: RemoteMessageId;
      readonly at: number;
      readonly offer?: FileOffer;
    }
  /** Safe to send again with the same correlation id. */
  | { readonly kind: 'not-sent' }
  /** Can't be told yet: ask again later. `code`: what the remote said of it, told as `ended` the next time. */
  | { readonly kind: 'unresolved'; readonly detail: string; readonly code?: SendFailureCode }
  /** The remote will never tell: a person has to look. `detail` says why, and how it could be told the next time. */
  | { readonly kind: 'unresolvable'; readonly detail: string };
