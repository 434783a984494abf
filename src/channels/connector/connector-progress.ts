import type { ChannelConnector } from './connector.js';
import type { StreamId, Target } from '../ids.js';
import { hasMethod } from './connector-checks.js';

/*
 * Optional parts of a connector that show people the progress of an answer. Best effort: never retried, never an
 * error.
 */

/** Best effort: never retried, never an error for anyone. Resolves whatever happened. */
export interface ShowsTyping {
  /** Starts the indicator; the remote clears it at the next message or by time-out (`typingTtlMs`). */
  typing(target: Target): Promise<void>;
  /** How long the remote shows an indicator that is not renewed, ms. */
  readonly typingTtlMs: number;
}

export const showsTyping = (c: ChannelConnector): c is ChannelConnector & ShowsTyping =>
  hasMethod(c, 'typing');

/** Best effort, like typing. */
export interface SendsReadReceipts {
  markRead(target: Target): Promise<void>;
}

export const sendsReadReceipts = (c: ChannelConnector): c is ChannelConnector & SendsReadReceipts =>
  hasMethod(c, 'markRead');

/** A new text for a message that is being written. */
export interface StreamUpdate {
  readonly target: Target;
  readonly id: StreamId;
  /** 1 for the first text, then one more for each following text. */
  readonly number: number;
  /** The whole text so far, never empty; it extends the text before it. */
  readonly text: string;
}

export type StreamOpening =
  | { readonly kind: 'open'; readonly id: StreamId }
  /** Nothing was opened, or nothing of it is visible; it may be tried again. */
  | { readonly kind: 'not-now' }
  /** Streaming is not possible for this answer. */
  | { readonly kind: 'refused'; readonly detail: string };

/**
 * - `shown`: people see it.
 * - `not-now`: nothing was done; the same text may be tried again, with the same number.
 * - `unknown`: people may see it. Nothing more is shown until the text that completes the stream.
 * - `over`: the service has refused this text and accepts no other. The shown text stays.
 */
export type UpdateOutcome = 'shown' | 'not-now' | 'unknown' | 'over';

/**
 * Shows an answer while it is being written, in the message that it will become. Best effort, like typing: the answer
 * is also sent as a delivery whose content carries the stream, and only the delivery counts. `send` completes the
 * stream with the delivery or, when the service no longer accepts an end of the stream, sends the rest as a message.
 */
export interface StreamsMessages {
  readonly streaming: {
    /** The minimum time between two calls, ms. */
    readonly paceMs: number;
    /** How long after opening a stream the service still lets it be completed, ms. */
    readonly lifeMs: number;
  };
  /**
   * The length of the beginning of an unfinished text that nothing added later can change, so that it can be shown
   * already. White space at its end and the inside of a code block do not count. UTF-16 units. Pure; no I/O.
   */
  stableLength(text: string): number;
  /** Opens a stream that shows only that an answer is being written; its id must be stored before any text is shown. */
  openStream(target: Target, signal: AbortSignal): Promise<StreamOpening>;
  /** One call, never repeated; never throws for remote faults. */
  updateStream(update: StreamUpdate, signal: AbortSignal): Promise<UpdateOutcome>;
}

export const streamsMessages = (c: ChannelConnector): c is ChannelConnector & StreamsMessages =>
  hasMethod(c, 'updateStream');
