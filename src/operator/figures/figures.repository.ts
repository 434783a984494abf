import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../persistence/index.js';
import { lengthOf, MINUTE_MS, type Step, STEPS, startOf } from './steps.js';
import { NOTHING, plus, type Sums } from './sums.js';

const SCOPE = 'figures';

export interface KeptPeriod {
  readonly begins_at: number;
  /** The end of the last minute in it. */
  readonly counted_until: number;
  readonly sums: Sums;
}

/** A minute that was counted. */
export interface NewMinute {
  readonly minute: number;
  readonly sums: Sums;
  readonly counted_at: number;
  /** When it is to be counted again; null = never. */
  readonly due_at: number | null;
}

/** The counted sums, by minute, hour and day. */
@Injectable()
export class FiguresRepository {
  constructor(private readonly db: Database) {}

  /** The kept periods since `from`. */
  async periods(step: Step, from: number, tx?: Tx): Promise<KeptPeriod[]> {
    const rows = await this.from(step, from, tx).orderBy('begins_at').execute();
    return rows.map(({ sums, ...row }) => ({ ...row, sums: JSON.parse(sums) as Sums }));
  }

  /** The latest minute with anything in it. */
  latest(): Promise<{ begins_at: number; counted_at: number } | undefined> {
    return this.db
      .on()
      .selectFrom('figures')
      .select(['begins_at', 'counted_at'])
      .where('step', '=', 'minute')
      .orderBy('begins_at', 'desc')
      .limit(1)
      .executeTakeFirst();
  }

  /** The minutes that are to be counted again, the oldest first. */
  async due(now: number): Promise<number[]> {
    const minutes = this.db.on().selectFrom('figures').select('begins_at').where('step', '=', 'minute');
    return (await minutes.where('due_at', '<=', now).orderBy('begins_at').execute()).map(
      (row) => row.begins_at,
    );
  }

  /** Saves a minute, with its hour and its day. Replicas take turns, so that none overwrites what another added. */
  async saveMinute(minute: NewMinute): Promise<void> {
    await this.db.transaction(async (tx) => {
      await this.db.lockScope(tx, SCOPE);
      await this.write(tx, 'minute', {
        ...minute,
        begins_at: minute.minute,
        until: minute.minute + MINUTE_MS,
      });
      await this.sumUp(tx, 'minute', 'hour', minute);
      await this.sumUp(tx, 'hour', 'day', minute);
    });
  }

  /** The sums of a minute, where it was counted before. */
  async sumsOf(minute: number): Promise<Sums | undefined> {
    const [found] = await this.from('minute', minute).where('begins_at', '=', minute).execute();
    return found && (JSON.parse(found.sums) as Sums);
  }

  /** @param kept how long the periods of each step are kept, ms */
  async deleteOlder(now: number, kept: Readonly<Record<Step, number>>): Promise<void> {
    await this.db.transaction(async (tx) => {
      for (const step of STEPS) await this.deleteBefore(tx, step, now - kept[step]);
    });
  }

  private deleteBefore(tx: Tx, step: Step, before: number) {
    const periods = this.db.on(tx).deleteFrom('figures').where('step', '=', step);
    return periods.where('begins_at', '<', before).execute();
  }

  private from(step: Step, from: number, tx?: Tx) {
    return this.db
      .on(tx)
      .selectFrom('figures')
      .select(['begins_at', 'counted_until', 'sums'])
      .where('step', '=', step)
      .where('begins_at', '>=', from);
  }

  /** Sums up the parts of the longer period with this minute in it. */
  private async sumUp(tx: Tx, part: Step, step: Step, { minute, counted_at }: NewMinute): Promise<void> {
    const begins_at = startOf(step, minute);
    const end = begins_at + lengthOf(step);
    const parts = (await this.periods(part, begins_at, tx)).filter((each) => each.begins_at < end);
    const sums = parts.map((each) => each.sums).reduce(plus, NOTHING);
    const until = Math.max(...parts.map((each) => each.counted_until));
    await this.write(tx, step, { begins_at, until, sums, counted_at, due_at: null });
  }

  private async write(
    tx: Tx,
    step: Step,
    {
      begins_at,
      until,
      sums,
      counted_at,
      due_at,
    }: Omit<NewMinute, 'minute'> & { begins_at: number; until: number },
  ): Promise<void> {
    const values = { counted_until: until, sums: JSON.stringify(sums), counted_at, due_at };
    await this.db
      .on(tx)
      .insertInto('figures')
      .values({ step, begins_at, ...values })
      .onConflict((conflict) => conflict.columns(['step', 'begins_at']).doUpdateSet(values))
      .execute();
  }
}
