import { Injectable } from '@nestjs/common';
import {
  ConnectorRegistry,
  describesConversations,
  type ConversationDetails,
  type SenderId,
  type Target,
} from '../../channels/index.js';
import { SessionRouter } from './session-router.js';

/** Nobody in particular, which no binding means. */
const NOBODY = '' as SenderId;

/** Which session a place has where nobody has said anything yet. */
@Injectable()
export class PlaceSessions {
  constructor(
    private readonly registry: ConnectorRegistry,
    private readonly router: SessionRouter,
  ) {}

  /** Undefined where the channel can't tell. No I/O. */
  placeOf({ channel, account, conversation }: Target): ConversationDetails | undefined {
    const connector = this.registry.get(channel);
    return describesConversations(connector)
      ? connector.describeConversation(account, conversation)
      : undefined;
  }

  /** The one in which an answer will be heard; one of its own where the channel can't tell what place it is. */
  sessionOf(target: Target): string {
    const unknown: ConversationDetails = {
      conversation: { id: target.conversation, kind: 'group' },
      accessKeys: [],
    };
    const { conversation, accessKeys, sender = NOBODY } = this.placeOf(target) ?? unknown;
    const { channel, account } = target;
    return this.router.sessionOf({ channel, account, conversation, accessKeys, sender: { id: sender } });
  }
}
