import { Injectable } from '@nestjs/common';
import { type FileOffer, mediaIdOf, type SendOutcome, type Target } from '../channels/index.js';
import { MediaStore } from '../media/index.js';
import { type ClaimedJob, Database, DONE, type JobResult, type Tx } from '../persistence/index.js';
import type { Delivery } from './records/delivery.js';
import { Outbox } from './outbox.service.js';
import { Counter, Histogram, Registry } from 'prom-client';
import { Clock, registerStateGauge } from '../common/index.js';
import { Deliveries } from './deliveries.repository.js';

/** The number of sent deliveries that are remembered; for the echo of an older one the database is asked. */
const MAX_SENT = 1_000;

/**
 * Remembers the deliveries whose end this process is writing, and those it has lately ended as sent: their echoes bring
 * no news.
 */
@Injectable()
export class RecentEnds {
  private readonly underWay = new Map<string, Promise<unknown>>();
  private readonly sent = new Set<string>();

  /** @param write resolves once the end is on disk */
  async during<T>(id: string, write: () => Promise<T>): Promise<T> {
    const end = write();
    this.underWay.set(id, end);
    try {
      return await end;
    } finally {
      this.underWay.delete(id);
    }
  }

  /** Call it when the end is on disk. Not for a dead delivery, which may be sent again: its echo would be news. */
  noteSent(id: string): void {
    this.sent.add(id);
    if (this.sent.size <= MAX_SENT) return;
    const oldest = this.sent.values().next();
    if (oldest.done !== true) this.sent.delete(oldest.value);
  }

  /** Waits for an end that is being written. @returns false when none is known, or it could not be written */
  async untilWritten(id: string): Promise<boolean> {
    const end = this.underWay.get(id);
    if (!end) return this.sent.has(id);
    return end.then(
      () => true,
      () => false,
    );
  }
}

/** Seconds: a bridge that is up takes milliseconds, one that is unreachable up to a day. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 600, 3_600];

/** Measures deliveries: their attempts, their number by outcome, their latency, and how many wait or failed for good. */
@Injectable()
export class DeliveryMetrics {
  private readonly duration: Histogram<'channel' | 'account' | 'outcome'>;
  private readonly attempts: Counter<'channel' | 'account' | 'outcome'>;

  constructor(
    registry: Registry,
    lists: Deliveries,
    private readonly clock: Clock,
  ) {
    this.duration = new Histogram({
      name: 'gatehouse_delivery_duration_seconds',
      help: 'Duration of deliveries from creation to completion, by channel, account and outcome (sent, dead).',
      labelNames: ['channel', 'account', 'outcome'],
      buckets: BUCKETS,
      registers: [registry],
    });
    this.attempts = new Counter({
      name: 'gatehouse_delivery_attempts_total',
      help: 'Attempts to send a message by channel, account and outcome (sent, not-sent, unknown), in this process.',
      labelNames: ['channel', 'account', 'outcome'],
      registers: [registry],
    });
    registerStateGauge(registry, {
      name: 'gatehouse_deliveries',
      help: 'Deliveries in the database by state (queued, sending, unknown, dead); the same on every replica.',
      label: 'state',
      count: () => lists.countOpen(),
    });
  }

  attempted({ channel, account }: Target, outcome: SendOutcome['kind']): void {
    this.attempts.inc({ channel, account, outcome });
  }

  ended({ target, createdAt }: Delivery, outcome: 'sent' | 'dead'): void {
    const { channel, account } = target;
    this.duration.observe({ channel, account, outcome }, (this.clock.now() - createdAt) / 1000);
  }
}

export interface DeliveryEnd {
  readonly outcome: 'sent' | 'dead';
  readonly change: (tx: Tx) => Promise<unknown>;
  readonly note?: ((tx: Tx) => Promise<void>) | undefined;
  /** The file's offer, which keeps the file for someone who may still accept it. */
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
    // A dead delivery may be told, and the end of the change is then needed in the middle.
    const options = { mayWait: true, isBatch: notice === undefined && outcome === 'sent' };
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
