/** How long a message waits for the webhooks it has overtaken, ms, before the bridge is asked for their rows. */
const ASK_AFTER_MS = 20;
/** The pause before the bridge is asked again when it did not answer, ms. */
const ASK_AGAIN_MS = 250;
/** The longest wait of a message for earlier ones; the catch-up fetches the rest. */
const MAX_WAIT_MS = 3_000;
/**
 * The interval for reading the rows of other replicas, ms. It does not grow with the wait: the next message, at another
 * replica, waits for this one, and growing intervals would add up from message to message.
 */
const LOOK_MS = 3;
/**
 * The bridge announces at most a hundred rows at a time (wire 3.4), so no message can be overtaken by more than this.
 */
const WIDEST_GAP = 500;

/** Returns the rows strictly between two ROWIDs that other replicas have stored; ascending. */
export type RowsElsewhere = (after: number, before: number) => Promise<readonly number[]>;

/** A stretch of ROWIDs, both ends excluded, in which some have not arrived. */
export interface Gap {
  readonly after: number;
  readonly before: number;
  /** Whether a row has arrived by now and waits for nothing. */
  readonly isThrough: (rowId: number) => boolean;
}

/** Where the rows of a gap may be had. */
export interface RowSources {
  /** May throw, which counts as no rows. */
  readonly elsewhere: RowsElsewhere;
  /** Fetches them from the bridge and has them stored, in their order. False = ask again. Must not throw. */
  readonly fill: (gap: Gap) => Promise<boolean>;
}

export interface RowOrderTimings {
  readonly askAfterMs: number;
  readonly askAgainMs: number;
  readonly maxWaitMs: number;
  readonly lookMs: number;
}

export const ROW_ORDER_TIMINGS: RowOrderTimings = {
  askAfterMs: ASK_AFTER_MS,
  askAgainMs: ASK_AGAIN_MS,
  maxWaitMs: MAX_WAIT_MS,
  lookMs: LOOK_MS,
};

interface Held {
  readonly rowId: number;
  readonly release: () => void;
}

/**
 * Puts live messages back into the order of their ROWIDs. The bridge starts each webhook without waiting for the one
 * before, so two messages of a person may arrive in the wrong order, and a webhook may be lost (wire 3.1). This class is
 * told every ROWID of this replica; a message beyond a gap waits until the gap is filled. Another replica may have
 * received the missing row, so while a message waits, the rows stored by others are read; those rows precede it in every
 * lane. A gap that stays is filled from the bridge. Without a gap there is no wait, no timer, no read and no call.
 */
export class RowOrder {
  /** The ROWID up to which nothing is awaited; undefined before the first row. */
  private top: number | undefined;
  /** Rows beyond a gap. */
  private readonly ahead = new Set<number>();
  private held: Held[] = [];
  private isLooking = false;
  private isWantedAgain = false;
  private isFilling = false;
  private nextLook: NodeJS.Timeout | undefined;
  private nextAsk: NodeJS.Timeout | undefined;

  constructor(private readonly timings: RowOrderTimings = ROW_ORDER_TIMINGS) {}

  /** Records an existing row of any kind. Before the first message it says nothing about the rows before it. */
  recordRow(rowId: number | undefined): void {
    if (rowId === undefined || this.top === undefined) return;
    if (rowId === this.top + 1) this.reach(rowId);
    else if (rowId > this.top) this.ahead.add(rowId);
    if (rowId - this.top > WIDEST_GAP) this.reach(rowId - WIDEST_GAP);
  }

  /** Whether a row has arrived at this replica, or is not awaited any more. */
  hasReached(rowId: number): boolean {
    return (this.top !== undefined && rowId <= this.top) || this.ahead.has(rowId);
  }

  /**
   * Registers the arrival of a message.
   * @returns undefined when it need not wait: then the caller continues at once, because the messages for which it was the
   * missing one are already released and would overtake it after an `await`. Else a promise that resolves once the
   * messages before it have gone
   */
  inOrder(rowId: number | undefined, sources: RowSources): Promise<void> | undefined {
    if (rowId === undefined) return undefined;
    if (this.top === undefined) this.reach(rowId);
    this.recordRow(rowId);
    if (rowId <= (this.top ?? rowId)) return undefined;
    return new Promise((resolve) => {
      this.hold(rowId, resolve);
      this.askLater(sources);
      void this.look(sources);
    });
  }

  /** Every row up to this one has arrived or is not awaited (the catch-up has passed it). */
  reach(rowId: number): void {
    if (this.top !== undefined && rowId <= this.top) return;
    let top = rowId;
    if (this.ahead.size > 0) {
      while (this.ahead.has(top + 1)) top++;
      for (const each of this.ahead) if (each <= top) this.ahead.delete(each);
    }
    this.top = top;
    this.releaseUpTo(top);
  }

  /** Fills a gap behind which no message waits, for example before a message of ours. Call it now and then. */
  async settle(sources: RowSources): Promise<void> {
    if (this.ahead.size === 0 || this.held.length > 0) return;
    await this.readElsewhere(sources, Math.max(...this.ahead));
    if (this.ahead.size > 0) await this.fill(sources, Math.max(...this.ahead));
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

  private askLater(sources: RowSources, afterMs = this.timings.askAfterMs): void {
    const ask = () => {
      this.nextAsk = undefined;
      if (this.held.length > 0) void this.fill(sources, this.lastHeld());
    };
    this.nextAsk ??= setTimeout(ask, afterMs);
  }

  /** One call at a time; messages that came meanwhile and still wait are asked for next. */
  private async fill(sources: RowSources, before: number): Promise<void> {
    if (this.isFilling) return;
    this.isFilling = true;
    const isHeld = (rowId: number) => this.held.some((each) => each.rowId === rowId);
    const isThrough = (rowId: number) =>
      (rowId <= (this.top ?? 0) || this.ahead.has(rowId)) && !isHeld(rowId);
    const isFilled = await sources.fill({ after: this.top ?? 0, before, isThrough });
    this.isFilling = false;
    if (isFilled) this.reach(before);
    if (this.held.length > 0) this.askLater(sources, isFilled ? undefined : this.timings.askAgainMs);
  }

  /** One read at a time for all waiting messages; one that arrives during a read starts the next at once. */
  private async look(sources: RowSources): Promise<void> {
    clearTimeout(this.nextLook);
    if (this.isLooking) {
      this.isWantedAgain = true;
      return;
    }
    this.isLooking = true;
    do await this.lookOnce(sources);
    while (this.isLookWanted());
    this.isLooking = false;
    const again = () => void this.look(sources);
    if (this.held.length > 0) this.nextLook = setTimeout(again, this.timings.lookMs);
  }

  private async lookOnce(sources: RowSources): Promise<void> {
    this.isWantedAgain = false;
    await this.readElsewhere(sources, this.lastHeld());
  }

  private async readElsewhere({ elsewhere }: RowSources, before: number): Promise<void> {
    const rows = await elsewhere(this.top ?? 0, before).catch(() => []);
    for (const rowId of rows) this.recordRow(rowId);
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
    if (this.held.length > 0) return;
    clearTimeout(this.nextLook);
    clearTimeout(this.nextAsk);
    this.nextAsk = undefined;
  }
}
