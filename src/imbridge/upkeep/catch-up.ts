import { Logger } from '@nestjs/common';
import type { InboundSink } from '../../channels/index.js';
import { errorText } from '../../common/index.js';
import type { BridgeClient } from '../service/client/bridge-client.js';
import type { Cursor } from '../inbound/rows/cursor.js';
import type { RowIngest } from '../inbound/rows/row-ingest.js';
import { BridgeUnavailable, type FetchedRow, rowsOf } from '../inbound/rows/fetched-rows.js';

const PAGE = 500;
/** After this many runs that ended at the same row, the rows behind it are tried without it. */
const MAX_TRIES = 10;
/** The most rows at the end of the table that people may have deleted; with more missing, the table is another one. */
const MOST_DELETED = 500;

export interface CatchUpOptions {
  /** The account's name, for the log. */
  readonly account: string;
  /** As for RowIngest. */
  readonly rememberedSince: () => number;
  /** Rows per page; default 500. */
  readonly page?: number;
  /** Called with each row up to which everything has reached the sink. */
  readonly reached?: (rowId: number) => void;
}

/**
 * Fetches the messages that the webhook missed, by ROWID: messages that were lost on the way, sent while we or the
 * bridge were down, or beyond the 100 that the bridge announces at a time (wire 3.4). There is one run at a time. The
 * cursor moves page by page, and only past rows that the sink has stored or that are no messages; it does not move past
 * messages whose files may still come.
 */
export class CatchUp {
  private readonly logger = new Logger(CatchUp.name);
  private readonly tries = new Map<number, number>();
  private running: Promise<boolean> | undefined;
  private isWantedAgain = false;
  private isStopped = false;
  private fault: 'bridge' | 'us' | undefined;
  private hasFound = false;
  /** The first incomplete row of this run; the cursor stays before it. */
  private awaited = Infinity;

  constructor(
    private readonly options: CatchUpOptions,
    private readonly client: BridgeClient,
    private readonly rowIngest: Pick<RowIngest, 'replay'>,
    private readonly cursor: Cursor,
  ) {}

  /** The side that ended the last run early: the bridge did not answer a question, or we could not store something. */
  get endedBy(): 'bridge' | 'us' | undefined {
    return this.fault;
  }

  /** Whether the last run has brought a message that no webhook had. */
  get foundUnannounced(): boolean {
    return this.hasFound;
  }

  /** Records the time of the first start before anything is fetched; call it on connecting. Never throws. */
  async begin(): Promise<void> {
    this.isStopped = false;
    const position = await this.cursor.load().catch(() => undefined);
    if (position?.rowId !== undefined) this.options.reached?.(position.rowId);
  }

  /**
   * Callers during a run share one more run after it. Never throws.
   * @returns whether all existing rows are stored
   */
  fetchMissed(sink: InboundSink): Promise<boolean> {
    this.isStopped = false;
    if (this.running) this.isWantedAgain = true;
    else this.hasFound = false;
    this.running ??= this.repeat(sink).finally(() => (this.running = undefined));
    return this.running;
  }

  /** Resolves when no run sends events to the sink any more. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.running;
  }

  private async repeat(sink: InboundSink): Promise<boolean> {
    const complete = await this.attempt(sink);
    if (!this.isWantedAgain || this.isStopped) return complete;
    this.isWantedAgain = false;
    return this.repeat(sink);
  }

  private async attempt(sink: InboundSink): Promise<boolean> {
    this.awaited = Infinity;
    this.fault = undefined;
    try {
      const position = await this.cursor.load();
      await (position.rowId === undefined ? this.first(sink) : this.follow(position.rowId, sink));
      return true;
    } catch (error) {
      if (this.isStopped) return false;
      this.fault = error instanceof BridgeUnavailable ? 'bridge' : 'us';
      const whose = this.fault === 'us' ? ' because of a gateway error' : '';
      this.logger.warn(`catch-up of ${this.options.account} stopped${whose}: ${errorText(error)}`);
      return false;
    }
  }

  /** The first run for a bridge: messages from before our first start are not answered. */
  private async first(sink: InboundSink): Promise<void> {
    const top = await this.topRowId();
    await this.takeSince(await this.cursor.fixFirstStart(top, this.client.clockOffsetMs ?? 0), sink);
    await this.moveTo(top);
  }

  /** @param since inclusive, by the bridge's clock, epoch ms */
  private async takeSince(since: number, sink: InboundSink): Promise<void> {
    const { page } = this;
    for (let offset = 0, isLast = false; !isLast && !this.isStopped; offset += page) {
      const rows = rowsOf(await this.client.messagesSince(Math.max(0, since), { offset, limit: page }));
      await this.replayRows(rows.messages, sink);
      isLast = rows.count < page;
    }
  }

