import { Injectable, Logger } from '@nestjs/common';
import { ConnectorRegistry, type SendReceipt } from '../channels/index.js';
import { GatehouseError } from '../common/index.js';
import { Database, JobQueue, type Tx } from '../persistence/index.js';
import type { Delivery, DeliveryState } from './records/delivery.js';
import { DeliveryRepository } from './records/delivery.repository.js';
import { scopeOf } from './our-messages/message-scope.js';
import { DELIVERY_JOB, Outbox } from './outbox.service.js';

const FAILED = 'the service took the message, then reported an error';

/** Deliveries as other modules read and report them. */
@Injectable()
export class Deliveries {
  private readonly logger = new Logger('Delivery');

  constructor(
    private readonly db: Database,
    private readonly repository: DeliveryRepository,
    private readonly outbox: Outbox,
    private readonly queue: JobQueue,
    private readonly registry: ConnectorRegistry,
  ) {}

  list(filter: { state?: DeliveryState; before?: string; limit: number }): Promise<readonly Delivery[]> {
    return this.repository.page(filter);
  }

  /** @throws GatehouseError NOT_FOUND */
  async get(id: string): Promise<Delivery> {
    const delivery = await this.repository.find(id);
    if (!delivery) throw new GatehouseError('NOT_FOUND', 'No such delivery.', 'id names no delivery');
    return delivery;
  }

  attemptsOf(id: string) {
    return this.repository.attemptsOf(id);
  }

  /** Deliveries caused by an event, within a period (epoch ms, both ends included), the oldest first. */
  ofEvent(eventId: string, period: { from: number; to: number }): Promise<readonly Delivery[]> {
    return this.repository.ofEvent(eventId, period);
  }

  countOpen(): Promise<ReadonlyMap<DeliveryState, number>> {
    return this.repository.countOpen();
  }

  /**
   * Sends a dead letter again, because a person decided so.
   * @param note runs in the same transaction, to record who decided it.
   * @throws GatehouseError NOT_FOUND; CONFLICT when the delivery is not dead.
   */
  async retry(id: string, note: (tx: Tx) => Promise<void> = async () => undefined): Promise<Delivery> {
    await this.get(id);
    const delivery = await this.db.transaction(async (tx) => {
      const requeued = await this.repository.requeue(tx, id);
      if (!requeued) return undefined;
      await this.outbox.enqueue(tx, requeued);
      await note(tx);
      return requeued;
    });
    if (!delivery)
      throw new GatehouseError('CONFLICT', 'Only dead deliveries can be retried.', 'status is not dead');
    return delivery;
  }

  /**
   * Takes the remote's own report about a message of ours: the quickest answer to an unknown send, and later news
   * about it.
   */
  async noteReceipt(receipt: SendReceipt): Promise<void> {
    const delivery =
      receipt.correlationId === undefined ? undefined : await this.repository.find(receipt.correlationId);
    if (receipt.kind === 'sent') await this.noteSent(receipt, delivery);
    else if (receipt.kind === 'failed') await this.noteFailure(receipt, delivery);
    else await this.noteProgress(receipt, receipt.kind);
  }

  private async noteSent(receipt: SendReceipt, delivery: Delivery | undefined): Promise<void> {
    if (delivery?.state !== 'unknown' && delivery?.state !== 'sending') return;
    const isAsked = delivery.state === 'unknown';
    const sent = { remoteId: receipt.messageId, sentAt: receipt.at };
    // The echo of a send mostly arrives while the end of the send waits for a commit: it needs no commit of its
    // own.
    await this.db.transaction((tx) => this.repository.sent(tx, delivery.id, sent), { mayWait: !isAsked });
    if (isAsked) await this.queue.expedite(DELIVERY_JOB);
  }

  /** It reached a device, or was read, possibly long after it was sent. */
  private async noteProgress(
    receipt: SendReceipt,
    kind: Extract<SendReceipt['kind'], 'delivered' | 'read'>,
  ): Promise<void> {
    const scope = scopeOf(this.registry, receipt);
    if (scope === undefined) return;
    const { messageId, at } = receipt;
    await this.db.transaction((tx) => this.repository.progress(tx, scope, messageId, { kind, at }), {
      mayWait: true,
    });
  }

  /**
   * The remote accepted it, or may have, and reports that it was not delivered. A report about an id that may belong
   * to any conversation is ignored.
   */
  private async noteFailure(receipt: SendReceipt, delivery: Delivery | undefined): Promise<void> {
    const { code = 'rejected', detail = FAILED } = receipt.failure ?? {};
    // The reconciler decides about another try, except for an address that no try reaches.
    if (delivery?.state === 'unknown' && code === 'recipient-unreachable') {
      const dead = { state: 'dead', code, detail } as const;
      await this.db.transaction((tx) => this.repository.change(tx, delivery.id, dead));
      await this.queue.expedite(DELIVERY_JOB);
    }
    const scope = scopeOf(this.registry, receipt);
    if (scope === undefined) return;
    const failure = { code, detail };
    const hasFailed = await this.db.transaction((tx) =>
      this.repository.failSent(tx, scope, receipt.messageId, failure),
    );
    if (hasFailed)
      this.logger.warn(
        `a message of ${receipt.channel}/${receipt.account} failed after it was sent: ${detail}`,
      );
  }

  /** Deliveries that wait for the remote need not wait any longer. */
  async remoteIsBack(): Promise<void> {
    await this.queue.expedite(DELIVERY_JOB);
  }
}
