import { withTimeout } from '../../common/index.js';

/** How long a live message waits at most, ms: longer than any call of the catch-up, which also fetches that message. */
const MAX_WAIT_MS = 12_000;

interface Waiting {
  readonly rowId: number;
  readonly settle: (hasPassed: boolean) => void;
}

/**
 * Holds back live messages while older ones may still have to be fetched, so that a chat is answered in order: a
 * message from the webhook would otherwise overtake messages that were written while we or the bridge were down.
 */
export class ReplayBarrier {
  /** Those that wait while it is closed. */
  private waiting: Waiting[] | undefined;
  private refuses = false;
  private hasReleased = false;

  constructor(private readonly maxWaitMs = MAX_WAIT_MS) {}

  close(): void {
    this.refuses = false;
    this.hasReleased = false;
    this.waiting ??= [];
  }

  open(): void {
    this.settle(true);
  }

  /** Turns away the waiting messages, which the catch-up fetches in order, and stays closed. */
  turnAway(): void {
    this.settle(false);
    this.close();
  }

  /**
   * Turns away the waiting messages, and new ones at once, until it is closed or opened, because nothing can be stored.
   */
  refuse(): void {
    this.settle(false);
    this.refuses = true;
  }

  /** Lets the waiting messages pass and stays closed for new ones. */
  release(): void {
    if (!this.waiting) return;
    this.open();
    this.close();
    this.hasReleased = true;
  }

  /** Whether it neither holds nor refuses messages. */
  get isOpen(): boolean {
    return !this.waiting && !this.refuses;
  }

  /** Whether it let messages pass while it was closed, and has not been closed again since. */
  get isReleased(): boolean {
    return this.hasReleased;
  }

  get isClosed(): boolean {
    return this.waiting !== undefined;
  }

  get isRefusing(): boolean {
    return this.refuses;
  }

  /**
   * Resolves at once while it is open or refusing, otherwise in the order of the ROWIDs; an event without one passes
   * behind them. False when the message was turned away or waited too long.
   */
  async passes(rowId = Infinity): Promise<boolean> {
    if (!this.waiting) return !this.refuses;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.waiting.push({ rowId, settle: resolve });
    return withTimeout(promise, this.maxWaitMs, () => false);
  }

  private settle(hasPassed: boolean): void {
    const waiting = this.waiting ?? [];
    this.waiting = undefined;
    this.refuses = false;
    this.hasReleased = false;
    for (const { settle } of waiting.sort(byRowId)) settle(hasPassed);
  }
}

/** Two without a ROWID are equal, although the difference of two infinities is not zero. */
const byRowId = (one: Waiting, other: Waiting): number =>
  one.rowId === other.rowId ? 0 : one.rowId - other.rowId;
