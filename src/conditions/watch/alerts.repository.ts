import { Injectable } from '@nestjs/common';
import { Clock, newId } from '../../common/index.js';
import { Database, KeptFor, type Row, type Tx } from '../../persistence/index.js';
import { sameEventAs } from '../codes.js';
import type { Condition } from '../condition.js';
import type { RaisedAlert } from './raised-alert.js';

export const ALERT_STATES = ['open', 'cleared'] as const;
export type AlertState = (typeof ALERT_STATES)[number];

/** A part of all alerts, newest first. */
export interface AlertRange {
  readonly state?: AlertState | undefined;
  readonly limit: number;
  /** The id before which it begins. */
  readonly before?: string | undefined;
}

/** The alerts that were raised. Of a code and subject one can be open, over all replicas. */
@KeptFor('cleared alerts', ({ auditDays }) => auditDays, { table: 'alerts', key: 'id', age: 'cleared_at' })
@Injectable()
export class AlertsRepository {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async open(): Promise<readonly RaisedAlert[]> {
    const rows = await this.db
      .on()
      .selectFrom('alerts')
      .selectAll()
      .where('cleared_at', 'is', null)
      .execute();
    return rows.map(toRaised);
  }

  async list({ state, limit, before }: AlertRange): Promise<readonly RaisedAlert[]> {
    let query = this.db.on().selectFrom('alerts').selectAll().orderBy('id', 'desc').limit(limit);
    if (state !== undefined) query = query.where('cleared_at', state === 'open' ? 'is' : 'is not', null);
    if (before !== undefined) query = query.where('id', '<', before);
    return (await query.execute()).map(toRaised);
  }

  /** @returns undefined when it is open already */
  async raise(
    tx: Tx,
    {
      code,
      subject,
      message,
      since,
      setting,
      remedy,
    }: Pick<Condition, 'code' | 'subject' | 'message' | 'since' | 'setting' | 'remedy'>,
  ): Promise<RaisedAlert | undefined> {
    const now = this.clock.now();
    const row = await this.db
      .on(tx)
      .insertInto('alerts')
      .values({
        id: newId('alr', now),
        code,
        subject,
        message,
        since,
        setting: setting ?? null,
        remedy: remedy ?? null,
        raised_at: now,
        absent_since: null,
        cleared_at: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    return row && toRaised(row);
  }

  /** Whether another alert of the same subject is open that is the same event. */
  async isOneMore(tx: Tx, { id, code, subject }: RaisedAlert): Promise<boolean> {
    const codes = sameEventAs(code);
    if (codes.length < 2) return false;
    const other = await this.db
      .on(tx)
      .selectFrom('alerts')
      .select('id')
      .where('code', 'in', codes)
      .where('subject', '=', subject)
      .where('cleared_at', 'is', null)
      .where('id', '!=', id)
      .executeTakeFirst();
    return other !== undefined;
  }

  /** Notes since when an open alert is not found any more; null when it is. */
  async note(tx: Tx, id: string, absentSince: number | null): Promise<void> {
    await this.db
      .on(tx)
      .updateTable('alerts')
      .set({ absent_since: absentSince })
      .where('id', '=', id)
      .where('cleared_at', 'is', null)
      .execute();
  }

  /** @returns undefined when it is not open any more */
  async clear(tx: Tx, { id, absentSince }: RaisedAlert): Promise<RaisedAlert | undefined> {
    const row = await this.db
      .on(tx)
      .updateTable('alerts')
      .set({ absent_since: absentSince, cleared_at: this.clock.now() })
      .where('id', '=', id)
      .where('cleared_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    return row && toRaised(row);
  }
}

const toRaised = ({ raised_at, absent_since, cleared_at, ...row }: Row<'alerts'>): RaisedAlert => ({
  ...row,
  raisedAt: raised_at,
  absentSince: absent_since,
  clearedAt: cleared_at,
});
