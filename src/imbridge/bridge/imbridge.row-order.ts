/** Longest a message waits for those before it; what has not come by then is left to the catch-up. */
const MAX_WAIT_MS = 100;

interface Held {
  readonly rowId: number;
  readonly release: () => void;
}

/**
 * Puts live messages back into the order of their ROWIDs: the bridge starts each webhook without waiting for
 * the one before, so two messages of a person may arrive the wrong way round (wire 3.1). It hears of every
 * ROWID of the account; a message beyond a gap waits until the gap is filled, or 100 ms. Without a gap there is
 * neither a wait nor a timer.
 */
export class RowOrder {
  /** Up to here nothing is waited for; undefined until something was heard of. */
  private top: number | undefined;
  /** Rows beyond a gap, and when each was first heard of (monotonic clock), oldest first. */
  private readonly ahead = new Map<number, number>();
  private held: Held[] = [];

  constructor(private readonly maxWaitMs = MAX_WAIT_MS) {}

  /** A row that is known to be there, whatever it is. */
  note(rowId: number | undefined): void {
    if (rowId === undefined) return;
    this.forgetOldGaps();
    if (this.top === undefined || rowId === this.top + 1) this.reach(rowId);
    else if (rowId > this.top && !this.ahead.has(rowId)) this.ahead.set(rowId, performance.now());
  }

  /** A message has come. @returns undefined when it need not wait; else what resolves when its turn has come. */
  turn(rowId: number | undefined): Promise<void> | undefined {
    this.note(rowId);
    if (rowId === undefined || this.top === undefined || rowId <= this.top) return undefined;
    return new Promise((resolve) => this.hold(rowId, resolve));
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
    const timer = setTimeout(() => this.reach(rowId), this.maxWaitMs);
    const release = () => {
      clearTimeout(timer);
      resolve();
    };
    this.held.push({ rowId, release });
  }

  private releaseUpTo(top: number): void {
    if (this.held.length === 0) return;
    const due = this.held.filter(({ rowId }) => rowId <= top).sort((a, b) => a.rowId - b.rowId);
    this.held = this.held.filter(({ rowId }) => rowId > top);
    for (const { release } of due) release();
  }

  /** A gap that was there for longer than anybody waits is no gap: rows are deleted, or never announced. */
  private forgetOldGaps(): void {
    if (this.ahead.size === 0) return;
    const before = performance.now() - this.maxWaitMs;
    for (const [rowId, heardAt] of this.ahead) if (heardAt <= before) this.reach(rowId);
  }
}
