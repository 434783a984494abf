import { Injectable } from '@nestjs/common';
import { ConnectorRegistry, type RemoteMessageId, type Target } from '../../channels/index.js';
import { Deliveries } from '../../delivery/index.js';
import { isPossible } from './actions.js';
import { KnownMessagesRepository } from './known-messages.repository.js';
import { withoutThread } from './message-order.js';

/** What is known of messages that tools and operators name. Ours are looked for first: they have an index. */
@Injectable()
export class KnownMessages {
  constructor(
    private readonly registry: ConnectorRegistry,
    private readonly deliveries: Deliveries,
    private readonly repository: KnownMessagesRepository,
  ) {}

  /** Whether somebody, or we, said a message of that id there. */
  async holds(place: Target, messageId: RemoteMessageId): Promise<boolean> {
    const ours = await this.deliveries.oursAmong(place, [messageId]);
    return ours.size > 0 || this.repository.holds(place, messageId);
  }

  /** Whether posts have threads there. */
  hasThreads(place: Target): boolean {
    return isPossible(this.registry.get(place.channel).capabilities(place), 'threads');
  }

  /** Where the answer to a message goes: to its own thread, as far as that is known, and to no other. */
  async answerPlace(place: Target, messageId: RemoteMessageId): Promise<Target> {
    if (!this.hasThreads(place)) return place;
    const ours = await this.deliveries.oursAmong(place, [messageId]);
    const message = ours.get(messageId);
    const thread = message ? message.thread : await this.repository.threadOf(place, messageId);
    return { ...withoutThread(place), ...(thread === undefined ? {} : { thread }) };
  }
}
