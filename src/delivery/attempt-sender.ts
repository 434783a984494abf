import { Injectable } from '@nestjs/common';
import type { ChannelConnector, SendOutcome } from '../channels/index.js';
import { Clock } from '../common/index.js';
import { type ClaimedJob, Database } from '../persistence/index.js';
import { lastAttempt } from './attempt.js';
import { type Delivery, DeliveryRepository } from './delivery.repository.js';
import { OutboundMedia } from './outbound-media.service.js';
import { SentSignals } from './sent-signals.js';

/** An attempt and how it ended. */
export interface AttemptMade {
  readonly kind: 'made';
  readonly number: number;
  readonly startedAt: number;
  readonly outcome: SendOutcome;
}

/** Why none was begun: files wait for each other, and one may be gone. */
export interface AttemptNotMade {
  readonly kind: 'busy' | 'gone';
}

/**
 * How long after it began an attempt may reach the remote: reconciling counts from its beginning (ADR 0006). One that
 * was held up for longer begins anew.
 */
const FIRST_HAND_MS = 500;

/** Makes one attempt of a delivery. It is on disk before the remote hears of it. */
@Injectable()
export class AttemptSender {
  constructor(
    private readonly db: Database,
    private readonly repository: DeliveryRepository,
    private readonly media: OutboundMedia,
    private readonly clock: Clock,
    private readonly signals: SentSignals,
  ) {}

  /** Whether it is of no use to begin now. */
  isBusyFor({ content }: Delivery): boolean {
    return content.kind === 'media' && this.media.isBusy;
  }

  async send(
    delivery: Delivery,
    connector: ChannelConnector,
    signal: AbortSignal,
  ): Promise<AttemptMade | AttemptNotMade> {
    const lent = await this.media.lend(delivery.content, async (media) => {
      const begun = { attempts: delivery.attempts + 1, lastAttemptAt: this.clock.now(), lastEndedAt: null };
      await this.db.transaction((tx) => this.repository.begin(tx, delivery.id, begun));
      return this.make({ ...delivery, ...begun }, connector, { signal, media });
    });
    return lent.kind === 'done' ? lent.result : lent;
  }

  /**
   * The first attempt, which began with the delivery itself (ADR 0021). Held up since, it begins anew, unless others
   * have it by now.
   */
  async sendBegun(job: ClaimedJob, delivery: Delivery, connector: ChannelConnector): Promise<AttemptMade> {
    const now = this.clock.now();
    if (now - (delivery.lastAttemptAt ?? 0) <= FIRST_HAND_MS) return this.make(delivery, connector, job);
    const begun = { attempts: delivery.attempts, lastAttemptAt: now };
    await this.db.transaction(async (tx) => {
      await job.hold(tx);
      await this.repository.begin(tx, delivery.id, begun);
    });
    return this.make({ ...delivery, ...begun }, connector, job);
  }

  /** The attempt that has begun. */
  private async make(
    delivery: Delivery,
    connector: ChannelConnector,
    { signal, media }: { readonly signal: AbortSignal; readonly media?: Uint8Array | undefined },
  ): Promise<AttemptMade> {
    const attempt = lastAttempt(delivery);
    const outcome = await connector.send(media ? { ...attempt, media } : attempt, signal);
    if (outcome.kind === 'sent') this.signals.tell(delivery.target);
    return { kind: 'made', number: attempt.number, startedAt: attempt.startedAt, outcome };
  }
}
