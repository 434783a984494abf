import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../persistence/index.js';

/** The states of accounts and agents that webhooks were told of last. */
@Injectable()
export class Subjects {
  constructor(private readonly db: Database) {}

  /** By subject. */
  async all(): Promise<ReadonlyMap<string, string>> {
    const rows = await this.db.on().selectFrom('webhook_subjects').select(['subject', 'state']).execute();
    return new Map(rows.map(({ subject, state }) => [subject, state]));
  }

  /**
   * Changes a state, and what follows from that.
   * @param andTell called in the transaction, unless another process has done so before
   */
  async change(
    { subject, from, to, at }: { subject: string; from: string | undefined; to: string; at: number },
    andTell: (tx: Tx) => Promise<void>,
  ): Promise<void> {
    await this.db.transaction(async (tx) => {
      await this.db.lockScope(tx, 'webhook-subjects');
      const row = await this.db
        .on(tx)
        .selectFrom('webhook_subjects')
        .select('state')
        .where('subject', '=', subject)
        .executeTakeFirst();
      if (row?.state !== from) return;
      await this.db
        .on(tx)
        .insertInto('webhook_subjects')
        .values({ subject, state: to, since: at })
        .onConflict((conflict) => conflict.column('subject').doUpdateSet({ state: to, since: at }))
        .execute();
      await andTell(tx);
    });
  }
}
