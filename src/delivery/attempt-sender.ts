import { Injectable } from '@nestjs/common';
import type { ChannelConnector, SendOutcome } from '../channels/index.js';
import { Clock } from '../common/index.js';
import { Database } from '../persistence/index.js';
import { nextAttempt } from './attempt.js';
import { type Delivery, DeliveryRepository } from './delivery.repository.js';
import { OutboundMedia } from './outbound-media.service.js';

/** How an attempt ended, or why none was begun: files wait for each other, and one may be gone. */
export type AttemptMade =
  | {
      readonly kind: 'made';
      readonly number: number;
      readonly startedAt: number;
      readonly outcome: SendOutcome;
    }
  | { readonly kind: 'busy' | 'gone' };

/** Makes one attempt of a delivery. It is on disk before the remote hears of it. */
@Injectable()
export class AttemptSender {
  constructor(
    private readonly db: Database,
    private readonly repository: DeliveryRepository,
    private readonly media: OutboundMedia,
    private readonly clock: Clock,
  ) {}

  /** Whether it is of no use to begin now. */
  isBusyFor({ content }: Delivery): boolean {
    return content.kind === 'media' && this.media.isBusy;
  }

  async send(delivery: Delivery, connector: ChannelConnector, signal: AbortSignal): Promise<AttemptMade> {
    const lent = await this.media.lend(delivery.content, async (media) => {
      const startedAt = this.clock.now();
      await this.db.transaction((tx) => this.repository.begin(tx, delivery.id, startedAt));
      const attempt = nextAttempt(delivery, delivery.attempts + 1, startedAt);
      const outcome = await connector.send(media ? { ...attempt, media } : attempt, signal);
      return { kind: 'made', number: attempt.number, startedAt, outcome } as const;
    });
    return lent.kind === 'done' ? lent.result : lent;
  }
}
