import type { ChannelConnector } from './connector.js';
import type { StreamId, Target } from '../ids.js';
import { hasMethod } from './has-method.js';

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

/** Best effort, as typing. */
export interface SendsReadReceipts {
  markRead(target: Target): Promise<void>;
}

export const sendsReadReceipts = (c: ChannelConnector): c is ChannelConnector & SendsReadReceipts =>
  hasMethod(c, 'markRead');

/** A new text for a message that is being written. */
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
  /** Nothing was opened, or nothing is visible of it; it may be tried again. */
  | { readonly kind: 'not-now' }
  /** Not possible for this answer. */
  | { readonly kind: 'refused'; readonly detail: string };

/**
 * - `shown`: people see it.
 * - `not-now`: nothing was done; the same text may be tried again, with the same number.
 * - `unknown`: people may see it. Nothing more is shown until the text that completes the stream.
 * - `over`: the service has refused this text and accepts no other. The shown text stays.
 */
export type UpdateOutcome = 'shown' | 'not-now' | 'unknown' | 'over';

/**
 * Shows an answer while it is written, in the message that it becomes. Best effort, as typing: the answer is sent as
 * a delivery whose content carries the stream, and only that counts. `send` completes the stream with it or, when the
 * service no longer accepts the end, sends the rest.
 */
export interface StreamsMessages {
  readonly streaming: {
    /** The minimum time between two calls, ms. */
    readonly paceMs: number;
    /** How long after its opening the service still completes a stream, ms. */
    readonly lifeMs: number;
  };
  /**
   * How much of the beginning of an unfinished text can be shown because nothing that follows changes it. White space
   * at its end and the inside of a code block do not count. UTF-16 units. Pure; no I/O.
   */
  stableLength(text: string): number;
  /** Opens a stream that shows only that something is being written: its id must be stored before any text. */
  openStream(target: Target, signal: AbortSignal): Promise<StreamOpening>;
  /** One call, never repeated; never throws for remote faults. */
  updateStream(update: StreamUpdate, signal: AbortSignal): Promise<UpdateOutcome>;
}

export const streamsMessages = (c: ChannelConnector): c is ChannelConnector & StreamsMessages =>
  hasMethod(c, 'updateStream');
