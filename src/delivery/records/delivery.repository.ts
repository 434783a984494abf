import { Injectable } from '@nestjs/common';
import { type Kysely, sql as raw } from 'kysely';
import { mediaIdOf, type SenderId, type SendOutcome } from '../../channels/index.js';
import { newId } from '../../common/index.js';
import {
  Database,
  isAlone,
  type NewJob,
  pick,
  prepared,
  type Row,
  type Schema,
  type Tx,
} from '../../persistence/index.js';
import {
  type BegunAttempt,
  type Delivery,
  type DeliveryChange,
  type DeliveryRow,
  type DeliveryState,
  type Receipt,
  type SentRecord,
  type MessageScope,
  toDelivery,
} from './delivery.js';

interface EndedAttempt {
  readonly number: number;
  /** Epoch ms, as `endedAt`. */
  readonly startedAt: number;
  readonly endedAt: number;
}

type NewRow = Pick<Row<'deliveries'>, (typeof OF_NEW)[number] | 'first_attempt_at'>;

const OF_NEW = [
  ...(['id', 'channel', 'account', 'conversation_id', 'thread_id', 'content', 'media_id'] as const),
  ...(['author', 'event_id', 'created_at'] as const),
] as const;

const OF_SENT = ['remote_id', 'sequence', 'sent_at', 'last_ended_at', 'offered_to', 'offered_until'] as const;

/** A first attempt that is to begin with the commit begins only if the queue claims its job: if that is alone (`isAlone`). */
const INSERT = prepared((sql, delivery: NewRow & Pick<Row<'jobs'>, 'kind' | 'key' | 'payload'>) => {
  const begunAt = raw<
    number | null
  >`case when is_alone then cast(${delivery.first_attempt_at} as bigint) end`;
  return sql
    .insertInto('deliveries')
    .columns([...OF_NEW, 'first_attempt_at', 'last_attempt_at', 'state', 'attempts', 'failures'])
    .expression((eb) =>
      eb
        .selectFrom(isAlone(sql, delivery).as('lane'))
        .select(OF_NEW.map((column) => eb.val(delivery[column]).as(column)))
        .select([
          begunAt.as('first_attempt_at'),
          begunAt.as('last_attempt_at'),
          raw<DeliveryState>`case when ${begunAt} is null then 'queued' else 'sending' end`.as('state'),
          raw<number>`case when ${begunAt} is null then 0 else 1 end`.as('attempts'),
          eb.lit(0).as('failures'),
        ]),
    );
});

const COLUMNS = [
  ...(['id', 'channel', 'account', 'conversation_id', 'thread_id', 'content', 'state', 'event_id'] as const),
  ...(['author', 'attempts', 'failures', 'remote_id', 'last_code', 'last_detail'] as const),
  ...(['created_at', 'first_attempt_at', 'last_attempt_at', 'last_ended_at', 'sent_at'] as const),
  ...(['delivered_at', 'read_at'] as const),
] as const;

const FIND = prepared((sql, { id }: Pick<DeliveryRow, 'id'>) =>
  sql.selectFrom('deliveries').select(COLUMNS).where('id', '=', id),
);

const BEGIN = prepared((sql, { id, attempts, failures, lastAttemptAt: at }: { id: string } & BegunAttempt) =>
  sql
    .updateTable('deliveries')
    .set((eb) => ({
      state: 'sending',
      attempts,
      failures,
      first_attempt_at: eb.fn.coalesce('first_attempt_at', eb.val(at)),
      last_attempt_at: at,
      last_ended_at: null,
    }))
    .where('id', '=', id)
    .where('state', 'not in', ['sent', 'dead']),
);

const SENT = prepared((sql, sent: Pick<Row<'deliveries'>, 'id' | (typeof OF_SENT)[number]>) =>
  sql
    .updateTable('deliveries')
    .set({ ...pick(sent, ...OF_SENT), state: 'sent', last_code: null, last_detail: null })
    .where('id', '=', sent.id)
    .where('state', 'not in', ['sent', 'dead']),
);

type Arrival = Pick<Row<'deliveries'>, 'channel' | 'account' | 'remote_id'> & { readonly at: number };

/** Notes a time in columns where none is yet. */
const noting = (...columns: readonly ('delivered_at' | 'read_at')[]) => {
  const update = (sql: Kysely<Schema>, { channel, account, remote_id, at }: Arrival) =>
    sql
      .updateTable('deliveries')
      .set((eb) => Object.fromEntries(columns.map((column) => [column, eb.fn.coalesce(column, eb.val(at))])))
      .where('channel', '=', channel)
      .where('account', '=', account)
      .where('remote_id', '=', remote_id);
  return {
    anywhere: prepared(update),
    within: prepared((sql, arrival: Arrival & Pick<Row<'deliveries'>, 'conversation_id'>) =>
      update(sql, arrival).where('conversation_id', '=', arrival.conversation_id),
    ),
  };
};
const ARRIVED = noting('delivered_at');
const READ = noting('delivered_at', 'read_at');

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

