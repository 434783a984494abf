import { Injectable } from '@nestjs/common';
import { Clock, newId } from '../../common/index.js';
import { Database, KeptFor, type Row, type Tx } from '../../persistence/index.js';

/** Settings that people chose for a session. */
export interface SessionSettings {
  /** Transcript entries up to this `seq` are no longer context; 0 means that all are. */
  readonly beginsAfter: number;
  /** Replaces the agent's own model. */
  readonly model?: string;
  /** The event of the last `/stop` in its conversation. */
  readonly stoppedBy?: string;
}

/** Those without a stored message: settings last as long as the session is used. */
@KeptFor('sessions', ({ transcriptsDays }) => transcriptsDays, {
  table: 'sessions',
  key: 'session_key',
  age: 'updated_at',
  unlessIn: 'transcript',
})
@Injectable()
export class SessionRepository {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Starts a new history: earlier messages are no longer context, including those to other agents of the same group.
   */
  async beginAfresh(tx: Tx, sessionKey: string): Promise<void> {
    const last = await this.db
      .on(tx)
      .selectFrom('transcript')
      .select((eb) => eb.fn.max('seq').as('seq'))
      .executeTakeFirst();
    await this.set(tx, sessionKey, { begins_after: last?.seq ?? 0 });
  }

  /**
   * Notes that a stored entry of the session's transcript has changed, so that replicas that keep it in memory read it
   * again.
   */
  renew(tx: Tx, sessionKey: string): Promise<void> {
    return this.set(tx, sessionKey, { revision: newId('rev', this.clock.now()) });
  }

  /** @param model null = the agent's own again. */
  setModel(tx: Tx, sessionKey: string, model: string | null): Promise<void> {
    return this.set(tx, sessionKey, { model });
  }

  /**
   * Ends the turns of the events before this one, on every replica.
   * @param stopKey as of `stopKeyOf`
   */
  stop(tx: Tx, stopKey: string, stoppedBy: string): Promise<void> {
    return this.set(tx, stopKey, { stopped_by: stoppedBy });
  }

  /** The event of the last `/stop` for each of these keys; keys without a `/stop` are missing. */
  async stops(stopKeys: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.db
      .on()
      .selectFrom('sessions')
      .select(['session_key', 'stopped_by'])
      .where('session_key', 'in', stopKeys)
      .execute();
    return new Map(rows.map(({ session_key, stopped_by }) => [session_key, stopped_by ?? '']));
  }

  private async set(
    tx: Tx,
    sessionKey: string,
    change: Partial<Omit<Row<'sessions'>, 'session_key' | 'updated_at'>>,
  ): Promise<void> {
    const updated_at = this.clock.now();
    await this.db
      .on(tx)
      .insertInto('sessions')
      .values({ session_key: sessionKey, begins_after: 0, updated_at, ...change })
      .onConflict((conflict) => conflict.column('session_key').doUpdateSet({ updated_at, ...change }))
      .execute();
  }
}
