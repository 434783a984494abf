import { Injectable } from '@nestjs/common';
import { GatehouseError } from '../common/index.js';
import { Database, JOB_KINDS, JobQueue, type Tx } from '../persistence/index.js';
import type { Delivery, DeliveryState } from './records/delivery.js';
import {
  DeliveryListsRepository,
  type SentLine,
  type SentPart,
} from './records/delivery-lists.repository.js';
import { DeliveryRepository } from './records/delivery.repository.js';
import { Outbox } from './outbox.service.js';

/** Deliveries as other modules read and report them. */
@Injectable()
export class Deliveries {
  constructor(
    private readonly db: Database,
    private readonly repository: DeliveryRepository,
    private readonly lists: DeliveryListsRepository,
    private readonly outbox: Outbox,
    private readonly queue: JobQueue,
  ) {}

  list(filter: { state?: DeliveryState; before?: string; limit: number }): Promise<readonly Delivery[]> {
    return this.lists.page(filter);
  }

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
  ofEvent(eventId: string, period: { from: number; to: number }): Promise<readonly Delivery[]> {
    return this.lists.ofEvent(eventId, period);
  }

  /** The parts of lines of one conversation, by the delivery of the first part, in order. */
  partsOf(lines: readonly SentLine[]): Promise<ReadonlyMap<string, readonly SentPart[]>> {
    return this.lists.partsOf(lines);
  }

  /** The event of the oldest answer that is not sent and has not failed for good; undefined when there is none. */
  oldestOpenAnswer(): Promise<string | undefined> {
    return this.lists.oldestOpenAnswer();
  }

  /** When the oldest failed delivery was created, epoch ms. */
  oldestDead(): Promise<number | undefined> {
    return this.lists.oldestDead();
  }

  countOpen(): Promise<ReadonlyMap<DeliveryState, number>> {
    return this.lists.countOpen();
  }

  /**
   * A text that is another one once a delivery has: a state, an attempt or a receipt. It misses only attempts that begin
   * and end between two looks, and receipts, of messages that are not among the newest 200.
   */
  async mark(): Promise<string> {
    const [open, newest] = await Promise.all([this.lists.countOpen(), this.lists.newestMark()]);
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
