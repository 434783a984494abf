import { Injectable } from '@nestjs/common';
import type { AccountId, ChannelId, ConversationId, InboundEvent } from '../../channels/index.js';
import { type PastSender, SenderGate, senderKeyOf } from '../sender-gate.service.js';
import type { SpokenEntry } from '../transcript.repository.js';

/**
 * Leaves out of a history what people said who are not let in any more, and the answers to it: their text is not to
 * reach the assistant from the moment they are taken from a list, a grant is withdrawn, or a policy is narrowed.
 */
@Injectable()
export class HistoryFilter {
  constructor(private readonly senders: SenderGate) {}

  /** @param event of who is let in: what they said themselves needs no looking up. Oldest first, as the result. */
  async apply(event: InboundEvent, entries: readonly SpokenEntry[]): Promise<readonly SpokenEntry[]> {
    const others = othersIn(event, entries);
    if (others.size === 0) return entries;
    const letIn = await this.senders.stillLetIn([...others.values()]);
    const isShut = (entry: SpokenEntry) => {
      const other = others.get(nameOf(entry));
      return other !== undefined && !letIn.has(other);
    };
    return entries.filter((entry, index) => {
      const before = entries[index - 1];
      // An answer stands right behind its question.
      return !isShut(entry.role === 'assistant' && before?.kind === 'turn' ? before : entry);
    });
  }
}

/** Who said something besides the sender of the event, by {@link nameOf}; each once. */
function othersIn(event: InboundEvent, entries: readonly SpokenEntry[]): Map<string, PastSender> {
  const others = new Map<string, PastSender>();
  for (const entry of entries) {
    const name = nameOf(entry);
    if (entry.sender_id === null || isBy(event, entry) || others.has(name)) continue;
    others.set(name, pastSender(event, { ...entry, sender_id: entry.sender_id }));
  }
  return others;
}

const isBy = ({ channel, account, sender }: InboundEvent, entry: SpokenEntry): boolean =>
  entry.sender_id === sender.id && entry.channel === channel && entry.account === account;

/** The keys of a place are known of the one the event is from; who was let in by those of another is not known to be. */
function pastSender(event: InboundEvent, entry: SpokenEntry & { readonly sender_id: string }): PastSender {
  const { sender_id: senderId, channel, account, conversation_id } = entry;
  const { conversation, sender, accessKeys } = event;
  const isHere = channel === event.channel && conversation_id === conversation.id;
  const keysOfPlace = isHere ? accessKeys.filter((key) => key !== senderKeyOf(sender.id)) : [];
  return {
    channel: channel as ChannelId,
    account: account as AccountId,
    senderId,
    // A session holds places of one kind.
    conversation: isHere ? conversation : { id: conversation_id as ConversationId, kind: conversation.kind },
    accessKeys: [senderKeyOf(senderId), ...keysOfPlace],
  };
}

const nameOf = ({ channel, account, conversation_id, sender_id }: SpokenEntry): string =>
  JSON.stringify([channel, account, conversation_id, sender_id]);
