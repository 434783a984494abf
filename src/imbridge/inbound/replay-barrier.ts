import { withTimeout } from '../../common/index.js';

/** How long a live message waits at most, ms: longer than any call of the catch-up, which also fetches that message. */
const MAX_WAIT_MS = 12_000;

/** How a message came past the barrier: it is open, it let the waiting ones pass and stays closed, or not at all. */
export type Passage = 'open' | 'released' | 'refused';

interface Waiting {
  readonly rowId: number;
  readonly settle: (passage: Passage) => void;
}

/**
 * Holds back live messages while older ones may still have to be fetched, so that a chat is answered in order: a
 * message from the webhook would otherwise overtake messages that were written while we or the bridge were down.
 */
export class ReplayBarrier {
  /** Those that wait while it is closed. */
  private waiting: Waiting[] | undefined;
  private refuses = false;

  constructor(private readonly maxWaitMs = MAX_WAIT_MS) {}

  close(): void {
    this.refuses = false;
    this.waiting ??= [];
  }

  open(): void {
    this.settle('open');
  }

  /** Turns away the waiting messages, which the catch-up fetches in order, and stays closed. */
  turnAway(): void {
    this.settle('refused');
    this.close();
  }

  /**
   * Turns away the waiting messages, and new ones at once, until it is closed or opened, because nothing can be stored.
   */
  refuse(): void {
    this.settle('refused');
    this.refuses = true;
  }

  /** Lets the waiting messages pass and stays closed for new ones. */
  release(): void {
    if (!this.waiting) return;
    this.settle('released');
    this.close();
  }

  /** Whether it neither holds nor refuses messages. */
  get isOpen(): boolean {
    return !this.waiting && !this.refuses;
  }

  get isClosed(): boolean {
    return this.waiting !== undefined;
  }

  get isRefusing(): boolean {
    return this.refuses;
  }

  /**
   * Resolves at once while it is open or refusing, otherwise in the order of the ROWIDs; an event without one passes
   * behind them. Refused are the messages that were turned away or waited too long.
   */
  async passes(rowId = Infinity): Promise<Passage> {
    if (!this.waiting) return this.refuses ? 'refused' : 'open';
    const { promise, resolve } = Promise.withResolvers<Passage>();
    this.waiting.push({ rowId, settle: resolve });
    return withTimeout(promise, this.maxWaitMs, () => 'refused' as const);
  }

  private settle(passage: Passage): void {
    const waiting = this.waiting ?? [];
    this.waiting = undefined;
    this.refuses = false;
    for (const { settle } of waiting.sort(byRowId)) settle(passage);
  }
}

/** Two without a ROWID are equal, although the difference of two infinities is not zero. */
const byRowId = (one: Waiting, other: Waiting): number =>
  one.rowId === other.rowId ? 0 : one.rowId - other.rowId;
