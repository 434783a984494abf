import { Injectable } from '@nestjs/common';
import { Database, KeptFor, type Row, type Tx } from '../../persistence/index.js';
import type { AuditChange } from './audit-change.js';

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

@KeptFor('audit entries', ({ auditDays }) => auditDays, { table: 'audit_log', key: 'seq', age: 'at' })
@Injectable()
export class AuditRepository {
  constructor(private readonly db: Database) {}

  async append(tx: Tx, record: AuditRecord): Promise<void> {
    await this.db
      .on(tx)
      .insertInto('audit_log')
      .values({
        ...record,
        details: JSON.stringify(record.details),
        change: record.change && JSON.stringify(record.change),
      })
      .execute();
  }

  /** Newest first; `before` is the `seq` of the last one of the page before. */
  async page(
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
}

const toRecord = (row: Row<'audit_log'>): AuditRecord & { seq: number } => ({
  ...row,
  details: JSON.parse(row.details) as Record<string, string>,
  change: row.change === null ? null : (JSON.parse(row.change) as AuditChange),
});
