import { Injectable, Logger } from '@nestjs/common';
import { errorText, type ForgetsPeople, RemembersPeople } from '../../common/index.js';
import { Database, type Tx } from '../../persistence/index.js';
import { type CallRow, CallsRepository, SUMS } from './calls.repository.js';
import { UsageMetrics } from '../usage-metrics.js';
import { DIMENSIONS } from './dimensions.js';

/** The longest time that calls wait for the commit of their turn, ms. */
const WAIT_MS = 1_000;

/** Calls of one turn that are not in the database yet. */
interface Batch {
  readonly rows: CallRow[];
  /** Told once they are. */
  readonly onWritten: (() => void)[];
}

/**
 * Writes every model call to the ledger: with the commit that ends its turn, or soon after it. A process that is killed
 * in between loses no more than what budgets have reserved (ADR 0093).
 */
@RemembersPeople()
@Injectable()
export class Ledger implements ForgetsPeople {
  private readonly logger = new Logger('Usage');
  /** By turn. */
  private readonly open = new Map<string, Batch>();
  /** Whose transaction failed. They stay as they are: it may have been committed all the same. */
  private readonly failed = new Set<Batch>();
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly db: Database,
    private readonly calls: CallsRepository,
    private readonly metrics: UsageMetrics,
  ) {}

  /** Adds a call of a turn. @param onWritten called when it is in the database */
  add(turnId: string, row: CallRow, onWritten: () => void): void {
    const batch = this.open.get(turnId) ?? { rows: [], onWritten: [] };
    this.open.set(turnId, batch);
    this.metrics.paid(row);
    join(batch.rows, row);
    batch.onWritten.push(onWritten);
    this.wake();
  }

  /**
   * Writes the calls of a turn in the transaction that ends it, by one statement.
   * @returns undefined when there are none
   */
  commitWith(tx: Tx, turnId: string): Promise<void> | undefined {
    const batch = this.open.get(turnId);
    this.open.delete(turnId);
    return batch && this.write(tx, batch);
  }

  /** Writes what is left, when the process stops. */
  async end(): Promise<void> {
    await this.writing;
    await this.writeAll();
    clearTimeout(this.timer);
  }

  private write(tx: Tx, batch: Batch): Promise<void> {
    this.failed.delete(batch);
    tx.afterEnd((isCommitted) => {
      if (isCommitted) for (const tell of batch.onWritten) tell();
      else this.failed.add(batch);
      if (!isCommitted) this.wake();
    });
    return this.calls.add(tx, batch.rows);
  }

  private wake(): void {
    this.timer ??= setTimeout(() => this.writeSoon(), WAIT_MS).unref();
  }

  private writeSoon(): void {
    this.writing = this.writeAll().finally(() => {
      this.timer = undefined;
      if (this.open.size + this.failed.size > 0) this.wake();
    });
  }

  private async writeAll(): Promise<void> {
    const batches = [...this.open.values(), ...this.failed];
    if (batches.length === 0) return;
    this.open.clear();
    await this.db
      .transaction(async (tx) => {
        for (const batch of batches) await this.write(tx, batch);
      })
      .catch((error: unknown) => this.logger.warn(`usage could not be recorded yet: ${errorText(error)}`));
  }

  /** Calls that are to be written would name the person: they are written now, and found. */
  async forgetPeople(): Promise<void> {
    await this.writing;
    await this.writeAll();
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
