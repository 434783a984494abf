import { Injectable } from '@nestjs/common';
import { ConnectorRegistry, type InboundEvent } from '../../../channels/index.js';
import { MessagesConfig } from '../../../config/index.js';
import type { HistoryCount } from '../../transcript/history.repository.js';

/** User turns of a direct conversation that the assistant gets when nothing is configured. */
export const DEFAULT_DM_HISTORY = 50;

/** How much of a conversation is context (spec 3-workchat and 2-imbridge, `historyLimit` and `dmHistoryLimit`). */
@Injectable()
export class HistoryLimits {
  constructor(
    private readonly registry: ConnectorRegistry,
    private readonly messages: MessagesConfig,
  ) {}

  /** A user turn is a question with its answers; in a group every message of a person counts. */
  limitsFor({ channel, account, conversation, sender }: InboundEvent): HistoryCount {
    const settings = this.registry.account(channel, account);
    if (conversation.kind !== 'direct')
      return {
        isHeardCounted: true,
        limit: settings.historyLimit ?? this.messages.groupChat.historyLimit,
      };
    const ofSender = settings.dmHistoryLimits?.get(sender.id);
    return { isHeardCounted: false, limit: ofSender ?? settings.dmHistoryLimit ?? DEFAULT_DM_HISTORY };
  }
}
