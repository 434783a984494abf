import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/index.js';
import type { Tx } from '../../persistence/index.js';
import type { Actor } from '../actor/actor.js';
import { type AuditChange, bounded } from './audit-change.js';
import { type AuditFilter, AuditRepository } from './audit.repository.js';

export interface AuditEntry {
  readonly action: string;
  readonly subject: string;
  /** No secret, no message text. */
  readonly details?: Readonly<Record<string, string>>;
  /** The values that the act has changed, of any size; secrets masked. */
  readonly change?: AuditChange;
}

export type AuditListener = (tx: Tx, actor: Actor, entry: AuditEntry) => Promise<void>;

/** Records each act with its actor, in the transaction of the act. */
@Injectable()
export class AuditLog {
  private listener: AuditListener | undefined;

  constructor(
    private readonly repository: AuditRepository,
    private readonly clock: Clock,
  ) {}

  async record(tx: Tx, actor: Actor, entry: AuditEntry): Promise<void> {
    const { action, subject, details = {}, change } = entry;
    await Promise.all([
      this.repository.append(tx, {
        at: this.clock.now(),
        actor: actor.id,
        action,
        subject,
        details,
        change: change ? bounded(change) : null,
      }),
      this.listener?.(tx, actor, entry),
    ]);
  }

  /** @param listener called for each entry, in its transaction; undefined = no one is told any more */
  onEntry(listener: AuditListener | undefined): void {
    this.listener = listener;
  }

  /** The `seq` of the newest entry; undefined when there is none. */
  async latest(): Promise<number | undefined> {
    return (await this.repository.page(1))[0]?.seq;
  }

  /** In the order of their writing, by `seq`; `upTo` included. @param range.actions only these; all when left out */
  since(range: { after: number; upTo: number; limit: number; actions?: readonly string[] }) {
    return this.repository.since(range);
  }

  /** Newest first. */
  list(limit: number, before?: number, filter?: AuditFilter) {
    return this.repository.page(limit, before, filter);
  }
}