@Injectable()
export class DeliveryRepository {
  /** Told of each delivery that fails for good, in the transaction that does it; usually no one. */
  onDead: ((tx: Tx, delivery: Delivery) => Promise<void>) | undefined;

  constructor(private readonly db: Database) {}

  /**
   * A new one. If it has begun although another job waits in the lane of its job, it is stored as not begun.
   * @param job enqueued by this transaction
   */
  async insert(tx: Tx, delivery: Delivery, { kind, key, payload }: NewJob): Promise<void> {
    const { id, target, content, author, eventId, createdAt } = delivery;
    await INSERT(this.db.on(tx), {
      id,
      channel: target.channel,
      account: target.account,
      conversation_id: target.conversation,
      thread_id: target.thread ?? null,
      content: JSON.stringify(content),
      media_id: mediaIdOf(content) ?? null,
      author,
      event_id: eventId,
      created_at: createdAt,
      first_attempt_at: delivery.firstAttemptAt,
      kind,
      key,
      payload: JSON.stringify(payload),
    });
  }

  async find(id: string, tx?: Tx): Promise<Delivery | undefined> {
    const [row] = (await FIND(this.db.on(tx), { id })).rows;
    return row && toDelivery(row);
  }

  /** The deliveries among these that may have been sent and have not ended. */
  open(ids: readonly string[]): Promise<readonly Pick<DeliveryRow, 'id' | 'state'>[]> {
    return this.db
      .on()
      .selectFrom('deliveries')
      .select(['id', 'state'])
      .where('id', 'in', ids)
      .where('state', 'in', ['sending', 'unknown'])
      .execute();
  }

  /**
   * Records that an attempt begins; must be durable before the remote sees it.
   * @returns false when it is over by now (a receipt was faster): then nothing may be sent
   */
  async begin(tx: Tx, id: string, begun: BegunAttempt): Promise<boolean> {
    const { numAffectedRows } = await BEGIN(this.db.on(tx), { id, ...begun });
    return numAffectedRows === 1n;
  }

  /** Ends a delivery that is not yet over (a receipt may have been faster). */
  async endAsSent(
    tx: Tx,
    id: string,
    { remoteId, sequence, sentAt, endedAt, offer }: SentRecord,
  ): Promise<void> {
    await SENT(this.db.on(tx), {
      id,
      remote_id: remoteId,
      sequence: sequence ?? null,
      sent_at: sentAt,
      last_ended_at: endedAt ?? null,
      offered_to: offer?.to ?? null,
      offered_until: offer?.until ?? null,
    });
  }

