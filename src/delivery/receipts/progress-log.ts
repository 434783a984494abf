import { Injectable } from '@nestjs/common';
import { Database } from '../../persistence/index.js';
import { DeliveryRepository, type Progress } from '../records/delivery.repository.js';

/**
 * Writes down how far messages have come. One transaction at a time: what comes until that begins to write is written
 * with it, since each message brings its own receipt and nobody waits for any of them.
 */
@Injectable()
export class ProgressLog {
  private waiting: Progress[] = [];
  /** The transaction that writes what is waiting. */
  private next: Promise<void> | undefined;
  /** Ends with the transaction before; never rejects. */
  private last: Promise<void> = Promise.resolve();

  constructor(
    private readonly db: Database,
    private readonly repository: DeliveryRepository,
  ) {}

  /** Resolves once it is durable. */
  write(progress: Progress): Promise<void> {
    this.waiting.push(progress);
    return (this.next ??= this.last.then(() => this.writeWaiting()));
  }

  private async writeWaiting(): Promise<void> {
    let taken: readonly Progress[] | undefined;
    const write = this.db.transaction(
      async (tx) => {
        // The work may be run again.
        taken ??= this.take();
        for (const each of taken) await this.repository.progress(tx, each);
      },
      { mayWait: true },
    );
    // Of a transaction that could not begin nobody took anything.
    await write.finally(() => (taken ??= this.take()));
  }

  private take(): readonly Progress[] {
    this.last = (this.next ?? this.last).catch(() => undefined);
    this.next = undefined;
    return this.waiting.splice(0);
  }
}
