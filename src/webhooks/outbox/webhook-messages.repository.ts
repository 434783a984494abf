import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { RetentionConfig } from '../../config/index.js';
import {
  Database,
  deleteOldest,
  type DeletesOld,
  KeptFor,
  pick,
  preparedRows,
  type Row,
  type Tx,
} from '../../persistence/index.js';

type MessageRow = Row<'webhook_messages'>;

/** A message as it is stored first. */
export type NewWebhookMessage = Pick<MessageRow, 'id' | 'webhook' | 'lane' | 'type' | 'body' | 'created_at'>;

/** A message that may be sent now. */
export type DueMessage = Pick<MessageRow, 'seq' | 'id' | 'lane' | 'body' | 'created_at' | 'attempts'>;

/** The messages of a webhook in numbers. */
export interface WebhookCounts {
  readonly waiting: number;
  /** Given up. */
  readonly dead: number;
  /** When the oldest that waits was stored, epoch ms; null when none does. */
  readonly oldest: number | null;
}

const INSERT = preparedRows<NewWebhookMessage>((on, rows) =>
  on
    .insertInto('webhook_messages')
    .values(rows.map((row) => pick(row, 'id', 'webhook', 'lane', 'type', 'body', 'created_at'))),
);

/** The messages that wait for webhooks, and those that were given up. */
@KeptFor('webhook messages given up', (retention: RetentionConfig) => retention.deadDeliveriesDays)
@Injectable()
export class WebhookMessages implements DeletesOld {
  constructor(private readonly db: Database) {}

  add(tx: Tx, messages: readonly NewWebhookMessage[]): Promise<void> {
    return INSERT(this.db.on(tx), messages);
  }

  /** In their order, without those of the lanes that are busy or wait for another try. */
  due(
    webhook: string,
    { now, busy, limit }: { readonly now: number; readonly busy: readonly string[]; readonly limit: number },
  ): Promise<DueMessage[]> {
    return this.db
      .on()
      .selectFrom('webhook_messages as one')
      .select(['seq', 'id', 'lane', 'body', 'created_at', 'attempts'])
      .where('webhook', '=', webhook)
      .where('died_at', 'is', null)
      .where((eb) => (busy.length === 0 ? eb.lit(true) : eb('lane', 'not in', busy)))
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('webhook_messages as held')
              .select('held.seq')
              .whereRef('held.webhook', '=', 'one.webhook')
              .whereRef('held.lane', '=', 'one.lane')
              .where('held.retry_at', '>', now),
          ),
        ),
      )
      .orderBy('seq')
      .limit(limit)
      .execute();
  }

  async remove(tx: Tx, seq: number): Promise<void> {
    await this.db.on(tx).deleteFrom('webhook_messages').where('seq', '=', seq).execute();
  }

  async putOff(
    tx: Tx,
    seq: number,
    failure: { readonly error: string; readonly until: number },
  ): Promise<void> {
    await this.db
      .on(tx)
      .updateTable('webhook_messages')
      .set({ attempts: sql<number>`attempts + 1`, retry_at: failure.until, last_error: failure.error })
      .where('seq', '=', seq)
      .execute();
  }

  /** Gives one up. */
  async bury(tx: Tx, seq: number, death: { readonly error: string; readonly at: number }): Promise<void> {
    await this.db
      .on(tx)
      .updateTable('webhook_messages')
      .set({
        attempts: sql<number>`attempts + 1`,
        retry_at: null,
        last_error: death.error,
        died_at: death.at,
      })
      .where('seq', '=', seq)
      .execute();
  }

  /** Gives up all that wait and were stored until then (epoch ms). */
  async buryAll(
    tx: Tx,
    webhook: string,
    { error, at, until }: { readonly error: string; readonly at: number; readonly until: number },
  ): Promise<void> {
    await this.db
      .on(tx)
      .updateTable('webhook_messages')
      .set({ retry_at: null, last_error: error, died_at: at })
      .where('webhook', '=', webhook)
      .where('died_at', 'is', null)
      .where('created_at', '<=', until)
      .execute();
  }

  /** Ends the waits of all lanes. */
  async tryAllNow(tx: Tx, webhook: string): Promise<void> {
    await this.db
      .on(tx)
      .updateTable('webhook_messages')
      .set({ retry_at: null })
      .where('webhook', '=', webhook)
      .where('retry_at', 'is not', null)
      .execute();
  }

  /** Has those that were given up wait again, from now on. @returns how many they are */
  async revive(tx: Tx, webhook: string, now: number): Promise<number> {
    const { numUpdatedRows } = await this.db
      .on(tx)
      .updateTable('webhook_messages')
      .set({ attempts: 0, created_at: now, died_at: null })
      .where('webhook', '=', webhook)
      .where('died_at', 'is not', null)
      .executeTakeFirst();
    return Number(numUpdatedRows);
  }

  /** By webhook; those without a message are missing. */
  async counts(): Promise<ReadonlyMap<string, WebhookCounts>> {
    const rows = await this.db
      .on()
      .selectFrom('webhook_messages')
      .select((eb) => [
        'webhook',
        eb.fn.count<number>('died_at').as('dead'),
        eb.fn.countAll<number>().as('stored'),
        eb.fn.min(eb.case().when('died_at', 'is', null).then(eb.ref('created_at')).end()).as('oldest'),
      ])
      .groupBy('webhook')
      .execute();
    return new Map(
      rows.map(({ webhook, dead, stored, oldest }) => [webhook, { waiting: stored - dead, dead, oldest }]),
    );
  }

  /** Deletes the messages of webhooks that are configured no more, once they are too old to be sent. */
  async deleteOthers(tx: Tx, webhooks: readonly string[], until: number): Promise<void> {
    await this.db
      .on(tx)
      .deleteFrom('webhook_messages')
      .where((eb) => (webhooks.length === 0 ? eb.lit(true) : eb('webhook', 'not in', webhooks)))
      .where('created_at', '<=', until)
      .execute();
  }

  deleteOlderThan(tx: Tx, before: number, limit: number): Promise<number> {
    return deleteOldest(
      this.db.on(tx),
      { table: 'webhook_messages', key: 'seq', age: 'died_at' },
      { before, limit },
    );
  }
}
