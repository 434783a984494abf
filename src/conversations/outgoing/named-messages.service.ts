import { Injectable } from '@nestjs/common';
import type { MessageRef, RemoteMessageId, Target } from '../../channels/index.js';
import { ShortIds } from '../sessions/short-ids.js';
import { OrderLookup } from './order-lookup.service.js';

/** `forgotten`: a short id whose message this process has not shown. `elsewhere`: no message of the conversation. */
export type NamedMessage = Pick<MessageRef, 'messageId' | 'part'> | 'forgotten' | 'elsewhere';

/** Finds messages by the ids that a model writes. */
@Injectable()
export class NamedMessages {
  constructor(
    private readonly shortIds: ShortIds,
    private readonly lookup: OrderLookup,
  ) {}

  /** By either form of an id, and only in that conversation, because services accept ids from anywhere. */
  async find(target: Target, named: string): Promise<NamedMessage> {
    const { id, part } = this.lookup.messageId(target.channel, named);
    const messageId = this.shortIds.fullOf(target, id);
    if (messageId === undefined) return 'forgotten';
    if (!(await this.isOf(target, messageId))) return 'elsewhere';
    return { messageId, ...(part === undefined ? {} : { part }) };
  }

  /** One that the model was shown needs no look-up; an id from elsewhere does. */
  private async isOf(target: Target, messageId: RemoteMessageId): Promise<boolean> {
    return this.shortIds.knows(target, messageId) || this.lookup.holds(target, messageId);
  }
}
