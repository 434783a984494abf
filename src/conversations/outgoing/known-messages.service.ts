import { Injectable } from '@nestjs/common';
import {
  checksEffects,
  ConnectorRegistry,
  readsMessageIds,
  type RemoteMessageId,
  type Target,
} from '../../channels/index.js';
import { Deliveries } from '../../delivery/index.js';
import { isPossible } from './actions.js';
import { KnownMessagesRepository } from '../transcript/known-messages.repository.js';
import { withoutThread } from './message-order.js';

/** Looks up messages that tools and operators name. Ours are looked for first: they have an index. */
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

  /** Whether a message can be edited or taken back, whoever wrote it, or because we did. */
  async mayChange(place: Target, messageId: RemoteMessageId): Promise<boolean> {
    if (this.registry.get(place.channel).changes !== 'own') return true;
    return (await this.deliveries.oursAmong(place, [messageId])).size > 0;
  }

  /** An id as the service spells it, or a short number, which stays; and the part of the message it names. */
  read({ channel }: Target, id: string): { readonly id: string; readonly part?: number } {
    const connector = this.registry.get(channel);
    if (/^#?\d{1,9}$/.test(id) || !readsMessageIds(connector)) return { id };
    const { messageId, part } = connector.readMessageId(id);
    return part === undefined ? { id: messageId } : { id: messageId, part };
  }

  /** The fault in the effect of a message, before it is queued. */
  effectProblem({ channel }: Target, name: string): string | undefined {
    const connector = this.registry.get(channel);
    return checksEffects(connector) ? connector.effectProblem(name) : undefined;
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
