import { Injectable } from '@nestjs/common';
import type { Actor } from '../../access-control/index.js';
import type { AccountId, ChannelId, ConversationId, Target } from '../../channels/index.js';
import { Clock, GatehouseError } from '../../common/index.js';
import { type Conversation, type ConversationPage, Conversations } from '../../operator/index.js';
import { type Hold, Holds, type Release } from '../../conversations/index.js';
import type { HoldTermsDto } from './hold.dto.js';

/** A conversation as operators see it. */
export interface ShownConversation extends Conversation {
  readonly hold: Hold | undefined;
}

/** The conversations with their holds; takes them over and hands them back for operators. */
@Injectable()
export class HoldsAdminService {
  constructor(
    private readonly conversations: Conversations,
    private readonly holds: Holds,
    private readonly clock: Clock,
  ) {}

  /** @param isHeld only those that are held */
  async list(page: ConversationPage, isHeld: boolean): Promise<readonly ShownConversation[]> {
    const wanted = isHeld ? { ...page, heldAt: this.clock.now() } : page;
    const [list, held] = await Promise.all([this.conversations.list(wanted), this.heldPlaces()]);
    return list.map((each) => withHold(each, held));
  }

  /** @throws GatehouseError NOT_FOUND */
  async get(id: string): Promise<ShownConversation> {
    const conversation = await this.conversations.get(id);
    return withHold(conversation, await this.heldPlaces());
  }

  /** @throws GatehouseError NOT_FOUND, INVALID_REQUEST */
  async hold(actor: Actor, id: string, { until, note }: HoldTermsDto): Promise<Hold> {
    const end = typeof until === 'string' ? Date.parse(until) : null;
    if (end !== null && end <= this.clock.now())
      throw GatehouseError.invalidField('until', 'must be in the future');
    const place = placeOf(await this.conversations.get(id));
    return this.holds.hold(actor, place, { until: end, note: note ?? null });
  }

  /** @throws GatehouseError NOT_FOUND */
  async release(actor: Actor, id: string, isAnswered: boolean): Promise<Release> {
    const place = placeOf(await this.conversations.get(id));
    return this.holds.release(actor, place, isAnswered);
  }

  private async heldPlaces(): Promise<ReadonlyMap<string, Hold>> {
    return new Map((await this.holds.list()).map((hold) => [keyOf(hold), hold]));
  }
}

const withHold = (conversation: Conversation, held: ReadonlyMap<string, Hold>): ShownConversation => ({
  ...conversation,
  hold: held.get(keyOf(placeOf(conversation))),
});

const placeOf = ({ channel, account, conversation_id }: Conversation): Target => ({
  channel: channel as ChannelId,
  account: account as AccountId,
  conversation: conversation_id as ConversationId,
});

const keyOf = ({ channel, account, conversation }: Target): string =>
  JSON.stringify([channel, account, conversation]);
