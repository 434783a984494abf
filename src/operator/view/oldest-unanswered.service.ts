import { Injectable } from '@nestjs/common';
import { Registry } from 'prom-client';
import { Clock, registerNumberGauge } from '../../common/index.js';
import { Deliveries } from '../../delivery/index.js';
import { JOB_KINDS, JobQueue } from '../../persistence/index.js';
import { ConversationViewRepository, type UnansweredMessage } from './conversation-view.repository.js';

/** The message that has waited longest for its answer. */
@Injectable()
export class OldestUnanswered {
  constructor(
    private readonly queue: JobQueue,
    private readonly deliveries: Deliveries,
    private readonly repository: ConversationViewRepository,
  ) {}

  /** When it was accepted, epoch ms. @throws DatabaseUnavailableError */
  async acceptedAt(): Promise<number | undefined> {
    return (await this.find())?.acceptedAt;
  }

  /**
   * The oldest message that waits in the lane of its session, or whose answer is not sent.
   * Messages of people without access wait elsewhere, and failed messages are dead letters.
   * @throws DatabaseUnavailableError
   */
  async find(): Promise<UnansweredMessage | undefined> {
    const [job, answered] = await Promise.all([
      this.queue.oldest(JOB_KINDS.inbound),
      this.deliveries.oldestOpenAnswer(),
    ]);
    return this.repository.firstAccepted([job?.eventId, answered].filter((id) => id !== undefined));
  }
}

/** Shows how long the oldest message waits. */
@Injectable()
export class OldestUnansweredGauge {
  constructor(registry: Registry, unanswered: OldestUnanswered, clock: Clock) {
    registerNumberGauge(registry, {
      name: 'gatehouse_oldest_unanswered_seconds',
      help: 'How long the oldest unanswered message has been waiting, from acceptance until its answer is sent; 0 if none waits; the same on every replica.',
      read: async () => {
        const at = await unanswered.acceptedAt();
        return at === undefined ? 0 : Math.max(0, (clock.now() - at) / 1_000);
      },
    });
  }
}
