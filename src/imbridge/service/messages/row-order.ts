/** The longest wait of a message for earlier ones; the catch-up fetches the rest. */
const MAX_WAIT_MS = 100;
/**
 * The interval for reading the rows of other replicas, ms. It does not grow with the wait: the next message, at another
 * replica, waits for this one in turn, and growing intervals would add up from message to message.
 */
const LOOK_MS = 3;
/**
 * The bridge announces at most a hundred rows at a time (wire 3.4), so no message can be overtaken by more than this.
 */
const WIDEST_GAP = 500;

/** Returns the rows strictly between two ROWIDs that other replicas have stored; ascending. */
export type RowsElsewhere = (after: number, before: number) => Promise<readonly number[]>;

export interface RowOrderTimings {
  readonly maxWaitMs: number;
  readonly lookMs: number;
}

interface Held {
  readonly rowId: number;
  readonly release: () => void;
}

/**
 * Puts live messages back into the order of their ROWIDs. The bridge starts each webhook without waiting for the one
 * before, so two messages of a person may arrive in the wrong order (wire 3.1). This class is told every ROWID of this
 * replica; a message beyond a gap waits until the gap is filled, or 100 ms. Another replica may have received the
 * missing row, so while a message waits, the rows stored by others are read; those rows precede it in every lane.
 * Without a gap there is no wait, no timer and no read.
 */
export class RowOrder {
  /** The ROWID up to which nothing is awaited; undefined before the first row. */
  private top: number | undefined;
  /** Rows beyond a gap with their arrival times (monotonic clock), oldest first. */
  private readonly ahead = new Map<number, number>();
  private held: Held[] = [];
  private isLooking = false;
  private isWantedAgain = false;
  private nextLook: NodeJS.Timeout | undefined;

  constructor(private readonly timings: RowOrderTimings = { maxWaitMs: MAX_WAIT_MS, lookMs: LOOK_MS }) {}

  /** Records an existing row of any kind. */
  note(rowId: number | undefined): void {
    if (rowId === undefined) return;
    this.forgetOldGaps();
    if (this.top === undefined || rowId === this.top + 1) this.reach(rowId);
    else if (rowId > this.top && !this.ahead.has(rowId)) this.ahead.set(rowId, performance.now());
    if (this.top !== undefined && rowId - this.top > WIDEST_GAP) this.reach(rowId - WIDEST_GAP);
  }

  /**
   * Registers the arrival of a message.
   * @param elsewhere may throw, which counts as no rows
   * @returns undefined when it need not wait; else a promise that resolves at its turn
   */
  turn(rowId: number | undefined, elsewhere: RowsElsewhere): Promise<void> | undefined {
    this.note(rowId);
    if (rowId === undefined || this.top === undefined || rowId <= this.top) return undefined;
    return new Promise((resolve) => {
      this.hold(rowId, resolve);
      void this.look(elsewhere);
    });
  }

  /** Every row up to this one has arrived or is not awaited (the catch-up has passed it). */
  reach(rowId: number): void {
    if (this.top !== undefined && rowId <= this.top) return;
    let top = rowId;
    if (this.ahead.size > 0) {
      while (this.ahead.has(top + 1)) top++;
      for (const each of this.ahead.keys()) if (each <= top) this.ahead.delete(each);
    }
    this.top = top;
    this.releaseUpTo(top);
  }

  /** Releases all waiting messages in order. */
  release(): void {
    this.releaseUpTo(Infinity);
  }

  private hold(rowId: number, resolve: () => void): void {
    const timer = setTimeout(() => this.reach(rowId), this.timings.maxWaitMs);
    const release = () => {
      clearTimeout(timer);
      resolve();
    };
    this.held.push({ rowId, release });
  }

  /** One read at a time for all waiting messages; one that arrives during a read starts the next at once. */
  private async look(elsewhere: RowsElsewhere): Promise<void> {
    clearTimeout(this.nextLook);
    if (this.isLooking) {
      this.isWantedAgain = true;
      return;
    }
    this.isLooking = true;
    do await this.lookOnce(elsewhere);
    while (this.isLookWanted());
    this.isLooking = false;
    const again = () => void this.look(elsewhere);
    if (this.held.length > 0) this.nextLook = setTimeout(again, this.timings.lookMs);
  }

  private async lookOnce(elsewhere: RowsElsewhere): Promise<void> {
    this.isWantedAgain = false;
    const rows = await elsewhere(this.top ?? 0, this.lastHeld()).catch(() => []);
    for (const rowId of rows) this.note(rowId);
  }

  private isLookWanted(): boolean {
    return this.isWantedAgain && this.held.length > 0;
  }

  private lastHeld(): number {
    return Math.max(...this.held.map(({ rowId }) => rowId));
  }

  private releaseUpTo(top: number): void {
    if (this.held.length === 0) return;
    const due = this.held.filter(({ rowId }) => rowId <= top).sort((a, b) => a.rowId - b.rowId);
    this.held = this.held.filter(({ rowId }) => rowId > top);
    for (const { release } of due) release();
    if (this.held.length === 0) clearTimeout(this.nextLook);
  }

  /** A gap older than the longest wait is ignored: its rows are deleted, or never announced. */
  private forgetOldGaps(): void {
    if (this.ahead.size === 0) return;
    const before = performance.now() - this.timings.maxWaitMs;
    for (const [rowId, heardAt] of this.ahead) if (heardAt <= before) this.reach(rowId);
  }
}
