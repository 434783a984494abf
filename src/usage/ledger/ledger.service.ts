import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { errorText } from '../../common/index.js';
import { Database, type Tx } from '../../persistence/index.js';
import { type CallRow, CallsRepository, SUMS } from './calls.repository.js';
import { DIMENSIONS } from './dimensions.js';

/** The longest time that calls wait for the commit of their turn, ms. */
const WAIT_MS = 1_000;

/** Calls of one turn that are not in the database yet. */
interface Pending {
  readonly rows: CallRow[];
  /** Told once they are. */
  readonly written: (() => void)[];
  /** A transaction with these rows is under way. */
  isWriting: boolean;
}

/**
 * Writes every model call to the ledger: with the commit that ends its turn, or soon after it. A process that is killed
 * in between loses no more than what budgets have reserved (ADR 0093).
 */
@Injectable()
export class Ledger implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Usage');
  private pending = new Map<string, Pending>();
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly db: Database,
    private readonly calls: CallsRepository,
  ) {}

  /** Adds the calls of a turn. @param onWritten called when they are in the database */
  add(turnId: string, row: CallRow, onWritten: () => void): void {
    const known = this.pending.get(turnId);
    const pending = !known || known.isWriting ? { rows: [], written: [], isWriting: false } : known;
    if (known?.isWriting) this.putAside(turnId, known);
    this.pending.set(turnId, pending);
    join(pending.rows, row);
    pending.written.push(onWritten);
    this.timer ??= setTimeout(() => this.writeSoon(), WAIT_MS).unref();
  }

  /**
   * Writes the calls of a turn in the transaction that ends it, by one statement; none without calls.
   * @returns undefined when there is nothing to write
   */
  commitWith(tx: Tx, turnId: string): Promise<void> | undefined {
    const pending = this.pending.get(turnId);
    return pending && !pending.isWriting ? this.write(tx, turnId, pending) : undefined;
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.timer);
    await this.writing;
    await this.writeAll();
  }

  private write(tx: Tx, turnId: string, pending: Pending): Promise<void> {
    pending.isWriting = true;
    tx.afterEnd((isCommitted) => {
      pending.isWriting = false;
      if (isCommitted) this.forget(turnId, pending);
    });
    return this.calls.add(tx, pending.rows);
  }

  private forget(turnId: string, pending: Pending): void {
    if (this.pending.get(turnId) === pending) this.pending.delete(turnId);
    for (const [key, each] of this.pending) if (each === pending) this.pending.delete(key);
    for (const tell of pending.written) tell();
  }

  /** The rows of a transaction must stay as they are until it has ended. */
  private putAside(turnId: string, pending: Pending): void {
    this.pending.set(`${turnId} ${this.pending.size} ${pending.rows[0]?.at ?? 0}`, pending);
  }

  private writeSoon(): void {
    this.writing = this.writeAll().finally(() => {
      this.timer = this.pending.size > 0 ? setTimeout(() => this.writeSoon(), WAIT_MS).unref() : undefined;
    });
  }

  private async writeAll(): Promise<void> {
    const waiting = [...this.pending].filter(([, { isWriting }]) => !isWriting);
    if (waiting.length === 0) return;
    await this.db
      .transaction(async (tx) => {
        for (const [turnId, pending] of waiting) await this.write(tx, turnId, pending);
      })
      .catch((error: unknown) => this.logger.warn(`usage is written later: ${errorText(error)}`));
  }
}

/** Adds a call to the row of its like, so that a turn of many steps writes one row. */
function join(rows: CallRow[], row: CallRow): void {
  const at = rows.findIndex((each) => isAlike(each, row));
  const known = rows[at];
  if (!known) return void rows.push(row);
  const sums = Object.fromEntries(SUMS.map((name) => [name, known[name] + row[name]]));
  rows[at] = { ...known, ...sums };
}

const isAlike = (one: CallRow, other: CallRow): boolean =>
  one.is_estimate === other.is_estimate && DIMENSIONS.every((name) => one[name] === other[name]);
