import { Injectable } from '@nestjs/common';
import { type Actor, AuditLog } from '../access-control/index.js';
import { type DeadLetter, JobQueue } from '../persistence/index.js';

/** What an operator does with jobs that were given up. */
@Injectable()
export class DeadLetterDesk {
  constructor(
    private readonly queue: JobQueue,
    private readonly audit: AuditLog,
  ) {}

  /** Newest first; `before` is the id of the last one of the page before. */
  list(limit: number, before?: number): Promise<readonly DeadLetter[]> {
    return this.queue.deadLetters(limit, before);
  }

  /** @throws GatehouseError NOT_FOUND; CONFLICT when there is nothing left to retry. */
  retry(actor: Actor, id: number): Promise<DeadLetter> {
    const entry = { action: 'dead-letter.retried', subject: String(id) };
    return this.queue.revive(id, (tx) => this.audit.record(tx, actor, entry));
  }
}
