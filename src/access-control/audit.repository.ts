import { Injectable } from '@nestjs/common';
import { Database, type DeletesOld, KeptFor, type Tx } from '../persistence/index.js';

export interface AuditRecord {
  readonly at: number;
  readonly actor: string;
  /** For instance `pairing.approved`. */
  readonly action: string;
  /** What it was done to: an id or a name. */
  readonly subject: string;
  readonly details: Readonly<Record<string, string>>;
}

@KeptFor('audit entries', ({ auditDays }) => auditDays)
@Injectable()
export class AuditRepository implements DeletesOld {
  constructor(private readonly db: Database) {}

  async append(tx: Tx, record: AuditRecord): Promise<void> {
    await this.db
      .on(tx)
      .insertInto('audit_log')
      .values({ ...record, details: JSON.stringify(record.details) })
      .execute();
  }

  /** Newest first; `before` is the `seq` of the last one of the page before. */
  async page(limit: number, before?: number): Promise<readonly (AuditRecord & { seq: number })[]> {
    let query = this.db.on().selectFrom('audit_log').selectAll().orderBy('seq', 'desc').limit(limit);
    if (before !== undefined) query = query.where('seq', '<', before);
    const rows = await query.execute();
    return rows.map((row) => ({ ...row, details: JSON.parse(row.details) as Record<string, string> }));
  }

  /** By the time of the entry. */
  async deleteOlderThan(tx: Tx, before: number, limit: number): Promise<number> {
    const { numDeletedRows } = await this.db
      .on(tx)
      .deleteFrom('audit_log')
      .where('seq', 'in', (eb) =>
        eb.selectFrom('audit_log').select('seq').where('at', '<', before).orderBy('at').limit(limit),
      )
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }
}
