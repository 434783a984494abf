import { Injectable } from '@nestjs/common';
import { Database } from '../../persistence/index.js';
import { DeliveryRepository, type Progress } from '../records/delivery.repository.js';

/**
 * Writes receipts with one transaction at a time. Receipts that arrive before it begins to write share it: every message
 * brings its own receipt, and nobody waits for one.
 */
@Injectable()
export class ProgressLog {
  private waiting: Progress[] = [];
  /** The transaction that will write the waiting receipts. */
  private next: Promise<void> | undefined;
  /** Resolves when the previous transaction has ended; never rejects. */
  private last: Promise<void> = Promise.resolve();

  constructor(
    private readonly db: Database,
    private readonly repository: DeliveryRepository,
  ) {}

  /** Resolves when the receipt is on disk. */
  write(progress: Progress): Promise<void> {
    this.waiting.push(progress);
    return (this.next ??= this.last.then(() => this.writeWaiting()));
  }

  private async writeWaiting(): Promise<void> {
    let taken: readonly Progress[] | undefined;
    const write = this.db.transaction(
      async (tx) => {
        // The database may run the work again.
        taken ??= this.take();
        for (const each of taken) await this.repository.progress(tx, each);
      },
      { mayWait: true },
    );
    // A transaction that could not begin has taken nothing.
    await write.finally(() => (taken ??= this.take()));
  }

  private take(): readonly Progress[] {
    this.last = (this.next ?? this.last).catch(() => undefined);
    this.next = undefined;
    return this.waiting.splice(0);
  }
}
