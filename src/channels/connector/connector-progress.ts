import type { ChannelConnector } from './connector.js';
import type { StreamId, Target } from '../ids.js';
import { hasMethod } from './has-method.js';

/*
 * Optional parts of a connector that show people how far an answer is. Best effort: never retried, never an error.
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

/** Best effort, as typing. */
export interface SendsReadReceipts {
  markRead(target: Target): Promise<void>;
}

export const sendsReadReceipts = (c: ChannelConnector): c is ChannelConnector & SendsReadReceipts =>
  hasMethod(c, 'markRead');

/** Another text of a message that is being written. */
export interface StreamUpdate {
  readonly target: Target;
  readonly id: StreamId;
  /** 1 for the first text, and one more for each that follows. */
  readonly number: number;
  /** From its beginning, never empty; extends the text before it. */
  readonly text: string;
}

export type StreamOpening =
  | { readonly kind: 'open'; readonly id: StreamId }
  /** Nothing was opened, or what was opens nothing to see; it may be tried again. */
  | { readonly kind: 'not-now' }
  /** Not for this answer. */
  | { readonly kind: 'refused'; readonly detail: string };

/**
 * - `shown`: people see it.
 * - `not-now`: nothing was done; the same may be tried again, with the same number.
 * - `unknown`: people may see it. Nothing more is shown until the text that completes the stream.
 * - `over`: the service has refused this text, and takes no other. What was shown stays.
 */
export type UpdateOutcome = 'shown' | 'not-now' | 'unknown' | 'over';

/**
 * Shows an answer while it is written, in the message that it becomes. Best effort, as typing: what is said goes out as
 * a delivery whose content carries the stream, and only that counts. `send` completes the stream with it or, where the
 * service takes no end of it any more, says what is left.
 */
export interface StreamsMessages {
  readonly streaming: {
    /** The least time between two calls, ms. */
    readonly paceMs: number;
    /** How long after its opening the service completes a stream, ms. */
    readonly lifeMs: number;
  };
  /**
   * How much of the beginning of a text that is still being written can be shown: whatever follows, it will look the
   * same. Neither white space at its end nor the inside of a code block counts. UTF-16 units. Pure; no I/O.
   */
  settledLength(text: string): number;
  /** Opens a stream that shows that something is being written, and nothing of it: its id must be kept first. */
  openStream(target: Target, signal: AbortSignal): Promise<StreamOpening>;
  /** One call, never repeated; never throws for remote faults. */
  updateStream(update: StreamUpdate, signal: AbortSignal): Promise<UpdateOutcome>;
}

export const streamsMessages = (c: ChannelConnector): c is ChannelConnector & StreamsMessages =>
  hasMethod(c, 'updateStream');
