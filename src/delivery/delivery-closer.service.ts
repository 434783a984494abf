import { Injectable } from '@nestjs/common';
import { type FileOffer, mediaIdOf } from '../channels/index.js';
import { MediaStore } from '../media/index.js';
import { type ClaimedJob, Database, DONE, type JobResult, type Tx } from '../persistence/index.js';
import type { Delivery } from './records/delivery.js';
import { DeliveryMetrics } from './records/delivery-metrics.js';
import { Outbox } from './outbox.service.js';
import { RecentEnds } from './receipts/recent-ends.js';

export interface DeliveryEnd {
  readonly outcome: 'sent' | 'dead';
  readonly change: (tx: Tx) => Promise<unknown>;
  readonly note?: ((tx: Tx) => Promise<void>) | undefined;
  /** The file's offer, which keeps the file for somebody who may still accept it. */
  readonly offer?: FileOffer | undefined;
  /** A notice for the people there, which is sent together with the end of the delivery, or not at all. */
  readonly notice?: string | undefined;
}

/** Ends deliveries: the outcome, the last attempt and the end of the job are recorded together. */
@Injectable()
export class DeliveryCloser {
  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
    private readonly metrics: DeliveryMetrics,
    private readonly media: MediaStore,
    private readonly ends: RecentEnds,
  ) {}

  /** The commit may wait for others: a delivery whose end is lost in a crash is reconciled. */
  async close(
    job: ClaimedJob,
    delivery: Delivery,
    { outcome, change, note, notice, offer }: DeliveryEnd,
  ): Promise<JobResult> {
    // Must come before the end of the delivery, which until then keeps the file itself.
    const mediaId = mediaIdOf(delivery.content);
    if (offer && mediaId !== undefined) await this.media.hold(mediaId, offer.until);
    const end = async (tx: Tx) => {
      if (notice !== undefined) await this.tell(tx, delivery, notice);
      await Promise.all([change(tx), note?.(tx), job.complete(tx)]);
    };
    const options = { mayWait: true, isBatch: notice === undefined };
    await this.ends.during(delivery.id, () => this.db.transaction(end, options));
    if (outcome === 'sent') this.ends.noteSent(delivery.id);
    this.metrics.ended(delivery, outcome);
    return DONE;
  }

  /** Tells it where the message would have been shown. */
  private async tell(tx: Tx, { target, content: lost, eventId }: Delivery, text: string): Promise<void> {
    const because = eventId === null ? {} : { eventId };
    const style = 'replyStyle' in lost ? { replyStyle: lost.replyStyle } : {};
    const content = { kind: 'text', text, ...style } as const;
    await this.outbox.add(tx, { target, content, author: 'gateway', ...because });
  }
}
