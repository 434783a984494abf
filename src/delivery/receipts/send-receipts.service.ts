import { Injectable, Logger } from '@nestjs/common';
import { ConnectorRegistry, type SendReceipt } from '../../channels/index.js';
import { Database, JobQueue } from '../../persistence/index.js';
import { scopeOf } from '../our-messages/message-scope.js';
import { DELIVERY_JOB } from '../outbox.service.js';
import { DeliveryRepository } from '../records/delivery.repository.js';
import { ProgressLog } from './progress-log.js';
import { RecentlySent } from './recently-sent.js';

const FAILED = 'the service took the message, then reported an error';

/** Takes the remote's own reports about our messages: the quickest answer to an unknown send, and later news about it. */
@Injectable()
export class SendReceipts {
  private readonly logger = new Logger('Delivery');

  constructor(
    private readonly db: Database,
    private readonly repository: DeliveryRepository,
    private readonly queue: JobQueue,
    private readonly registry: ConnectorRegistry,
    private readonly recentlySent: RecentlySent,
    private readonly progress: ProgressLog,
  ) {}

  /** Resolves when the report is written down. */
  async note(receipt: SendReceipt): Promise<void> {
    if (receipt.kind === 'sent') await this.noteSent(receipt);
    else if (receipt.kind === 'failed') await this.noteFailure(receipt);
    else await this.noteProgress(receipt, receipt.kind);
  }

  /** The echo of a send that the remote has already answered here needs no query and no write; nearly all are such. */
  private async noteSent({ correlationId, messageId, at }: SendReceipt): Promise<void> {
    if (correlationId === undefined || this.recentlySent.has(correlationId)) return;
    const delivery = await this.repository.find(correlationId);
    if (delivery?.state !== 'unknown' && delivery?.state !== 'sending') return;
    const isAsked = delivery.state === 'unknown';
    const sent = { remoteId: messageId, sentAt: at };
    // While the call is still under way, its end will be written soon: the echo needs no commit of its own.
    await this.db.transaction((tx) => this.repository.sent(tx, delivery.id, sent), { mayWait: !isAsked });
    if (isAsked) await this.queue.expedite(DELIVERY_JOB);
  }

  /** It reached a device, or was read, possibly long after it was sent. */
  private async noteProgress(receipt: SendReceipt, kind: 'delivered' | 'read'): Promise<void> {
    const scope = scopeOf(this.registry, receipt);
    const { messageId: remoteId, at } = receipt;
    if (scope !== undefined) await this.progress.write({ scope, remoteId, kind, at });
  }

  /**
   * The remote accepted it, or may have, and reports that it was not delivered. A report about an id that may belong
   * to any conversation is ignored.
   */
  private async noteFailure(receipt: SendReceipt): Promise<void> {
    const { code = 'rejected', detail = FAILED } = receipt.failure ?? {};
    const failure = { code, detail };
    // The reconciler decides about another try, except for an address that no try reaches.
    if (code === 'recipient-unreachable') await this.endUnknown(receipt.correlationId, failure);
    const scope = scopeOf(this.registry, receipt);
    if (scope === undefined) return;
    const hasFailed = await this.db.transaction((tx) =>
      this.repository.failSent(tx, scope, receipt.messageId, failure),
    );
    if (hasFailed)
      this.logger.warn(
        `a message of ${receipt.channel}/${receipt.account} failed after it was sent: ${detail}`,
      );
  }

  private async endUnknown(
    id: string | undefined,
    failure: { readonly code: string; readonly detail: string },
  ): Promise<void> {
    const delivery = id === undefined ? undefined : await this.repository.find(id);
    if (delivery?.state !== 'unknown') return;
    await this.db.transaction((tx) => this.repository.change(tx, delivery.id, { state: 'dead', ...failure }));
    await this.queue.expedite(DELIVERY_JOB);
  }
}
