import { Injectable } from '@nestjs/common';
import type { ExpressionBuilder } from 'kysely';
import type { OutboundContent } from '../channels/index.js';
import { firstIdAt, GatehouseError, timeOfId } from '../common/index.js';
import { Database, JOB_KINDS, JobQueue, type Schema, type Tx } from '../persistence/index.js';
import { Outbox } from './outbox.service.js';
import { type Delivery, type DeliveryState, toDelivery } from './records/delivery.js';
import { DeliveryRepository } from './records/delivery.repository.js';

/** The number of newest deliveries whose attempts and receipts are seen, whatever their states. */
const NEWEST = 200;
/** A line of ours in a conversation, and when it was stored. */
export interface SentLine {
  /** The delivery of its first part. */
  readonly deliveryId: string;
  /** The event it answers; its own `deliveryId` where there is none. */
  readonly eventId: string;
  readonly conversationId: string;
  /** Epoch ms. */
  readonly at: number;
}

/** A part of a line: one message at the service. */
export interface SentPart {
  readonly id: string;
  readonly state: DeliveryState;
  readonly code: string | null;
  readonly deliveredAt: number | null;
  readonly readAt: number | null;
  /** Only where it is a file. */
  readonly content: OutboundContent | undefined;
}

/** How long after its first part a line may have others; and how long after the line itself they are stored. */
const PARTS_WITHIN_MS = 10_000;
const PARTS_AFTER_MS = 250;

/** Deliveries as other modules read and report them. */
@Injectable()
export class Deliveries {
  constructor(
    private readonly db: Database,
    private readonly repository: DeliveryRepository,
    private readonly outbox: Outbox,
    private readonly queue: JobQueue,
  ) {}

  /** @throws GatehouseError NOT_FOUND */
  async get(id: string): Promise<Delivery> {
    const delivery = await this.repository.find(id);
    if (!delivery) throw new GatehouseError('NOT_FOUND', 'No such delivery.', 'no delivery has this id');
    return delivery;
  }

  attemptsOf(id: string) {
    return this.repository.attemptsOf(id);
  }

  /** Deliveries that an event caused within a period (epoch ms, both ends included), oldest first. */
  async ofEvent(eventId: string, { from, to }: { from: number; to: number }): Promise<readonly Delivery[]> {
    const rows = await this.db
      .on()
      .selectFrom('deliveries')
      .selectAll()
      .where('id', '>=', firstIdAt('dlv', from))
      .where('id', '<', firstIdAt('dlv', to + 1))
      .where('event_id', '=', eventId)
      .orderBy('id')
      .execute();
    return rows.map(toDelivery);
  }

  /**
   * The parts of lines of one conversation, by the delivery of the first, in order. Deliveries have no index by event, so
   * each line is looked for in the moments in which it was stored.
   */
  async partsOf(lines: readonly SentLine[]): Promise<ReadonlyMap<string, readonly SentPart[]>> {
    const parts = new Map(lines.map(({ deliveryId }) => [deliveryId, new Array<SentPart>()]));
    const [first, ...others] = lines.map((line) => this.partsNear(line));
    if (!first) return parts;
    // Not one query with `or`, for which PostgreSQL may read all deliveries.
    const rows = await others.reduce((all, each) => all.unionAll(each), first).execute();
    const latestFirst = lines.toSorted((a, b) => (a.deliveryId < b.deliveryId ? 1 : -1));
    const inOrder = new Map(rows.map((row) => [row.id, row])).values().toArray().sort(byId);
    for (const { id, event_id, state, last_code: code, content, ...row } of inOrder) {
      const line = latestFirst.find((each) => each.deliveryId <= id && eventOf(each) === event_id);
      const file = content === null ? undefined : (JSON.parse(content) as OutboundContent);
      const times = { deliveredAt: row.delivered_at, readAt: row.read_at };
      if (line) parts.get(line.deliveryId)?.push({ id, state, code, ...times, content: file });
    }
    return parts;
  }

  private partsNear(line: SentLine) {
    return this.db
      .on()
      .selectFrom('deliveries')
      .select(['id', 'event_id', 'state', 'last_code', 'delivered_at', 'read_at'])
      .select((eb) => eb.case().when('media_id', 'is not', null).then(eb.ref('content')).end().as('content'))
      .where((eb) => eb.and(isPartOf(eb, line)));
  }

  /** Newest first; `before` is the id of the last one of the previous page. */
  async list(filter: {
    state?: DeliveryState;
    before?: string;
    limit: number;
  }): Promise<readonly Delivery[]> {
    let query = this.db.on().selectFrom('deliveries').selectAll().orderBy('id', 'desc').limit(filter.limit);
    if (filter.state !== undefined) query = query.where('state', '=', filter.state);
    if (filter.before !== undefined) query = query.where('id', '<', filter.before);
    return (await query.execute()).map(toDelivery);
  }

