/** Longest a message waits for those before it; what has not come by then is left to the catch-up. */
const MAX_WAIT_MS = 100;
/** How soon what the other replicas have is looked at again, at first; each time it takes twice as long. */
const LOOK_MS = 2;
/** The bridge announces a hundred rows at a time at the most (wire 3.4): no message is overtaken by so many. */
const WIDEST_GAP = 500;

/** The rows strictly between two that other replicas have stored; ascending. */
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
 * Puts live messages back into the order of their ROWIDs: the bridge starts each webhook without waiting for
 * the one before, so two messages of a person may arrive the wrong way round (wire 3.1). It hears of every
 * ROWID that comes to this replica; a message beyond a gap waits until the gap is filled, or 100 ms. What fills it may
 * have come to another replica: while a message waits, what the others have stored is looked at, and what is stored
 * stands before it in every lane. Without a gap there is neither a wait nor a timer nor a look.
 */
export class RowOrder {
  /** Up to here nothing is waited for; undefined until something was heard of. */
  private top: number | undefined;
  /** Rows beyond a gap, and when each was first heard of (monotonic clock), oldest first. */
  private readonly ahead = new Map<number, number>();
  private held: Held[] = [];
  private isLooking = false;
  private isWantedAgain = false;
  private nextLook: NodeJS.Timeout | undefined;

  constructor(private readonly timings: RowOrderTimings = { maxWaitMs: MAX_WAIT_MS, lookMs: LOOK_MS }) {}

  /** A row that is known to be there, whatever it is. */
  note(rowId: number | undefined): void {
    if (rowId === undefined) return;
    this.forgetOldGaps();
    if (this.top === undefined || rowId === this.top + 1) this.reach(rowId);
    else if (rowId > this.top && !this.ahead.has(rowId)) this.ahead.set(rowId, performance.now());
    if (this.top !== undefined && rowId - this.top > WIDEST_GAP) this.reach(rowId - WIDEST_GAP);
  }

  /**
   * A message has come.
   * @param elsewhere may throw: then nobody else has anything
   * @returns undefined when it need not wait; else what resolves when its turn has come.
   */
  turn(rowId: number | undefined, elsewhere: RowsElsewhere): Promise<void> | undefined {
    this.note(rowId);
    if (rowId === undefined || this.top === undefined || rowId <= this.top) return undefined;
    return new Promise((resolve) => {
      this.hold(rowId, resolve);
      void this.look(elsewhere);
    });
  }

  /** Everything up to this row is here or will not be waited for (the catch-up has been there). */
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

  /** Lets go of all that wait, in order. */
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

  /** One at a time, for all that wait; whoever comes during one has the next at once. */
  private async look(elsewhere: RowsElsewhere, againMs = this.timings.lookMs): Promise<void> {
    clearTimeout(this.nextLook);
    if (this.isLooking) {
      this.isWantedAgain = true;
      return;
    }
    this.isLooking = true;
    do await this.lookOnce(elsewhere);
    while (this.isLookWanted());
    this.isLooking = false;
    const again = () => void this.look(elsewhere, 2 * againMs);
    if (this.held.length > 0) this.nextLook = setTimeout(again, againMs);
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

  /** A gap that was there for longer than anybody waits is no gap: rows are deleted, or never announced. */
  private forgetOldGaps(): void {
    if (this.ahead.size === 0) return;
    const before = performance.now() - this.timings.maxWaitMs;
    for (const [rowId, heardAt] of this.ahead) if (heardAt <= before) this.reach(rowId);
  }
}