  /** Ends an offer, once. @returns until when it was valid (epoch ms); undefined when there is none */
  async endOffer(tx: Tx, id: string, to: SenderId): Promise<number | undefined> {
    const row = await this.db
      .on(tx)
      .selectFrom('deliveries')
      .select('offered_until')
      .where('id', '=', id)
      .executeTakeFirst();
    const { numUpdatedRows } = await this.db
      .on(tx)
      .updateTable('deliveries')
      .set({ offered_until: null })
      .where('id', '=', id)
      .where('offered_to', '=', to)
      .where('offered_until', 'is not', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n ? (row?.offered_until ?? undefined) : undefined;
  }

  /** Changes a delivery that is not yet over; zero rows is a normal answer (a receipt was faster). */
  async change(tx: Tx, id: string, change: DeliveryChange): Promise<boolean> {
    const result = await this.db
      .on(tx)
      .updateTable('deliveries')
      .set({
        state: change.state,
        last_code: change.code ?? null,
        last_detail: change.detail ?? null,
        ...(change.failures === undefined ? {} : { failures: change.failures }),
        ...(change.endedAt === undefined ? {} : { last_ended_at: change.endedAt }),
      })
      .where('id', '=', id)
      .where('state', 'not in', ['sent', 'dead'])
      .executeTakeFirst();
    const isChanged = result.numUpdatedRows > 0n;
    if (isChanged && change.state === 'dead') await this.tellDead(tx, id);
    return isChanged;
  }

  private async tellDead(tx: Tx, id: string): Promise<void> {
    const delivery = this.onDead && (await this.find(id, tx));
    if (delivery) await this.onDead?.(tx, delivery);
  }

  /** The remote accepted it and later reported that it could not deliver it. */
  async failSent(
    tx: Tx,
    scope: MessageScope,
    remoteId: string,
    { code, detail }: { readonly code: string; readonly detail: string },
  ): Promise<boolean> {
    const { conversation } = scope;
    const here = conversation === undefined ? {} : { conversation_id: conversation };
    const failed = await this.db
      .on(tx)
      .updateTable('deliveries')
      .set({
        state: 'dead',
        last_code: code,
        last_detail: detail,
      })
      .where('channel', '=', scope.channel)
      .where('account', '=', scope.account)
      .where('remote_id', '=', remoteId)
      .where((eb) => eb.and(here))
      .where('state', '=', 'sent')
      .returning('id')
      .execute();
    for (const { id } of failed) await this.tellDead(tx, id);
    return failed.length > 0;
  }

  /**
   * Later news of messages that the remote accepted; the first time counts. A message that was read has also
   * arrived.
   */
  async recordReceipts(tx: Tx, news: readonly Receipt[]): Promise<void> {
    // In one order everywhere, so that two replicas never wait for each other.
    const ordered = news.toSorted((a, b) => compare(a.remoteId, b.remoteId));
    await Promise.all(ordered.map((each) => this.recordReceipt(tx, each)));
  }

  private recordReceipt(tx: Tx, { channel, account, remoteId, at, conversation, kind }: Receipt) {
    const change = kind === 'read' ? READ : ARRIVED;
    const where = { channel, account, remote_id: remoteId, at };
    return conversation === undefined
      ? change.anywhere(this.db.on(tx), where)
      : change.within(this.db.on(tx), { ...where, conversation_id: conversation });
  }

  /** A dead delivery starts again. */
  async requeue(tx: Tx, id: string): Promise<Delivery | undefined> {
    const before = await this.find(id, tx);
    const row = await this.db
      .on(tx)
      .updateTable('deliveries')
      .set({
        state: 'queued',
        failures: 0,
        remote_id: null,
        first_attempt_at: null,
        delivered_at: null,
        read_at: null,
      })
      .where('id', '=', id)
      .where('state', '=', 'dead')
      .returningAll()
      .executeTakeFirst();
    if (!row) return undefined;
    await this.renewSessions(tx, row);
    const success = before && successOf(before);
    // The next attempt takes its columns of the delivery.
    if (success) await this.insertAttempt(tx, success);
    return toDelivery(row);
  }

  private async insertAttempt(tx: Tx, attempt: Row<'delivery_attempts'>): Promise<void> {
    await this.db
      .on(tx)
      .insertInto('delivery_attempts')
      .values(attempt)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  /** A transcript entry has its remote id from its delivery: sessions kept in memory are read again (ADR 0086). */
  private async renewSessions(
    tx: Tx,
    { id, channel, account, conversation_id }: Row<'deliveries'>,
  ): Promise<void> {
    const revision = newId('rev');
    await this.db
      .on(tx)
      .insertInto('sessions')
      .columns(['session_key', 'begins_after', 'updated_at', 'revision'])
      .expression((eb) =>
        eb
          .selectFrom('transcript')
          .select((on) => [
            'session_key',
            on.lit(0).as('begins_after'),
            on.fn.max('created_at').as('updated_at'),
          ])
          .select((on) => on.val(revision).as('revision'))
          .where('channel', '=', channel)
          .where('account', '=', account)
          .where('conversation_id', '=', conversation_id)
          .where('delivery_id', '=', id)
          .groupBy('session_key'),
      )
      .onConflict((conflict) => conflict.column('session_key').doUpdateSet({ revision }))
      .execute();
  }

  /** An attempt without success; that of success is part of the delivery (`attemptsOf`). */
  async addAttempt(
    tx: Tx,
    delivery: Pick<Delivery, 'id'>,
    { outcome, ...attempt }: EndedAttempt & { readonly outcome: Exclude<SendOutcome, { kind: 'sent' }> },
  ): Promise<void> {
    const { number, startedAt, endedAt } = attempt;
    const { kind, code, detail } = outcome;
    const times = { started_at: startedAt, ended_at: endedAt };
    await this.insertAttempt(tx, { delivery_id: delivery.id, number, ...times, outcome: kind, code, detail });
  }

  /** In order. The attempt that succeeded has no row: it is the last one of its delivery. */
  async attemptsOf(id: string): Promise<readonly Row<'delivery_attempts'>[]> {
    const rows = await this.db
      .on()
      .selectFrom('delivery_attempts')
      .selectAll()
      .where('delivery_id', '=', id)
      .orderBy('number')
      .execute();
    const delivery = await this.find(id);
    const last = delivery && successOf(delivery);
    return last && !rows.some(({ number }) => number === last.number) ? [...rows, last] : rows;
  }
}

/** A report of the remote may have come before the end of the attempt. Undefined where none succeeded. */
function successOf(delivery: Delivery): Row<'delivery_attempts'> | undefined {
  const { id, attempts: number, lastAttemptAt: started_at, lastEndedAt, sentAt } = delivery;
  const isAccepted = delivery.state === 'sent' || delivery.remoteId !== null;
  if (!isAccepted || sentAt === null || started_at === null) return undefined;
  const ended_at = lastEndedAt ?? sentAt;
  return { delivery_id: id, number, started_at, ended_at, outcome: 'sent', code: null, detail: null };
}