  /** The event of the oldest answer that is not sent and has not failed for good; undefined when there is none. */
  async oldestOpenAnswer(): Promise<string | undefined> {
    const row = await this.db
      .on()
      .selectFrom('deliveries')
      .select('event_id')
      .where('state', 'in', ['queued', 'sending', 'unknown'])
      .where('author', '=', 'assistant')
      .where('event_id', 'is not', null)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    return row?.event_id ?? undefined;
  }

  /** When the oldest failed delivery was created, epoch ms. */
  async oldestDead(): Promise<number | undefined> {
    const row = await this.db
      .on()
      .selectFrom('deliveries')
      .select('created_at')
      .where('state', '=', 'dead')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    return row?.created_at;
  }

  /** The number of deliveries in each state that is not `sent`. */
  async countOpen(): Promise<ReadonlyMap<DeliveryState, number>> {
    const rows = await this.db
      .on()
      .selectFrom('deliveries')
      .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
      .where('state', 'in', ['queued', 'sending', 'unknown', 'dead'])
      .groupBy('state')
      .execute();
    return new Map(rows.map((row) => [row.state, row.count]));
  }

  /** A text that is another one once the newest deliveries, their attempts or their receipts are. */
  private async newestMark(): Promise<string> {
    const row = await this.db
      .on()
      .selectFrom((eb) =>
        eb
          .selectFrom('deliveries')
          .select(['id', 'attempts', 'delivered_at', 'read_at'])
          .orderBy('id', 'desc')
          .limit(NEWEST)
          .as('newest'),
      )
      .select(({ fn }) => [
        fn.max('id').as('last'),
        fn.min('id').as('first'),
        fn.countAll().as('rows'),
        fn.sum('attempts').as('attempts'),
        fn.count('delivered_at').as('delivered'),
        fn.count('read_at').as('read'),
      ])
      .executeTakeFirst();
    return JSON.stringify(row);
  }

  /**
   * A text that is another one once a delivery has: a state, an attempt or a receipt. It misses only attempts that begin
   * and end between two looks, and receipts, of messages that are not among the newest 200.
   */
  async mark(): Promise<string> {
    const [open, newest] = await Promise.all([this.countOpen(), this.newestMark()]);
    return JSON.stringify([[...open].sort(), newest]);
  }

  /**
   * Sends a dead letter again for an operator.
   * @param note runs in the same transaction, to record who decided it.
   * @throws GatehouseError NOT_FOUND; CONFLICT when the delivery is not dead.
   */
  async retry(id: string, note: (tx: Tx) => Promise<void> = async () => undefined): Promise<Delivery> {
    await this.get(id);
    const delivery = await this.db.transaction(async (tx) => {
      const requeued = await this.repository.requeue(tx, id);
      if (!requeued) return undefined;
      await this.outbox.addAgain(tx, requeued);
      await note(tx);
      return requeued;
    });
    if (!delivery)
      throw new GatehouseError('CONFLICT', 'Only dead deliveries can be retried.', 'status is not dead');
    return delivery;
  }

  /** @param listener called in the transaction that gives a delivery up; undefined = no one is told any more */
  onDead(listener: ((tx: Tx, delivery: Delivery) => Promise<void>) | undefined): void {
    this.repository.onDead = listener;
  }

  /** Ends the waiting of deliveries for a remote that was unavailable. */
  async remoteIsBack(): Promise<void> {
    await this.queue.expedite(JOB_KINDS.delivery);
  }
}

const byId = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : 1);

/** Null for an operator's message. */
const eventOf = ({ eventId, deliveryId }: SentLine): string | null =>
  eventId === deliveryId ? null : eventId;

function isPartOf(eb: ExpressionBuilder<Schema, 'deliveries'>, line: SentLine) {
  const begun = timeOfId(line.deliveryId);
  const stored = Math.min(Math.max(line.at, begun), begun + PARTS_WITHIN_MS);
  const event = eventOf(line);
  return [
    eb('id', '>=', line.deliveryId),
    eb('id', '<', firstIdAt('dlv', stored + PARTS_AFTER_MS)),
    eb('conversation_id', '=', line.conversationId),
    event === null ? eb('event_id', 'is', null) : eb('event_id', '=', event),
    // Apologies and the like are no lines.
    eb.or([eb('author', 'is', null), eb('author', '<>', 'gateway')]),
  ];
}
