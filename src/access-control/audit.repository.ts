import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../persistence/index.js';

export interface AuditRecord {
  readonly at: number;
  readonly actor: string;
  /** For instance `pairing.approved`. */
  readonly action: string;
  /** What it was done to: an id or a name. */
  readonly subject: string;
  readonly details: Readonly<Record<string, string>>;
}

@Injectable()
export class AuditRepository {
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
}
