import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/index.js';
import { Database, KeptFor, type Row, type Tx } from '../../persistence/index.js';
import type { Actor } from '../actor/actor.js';
import { type AuditChange, bounded } from './audit-change.js';

export interface AuditEntry {
  readonly action: string;
  readonly subject: string;
  /** No secret, no message text. */
  readonly details?: Readonly<Record<string, string>>;
  /** The values that the act has changed, of any size; secrets masked. */
  readonly change?: AuditChange;
}

export type AuditListener = (tx: Tx, actor: Actor, entry: AuditEntry) => Promise<void>;

export interface AuditRecord {
  readonly at: number;
  readonly actor: string;
  /** For instance `pairing.approved`. */
  readonly action: string;
  /** The object of the act: an id or a name. */
  readonly subject: string;
  readonly details: Readonly<Record<string, string>>;
  /** Null for an act that changes no values, and for one of a release that did not record them. */
  readonly change: AuditChange | null;
}

/** Which entries a list shows; all that is unset matches. */
export interface AuditFilter {
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly subject?: string | undefined;
  /** Epoch ms, included. */
  readonly since?: number | undefined;
  /** Epoch ms, excluded. */
  readonly until?: number | undefined;
}

/** Records each act with its actor, in the transaction of the act. */
@KeptFor('audit entries', ({ auditDays }) => auditDays, { table: 'audit_log', key: 'seq', age: 'at' })
@Injectable()
export class AuditLog {
  private listener: AuditListener | undefined;

  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async record(tx: Tx, actor: Actor, entry: AuditEntry): Promise<void> {
    await Promise.all([this.append(tx, actor, entry), this.listener?.(tx, actor, entry)]);
  }

  /** @param listener called for each entry, in its transaction; undefined = no one is told any more */
  onEntry(listener: AuditListener | undefined): void {
    this.listener = listener;
  }

  /** The `seq` of the newest entry; undefined when there is none. */
  async latest(): Promise<number | undefined> {
    return (await this.list(1))[0]?.seq;
  }

  /** Newest first; `before` is the `seq` of the last one of the page before. */
  async list(
    limit: number,
    before?: number,
    { since, until, ...equal }: AuditFilter = {},
  ): Promise<readonly (AuditRecord & { seq: number })[]> {
    let query = this.db.on().selectFrom('audit_log').selectAll().orderBy('seq', 'desc').limit(limit);
    if (before !== undefined) query = query.where('seq', '<', before);
    if (since !== undefined) query = query.where('at', '>=', since);
    if (until !== undefined) query = query.where('at', '<', until);
    for (const column of ['actor', 'action', 'subject'] as const) {
      const wanted = equal[column];
      if (wanted !== undefined) query = query.where(column, '=', wanted);
    }
    const rows = await query.execute();
    return rows.map(toRecord);
  }

  /** In the order of their writing: those behind `after` up to `upTo`, both by `seq`. */
  async since(range: { after: number; upTo: number; limit: number; actions?: readonly string[] }) {
    const { actions } = range;
    const rows = await this.db
      .on()
      .selectFrom('audit_log')
      .selectAll()
      .where('seq', '>', range.after)
      .where('seq', '<=', range.upTo)
      .$if(actions !== undefined, (query) => query.where('action', 'in', actions ?? []))
      .orderBy('seq')
      .limit(range.limit)
      .execute();
    return rows.map(toRecord);
  }

  private async append(tx: Tx, { id: actor }: Actor, entry: AuditEntry): Promise<void> {
    const { action, subject, details = {}, change } = entry;
    await this.db
      .on(tx)
      .insertInto('audit_log')
      .values({
        at: this.clock.now(),
        actor,
        action,
        subject,
        details: JSON.stringify(details),
        change: change ? JSON.stringify(bounded(change)) : null,
      })
      .execute();
  }
}

const toRecord = (row: Row<'audit_log'>): AuditRecord & { seq: number } => ({
  ...row,
  details: JSON.parse(row.details) as Record<string, string>,
  change: row.change === null ? null : (JSON.parse(row.change) as AuditChange),
});
