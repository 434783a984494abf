import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { aboutMessage } from '../../common/index.js';
import { ConnectorRegistry, type SendReceipt } from '../../channels/index.js';
import { Database, JOB_KINDS, JobQueue, type Tx } from '../../persistence/index.js';
import { scopeOf } from '../our-messages/our-messages.service.js';
import type { Delivery, Receipt } from '../records/delivery.js';
import { DeliveryRepository } from '../records/delivery.repository.js';
import { RecentEnds } from '../delivery-closer.service.js';

const FAILED = 'the service accepted the message, then reported an error';
/** How long a report about deliveries waits for others, to be written together with them, ms. */
const PATIENCE_MS = 20;
/**
 * How long the echo of a send waits for the end of its delivery, ms. In that time this process or another replica
 * usually records the end, and the echo then changes nothing.
 */
const ECHO_PATIENCE_MS = 100;

/**
 * Processes the remote's own reports about messages of ours: the quickest answer to an unknown send, and later news
 * about the message.
 */
@Injectable()
export class Receipts {
  private readonly logger = new Logger('Delivery');
  private waiting: Receipt[] = [];
  private writing: Promise<void> | undefined;
  /** By delivery. */
  private echoes = new Map<string, SendReceipt>();
  private ending: Promise<void> | undefined;

  constructor(
    private readonly db: Database,
    private readonly repository: DeliveryRepository,
    private readonly queue: JobQueue,
    private readonly registry: ConnectorRegistry,
    private readonly ends: RecentEnds,
  ) {}

  async record(receipt: SendReceipt): Promise<void> {
    if (receipt.kind === 'sent') await this.noteSent(receipt);
    else if (receipt.kind === 'failed') await this.noteFailure(receipt);
    else await this.noteProgress(receipt, receipt.kind);
  }

  private async find({ correlationId }: SendReceipt): Promise<Delivery | undefined> {
    return correlationId === undefined ? undefined : this.repository.find(correlationId);
  }

  private async noteSent(receipt: SendReceipt): Promise<void> {
    const { correlationId } = receipt;
    if (correlationId === undefined || (await this.ends.untilWritten(correlationId))) return;
    this.echoes.set(correlationId, receipt);
    await (this.ending ??= this.endOpen());
  }

  /** Ends the deliveries whose end has still not been recorded, with one read for all of them. */
  private async endOpen(): Promise<void> {
    await pause(ECHO_PATIENCE_MS);
    this.ending = undefined;
    const echoes = this.echoes;
    this.echoes = new Map();
    for (const id of echoes.keys()) if (await this.ends.untilWritten(id)) echoes.delete(id);
    if (echoes.size === 0) return;
    for (const delivery of await this.repository.open([...echoes.keys()])) {
      const echo = echoes.get(delivery.id);
      if (echo) await this.end(delivery, echo);
    }
  }

  private async end({ id, state }: Pick<Delivery, 'id' | 'state'>, echo: SendReceipt): Promise<void> {
    const isAsked = state === 'unknown';
    const sent = { remoteId: echo.messageId, sequence: echo.sequence, sentAt: echo.at };
    const end = (tx: Tx) => this.repository.endAsSent(tx, id, sent);
    await this.db.transaction(end, { mayWait: !isAsked, isBatch: true });
    if (isAsked) await this.queue.expedite(JOB_KINDS.delivery);
  }

  /** Notes that the message reached a device or was read, possibly long after it was sent. */
  private async noteProgress(
    receipt: SendReceipt,
    kind: Extract<SendReceipt['kind'], 'delivered' | 'read'>,
  ): Promise<void> {
    const scope = scopeOf(this.registry, receipt);
    if (scope === undefined) return;
    const { messageId: remoteId, at } = receipt;
    this.waiting.push({ ...scope, remoteId, kind, at });
    await (this.writing ??= this.writeProgress());
  }

  /** Writes many reports in one commit, because they come one by one and soon after each message. */
  private async writeProgress(): Promise<void> {
    await pause(PATIENCE_MS);
    this.writing = undefined;
    const news = this.waiting.splice(0);
    const write = (tx: Tx) => this.repository.recordReceipts(tx, news);
    await this.db.transaction(write, { mayWait: true, mayBeLost: true, isBatch: true });
  }

  /**
   * The remote accepted the message, or may have, and now reports that it was not delivered. A report whose id may
   * belong to any conversation is ignored.
   */
  private async noteFailure(receipt: SendReceipt): Promise<void> {
    const delivery = await this.find(receipt);
    const { code = 'rejected', detail = FAILED } = receipt.failure ?? {};
    // The reconciler decides about another attempt, except for an address that no attempt can reach.
    if (delivery?.state === 'unknown' && code === 'recipient-unreachable') {
      const dead = { state: 'dead', code, detail } as const;
      await this.db.transaction((tx) => this.repository.change(tx, delivery.id, dead));
      await this.queue.expedite(JOB_KINDS.delivery);
    }
    const scope = scopeOf(this.registry, receipt);
    if (scope === undefined) return;
    const failure = { code, detail };
    const hasFailed = await this.db.transaction((tx) =>
      this.repository.failSent(tx, scope, receipt.messageId, failure),
    );
    if (hasFailed)
      this.logger.warn(
        aboutMessage(
          `a message of ${receipt.channel}/${receipt.account} failed after it was sent: ${detail}`,
          {
            eventId: delivery?.eventId,
            conversationId: delivery?.target.conversation,
            deliveryId: delivery?.id,
          },
        ),
      );
  }
}
