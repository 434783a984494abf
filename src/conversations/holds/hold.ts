import type { Target } from '../../channels/index.js';

/** The reason of messages that were not answered because a person holds their conversation. */
export const HELD = 'held';

export type HeldPlace = Omit<Target, 'thread'>;

/** A person has taken a conversation over: the assistant reads along and says nothing there. */
export interface Hold extends HeldPlace {
  /** Epoch ms. */
  readonly since: number;
  /** Epoch ms; null = until somebody hands it back. */
  readonly until: number | null;
  /** The actor who held it, or changed the hold last. */
  readonly by: string;
  /** For operators. */
  readonly note: string | null;
}

/** The terms of a hold, as a person chooses them. */
export type HoldTerms = Pick<Hold, 'until' | 'note'>;

/** The end of a hold. */
export interface Release {
  /** Undefined when nobody held the conversation. */
  readonly hold: Hold | undefined;
  /** The event of the message that is answered now; undefined when none is. */
  readonly answers: string | undefined;
}

/** The hold ended before a message could be recorded as held, so the message has to be judged again. */
export class HandedBackError extends Error {
  override readonly name = 'HandedBackError';

  constructor() {
    super('the conversation was handed back');
  }
}
