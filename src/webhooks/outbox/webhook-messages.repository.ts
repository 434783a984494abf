import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { RetentionConfig } from '../../config/index.js';
import { Database, KeptFor, pick, preparedRows, type Row, type Tx } from '../../persistence/index.js';

type MessageRow = Row<'webhook_messages'>;

/** A message as it is stored first. */
export type NewWebhookMessage = Pick<MessageRow, 'id' | 'webhook' | 'lane' | 'type' | 'body' | 'created_at'>;

/** A message that may be sent now. */
export type DueMessage = Pick<MessageRow, 'seq' | 'id' | 'lane' | 'body' | 'created_at' | 'attempts'>;

/** Times are epoch ms. */
interface Look {
  readonly now: number;
  readonly longest: number;
  readonly busy: readonly string[];
  readonly limit: number;
}

/** The messages of a webhook in numbers. */
export interface WebhookCounts {
  readonly waiting: number;
  /** Failed for good. */
  readonly dead: number;
  /** When the oldest that waits was stored, epoch ms; null when none does. */
  readonly oldest: number | null;
}

const INSERT = preparedRows<NewWebhookMessage>((on, rows) =>
  on
    .insertInto('webhook_messages')
    .values(rows.map((row) => pick(row, 'id', 'webhook', 'lane', 'type', 'body', 'created_at'))),
);

/** The messages that wait for webhooks, and those that failed for good. */
@KeptFor('messages for webhooks', (retention: RetentionConfig) => retention.deadDeliveriesDays, {
  table: 'webhook_messages',
  key: 'seq',
  age: 'created_at',
})
@Injectable()
export class WebhookMessages {
  constructor(private readonly db: Database) {}

  add(tx: Tx, messages: readonly NewWebhookMessage[]): Promise<void> {
    return INSERT(this.db.on(tx), messages);
  }

  /**
   * In their order, without those of the lanes that are busy or wait for another try.
   * @param look `longest`: a wait that ends later was noted before the clock was set back, and is none
   */
  due(webhook: string, { now, longest, busy, limit }: Look): Promise<DueMessage[]> {
    return this.db
      .on()
      .selectFrom('webhook_messages')
      .select(['seq', 'id', 'lane', 'body', 'created_at', 'attempts'])
      .where('webhook', '=', webhook)
      .where('died_at', 'is', null)
      .where((eb) => (busy.length === 0 ? eb.lit(true) : eb('lane', 'not in', busy)))
      .where('lane', 'not in', (eb) =>
        eb
          .selectFrom('webhook_messages as held')
          .select('held.lane')
          .where('held.webhook', '=', webhook)
          .where('held.retry_at', '>', now)
          .where('held.retry_at', '<=', longest),
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

  /** Has all fail for good that wait and were stored until then (epoch ms). */
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

  /** Queues those that failed for good again, from now on. @returns how many they are */
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

  /** By webhook; those without a message are missing. Reads indexes alone, however long the messages are. */
  async counts(): Promise<ReadonlyMap<string, WebhookCounts>> {
    const [waiting, dead] = await Promise.all([this.waiting(), this.dead()]);
    const ids = new Set([...waiting.keys(), ...dead.keys()]);
    const countsOf = (id: string) => {
      const { waiting: count = 0, oldest = null } = waiting.get(id) ?? {};
      return { waiting: count, oldest, dead: dead.get(id) ?? 0 };
    };
    return new Map([...ids].map((id) => [id, countsOf(id)]));
  }

  /** Deletes the messages of webhooks that are configured no more, once they are too old to send. */
  async deleteOthers(tx: Tx, webhooks: readonly string[], until: number): Promise<void> {
    await this.db
      .on(tx)
      .deleteFrom('webhook_messages')
      .where((eb) => (webhooks.length === 0 ? eb.lit(true) : eb('webhook', 'not in', webhooks)))
      .where('created_at', '<=', until)
      .execute();
  }

  private async waiting(): Promise<ReadonlyMap<string, Pick<WebhookCounts, 'waiting' | 'oldest'>>> {
    const rows = await this.db
      .on()
      .selectFrom('webhook_messages')
      .select((eb) => [
        'webhook',
        eb.fn.countAll<number>().as('waiting'),
        eb.fn.min<number>('created_at').as('oldest'),
      ])
      .where('died_at', 'is', null)
      .groupBy('webhook')
      .execute();
    return new Map(rows.map(({ webhook, ...counts }) => [webhook, counts]));
  }

  private async dead(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.db
      .on()
      .selectFrom('webhook_messages')
      .select((eb) => ['webhook', eb.fn.countAll<number>().as('dead')])
      .where('died_at', 'is not', null)
      .groupBy('webhook')
      .execute();
    return new Map(rows.map(({ webhook, dead }) => [webhook, dead]));
  }
}
