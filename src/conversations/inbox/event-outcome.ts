import type { TurnFailure } from '../../assistant/index.js';
import type { DropReason } from './drop-reasons.js';
import type { Tx } from '../../persistence/index.js';
import type { JudgedReason, NewEvent, StoredEvent } from './stored-event.js';

/** The facts about an answer that are stored besides its text. */
export interface AnswerFacts {
  /** The name of the model that was asked last. */
  readonly model?: string | undefined;
  /** The model's limit of tokens has ended the answer. */
  readonly isCutOff?: boolean;
  /** The run of the turn that ended it. */
  readonly run?: TurnFacts | undefined;
  /** All of it; not stored with the event. */
  readonly answer?: { readonly text: string; readonly deliveryId: string | undefined };
}

/** The facts of the last run of a turn. */
export interface TurnFacts {
  /** Epoch ms. */
  readonly begunAt: number;
  /** Runs of the turn in this process, the last included. */
  readonly tries?: number;
  /** Tokens, as the model counts them; absent where it reported none. */
  readonly input?: number;
  readonly output?: number;
  /** Why there is no answer, or no whole one; no message text. */
  readonly error?: string;
}

interface Judged {
  readonly judged?: JudgedReason | undefined;
}

export type EventOutcome = AnswerFacts &
  Judged &
  (
    | { readonly outcome: 'turn' | 'vote' | 'approval' }
    | { readonly outcome: 'heard' | 'stopped'; readonly reason?: DropReason }
    | { readonly outcome: 'command'; readonly reason: `/${string}` }
    | { readonly outcome: 'pairing' | 'dropped'; readonly reason: DropReason }
    | { readonly outcome: 'failed'; readonly reason: TurnFailure }
  );

/** An event that ends. */
export type EndingEvent = Pick<StoredEvent, 'id' | 'event'> & Partial<Pick<StoredEvent, 'parts'>>;

/**
 * Is told of events in the transaction that stores or ends them, and issues its statements before it returns. Without
 * one, nothing is done for it.
 */
export interface EventFollower {
  /** An event of a person with access is stored. */
  received(tx: Tx, stored: NewEvent): Promise<void>;
  ended(tx: Tx, stored: EndingEvent, end: EventOutcome): Promise<void>;
}

/** A turn as it is stored. */
export interface TurnRecord extends Omit<TurnFacts, 'begunAt'> {
  /** Duration; absent for an event whose turns never ended. */
  readonly ms?: number;
}