  /** The highest ROWID. The bridge sorts by date, so its last row need not have it: this looks beyond that row. */
  private async topRowId(): Promise<number> {
    let top = rowsOf(await this.client.newestMessage()).messages[0]?.rowId ?? 0;
    for (;;) {
      const { messages, count } = rowsOf(await this.client.messagesInWindow({ after: top, limit: PAGE }));
      top = Math.max(top, ...messages.map((row) => row.rowId));
      if (count < PAGE) return top;
    }
  }

  /** Fetches all rows beyond the cursor, in steps that are each complete. */
  private async follow(start: number, sink: InboundSink): Promise<void> {
    let step: Step = { rows: [], upTo: start, width: this.page, isLast: false };
    while (!step.isLast && !this.isStopped) {
      step = await this.next(step);
      await this.replayRows(step.rows, sink);
      await this.moveTo(step.upTo);
    }
    if (step.isLast && step.upTo === start) await this.startOver(start, sink);
  }

  /**
   * Nothing is beyond the cursor: nothing is new, or the Mac is, whose ROWIDs are lower, and nothing would be found until
   * they reach the old ones (ADR 0071).
   */
  private async startOver(cursor: number, sink: InboundSink): Promise<void> {
    const after = Math.max(0, cursor - MOST_DELETED);
    const near = rowsOf(await this.client.messagesInWindow({ after, limit: 1 }));
    const top = near.count > 0 ? 0 : await this.topRowId();
    if (top === 0) return;
    this.logger.warn(
      `the bridge of ${this.options.account} has a different chat database; reading its messages again`,
    );
    await this.takeSince(this.options.rememberedSince(), sink);
    if (!this.isStopped) await this.cursor.set(Math.min(top, this.awaited - 1));
  }

  /**
   * Fetches the next window. Because the bridge sorts by date, a full page may lack rows in its middle, so its range is
   * asked for once more as a window of ROWIDs: a window no wider than a page is always complete. Empty windows make the
   * next one wider, so that a large gap in the numbers takes few calls; but a wide window that comes back full is not
   * known to be complete.
   */
  private async next({ upTo: after, width }: Step): Promise<Step> {
    const limit = this.page;
    const open = rowsOf(await this.client.messagesInWindow({ after, limit }));
    if (open.count < limit) {
      const top = Math.max(after, ...open.messages.map((row) => row.rowId));
      return { rows: open.messages, upTo: top, width, isLast: true };
    }
    const upTo = after + width;
    const { messages, count } = rowsOf(await this.client.messagesInWindow({ after, upTo, limit }));
    if (count === limit && width > limit)
      return { rows: [], upTo: after, width: Math.max(limit, Math.floor(width / 2)), isLast: false };
    return { rows: messages, upTo, width: count === 0 ? width * 2 : limit, isLast: false };
  }

  private get page(): number {
    return this.options.page ?? PAGE;
  }

  /** Does nothing after a stop, which leaves a page half processed. */
  private async moveTo(rowId: number): Promise<void> {
    if (this.isStopped) return;
    await this.cursor.moveTo(Math.min(rowId, this.awaited - 1));
    this.options.reached?.(rowId);
  }

  /**
   * Processes one page in ROWID order. An error of the sink ends the run and leaves the cursor before the page; the
   * rows already stored count as duplicates the next time. A row at which ten runs have ended is set aside: if a later
   * row can be stored, the fault is in that row, and it is skipped.
   */
  private async replayRows(rows: readonly FetchedRow[], sink: InboundSink): Promise<void> {
    const suspects: { readonly row: FetchedRow; readonly error: unknown }[] = [];
    for (const row of rows) {
      if (this.isStopped) return;
      try {
        const outcome = await this.rowIngest.replay(row, sink);
        if (outcome === 'awaited') this.awaited = Math.min(this.awaited, row.rowId);
        if (outcome === 'unannounced') this.hasFound = true;
        this.skip(suspects.splice(0));
        this.tries.delete(row.rowId);
      } catch (error) {
        if (this.countTry(row.rowId) < MAX_TRIES) throw error;
        suspects.push({ row, error });
      }
    }
    if (suspects[0]) throw suspects[0].error;
  }

  private countTry(rowId: number): number {
    const tries = (this.tries.get(rowId) ?? 0) + 1;
    this.tries.set(rowId, tries);
    return tries;
  }

  private skip(suspects: readonly { readonly row: FetchedRow; readonly error: unknown }[]): void {
    for (const { row, error } of suspects) {
      this.tries.delete(row.rowId);
      const reason = errorText(error);
      this.logger.error(
        `message ${row.guid} of ${this.options.account} skipped after ${MAX_TRIES} tries: ${reason}`,
      );
    }
  }
}

/** A stretch of the table that was fetched completely, up to a ROWID, and the permitted width of the next window. */
interface Step {
  readonly rows: readonly FetchedRow[];
  readonly upTo: number;
  readonly width: number;
  readonly isLast: boolean;
}
