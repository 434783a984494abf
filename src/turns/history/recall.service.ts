import { Injectable } from '@nestjs/common';
import {
  ConnectorRegistry,
  type InboundEvent,
  type InboundMessage,
  type PastMessage,
  recallsMessages,
  targetOf,
} from '../../channels/index.js';
import { OurMessages } from '../../delivery/index.js';
import {
  type HistoryCount,
  HistoryRepository,
  linesForModel,
  type SpokenEntry,
  type StoredEvent,
} from '../../conversations/index.js';
import { HistoryFilter } from './history-filter.service.js';
import { MessagesConfig } from '../../config/index.js';

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

/** An answer waits at most this long for earlier messages. */
const RECALL_MS = 8_000;

/**
 * Earlier messages of a group that did not reach the gateway, where the service can return them: from before it
 * joined, without a mention, or in a thread that began elsewhere. They are read for each turn and never stored.
 */
@Injectable()
export class Recall {
  constructor(
    private readonly registry: ConnectorRegistry,
    private readonly limits: HistoryLimits,
    private readonly filter: HistoryFilter,
    private readonly repository: HistoryRepository,
    private readonly ourMessages: OurMessages,
  ) {}

  /**
   * Recalled messages that are not among the remembered entries, oldest first.
   * @param known entries of the session, before any were left out
   */
  async beyond(
    { event, session }: StoredEvent,
    known: readonly SpokenEntry[],
    signal: AbortSignal,
  ): Promise<readonly SpokenEntry[]> {
    if (event.kind !== 'message') return [];
    const found = await this.messagesBefore(event, signal);
    if (found.length === 0) return [];
    const since = await this.beginningOf(session.beginsAfter);
    // An answer of ours is stored as one entry even when it took several messages.
    const ours = await this.ourMessages.oursAmong(
      targetOf(event),
      found.map(({ messageId }) => messageId),
    );
    const ids = new Set([...ours.keys(), ...known.map(({ remote_id }) => remote_id)]);
    return this.allowed(
      event,
      found.filter(({ messageId, occurredAt }) => !ids.has(messageId) && occurredAt > since),
    );
  }

  private async messagesBefore(event: InboundMessage, signal: AbortSignal): Promise<readonly PastMessage[]> {
    const connector = this.registry.get(event.channel);
    const { limit } = this.limits.limitsFor(event);
    if (event.conversation.kind === 'direct' || limit === 0 || !recallsMessages(connector)) return [];
    const ends = AbortSignal.any([signal, AbortSignal.timeout(RECALL_MS)]);
    return connector.messagesBefore(event, { most: limit }, ends);
  }

  /** Recall stops there, because a sender who started a new history does not want the messages before it. */
  private async beginningOf(seq: number): Promise<number> {
    return seq === 0 ? 0 : ((await this.repository.timeOf(seq)) ?? 0);
  }

  /**
   * It is unknown to whom our own messages among these were addressed, so they are dropped as soon as anyone's are.
   */
  private async allowed(
    event: InboundMessage,
    messages: readonly PastMessage[],
  ): Promise<readonly SpokenEntry[]> {
    const entries = messages.map((message) => entryOf(event, message));
    const others = entries.filter(({ role }) => role === 'user');
    const letIn = await this.filter.apply(event, others);
    if (letIn.length < others.length) return letIn;
    return entries;
  }
}

function entryOf({ channel, account, conversation }: InboundMessage, message: PastMessage): SpokenEntry {
  const { messageId, sender, replyTo, quotes, occurredAt, attachments } = message;
  return {
    channel,
    account,
    conversation_id: conversation.id,
    role: sender.isSelf ? 'assistant' : 'user',
    kind: sender.isSelf ? 'turn' : 'heard',
    text: linesForModel(message.text, attachments),
    sender_id: sender.isSelf ? null : sender.id,
    sender_name: sender.isSelf ? null : (sender.name ?? null),
    reply_to: replyTo ?? null,
    remote_id: messageId,
    // A recalled message has no event here, so this stand-in lets each one be checked by itself.
    event_id: `recalled_${messageId}`,
    delivery_id: null,
    created_at: occurredAt,
    ...(sender.isSelf || attachments.length === 0 ? {} : { attachments }),
    ...(quotes ? { quotes } : {}),
  };
}
