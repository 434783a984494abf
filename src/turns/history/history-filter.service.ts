import { Injectable } from '@nestjs/common';
import {
  type AccountId,
  type ChannelId,
  type ConversationId,
  type InboundEvent,
  type QuotedMessage,
  type SenderId,
  senderKeyOf,
} from '../../channels/index.js';
import {
  HistoryRepository,
  isSaidIn,
  type PastSender,
  SenderGate,
  type SpokenEntry,
} from '../../conversations/index.js';

/**
 * Removes the messages of people who have lost access from a history, and the answers to them. From the moment a person
 * is taken off a list, loses a grant, or no longer fits a narrowed policy, their text must not reach the assistant.
 */
@Injectable()
export class HistoryFilter {
  constructor(
    private readonly senders: SenderGate,
    private readonly repository: HistoryRepository,
  ) {}

  /**
   * @param event its sender has access, so their own messages need no check
   * @returns the remaining entries, oldest first like `entries`
   */
  async apply<T extends SpokenEntry>(event: InboundEvent, entries: readonly T[]): Promise<readonly T[]> {
    const missing = await this.questionsMissing(entries);
    const revoked = await this.eventsOfRevoked(
      event,
      missing.length === 0 ? entries : [...entries, ...missing],
    );
    // The assistant's answers to a removed message are removed with it.
    return revoked.size === 0 ? entries : entries.filter(({ event_id }) => !revoked.has(event_id));
  }

  /** The events here of people who have lost access. */
  async revokedAmong(event: InboundEvent, eventIds: readonly string[]): Promise<ReadonlySet<string>> {
    const said = await this.repository.ofEvents(eventIds);
    return this.eventsOfRevoked(
      event,
      said.filter((entry) => isSaidIn(event, entry)),
    );
  }

  /**
   * The quoted messages whose authors may write here, according to the current lists. Nothing speaks for an author whom
   * the service does not name. In a direct chat only the two of it can be quoted.
   */
  async quotable(event: InboundEvent, quotes: readonly QuotedMessage[]): Promise<ReadonlySet<QuotedMessage>> {
    const others = new Map<QuotedMessage, PastSender>();
    if (event.conversation.kind !== 'direct')
      for (const quote of quotes)
        if (quote.sender !== event.sender.id) others.set(quote, authorIn(event, quote.sender));
    const letIn = await this.senders.stillLetIn([...others.values()]);
    const isShown = (quote: QuotedMessage) => {
      const author = others.get(quote);
      return author === undefined || letIn.has(author);
    };
    return new Set(quotes.filter(isShown));
  }

  /**
   * The questions of answers among the entries whose own entries are older than all of these, because other answers
   * came in between.
   */
  private async questionsMissing(entries: readonly SpokenEntry[]): Promise<SpokenEntry[]> {
    if (entries.every(isQuestionOrBehindIt)) return [];
    const asked = new Set<string>();
    for (const { role, event_id } of entries) if (role === 'user') asked.add(event_id);
    const orphans = entries.filter(({ event_id }) => !asked.has(event_id));
    if (orphans.length === 0) return [];
    const places = new Map(orphans.map((entry) => [entry.event_id, placeOf(entry)]));
    const questions = await this.repository.ofEvents([...places.keys()]);
    // A tool's message that someone ordered from another conversation is judged there, not here.
    return questions.filter((entry) => placeOf(entry) === places.get(entry.event_id));
  }

  private async eventsOfRevoked(
    event: InboundEvent,
    entries: readonly SpokenEntry[],
  ): Promise<ReadonlySet<string>> {
    const others = othersIn(event, entries);
    if (others.length === 0) return NONE;
    const letIn = await this.senders.stillLetIn(others);
    const revoked = others.filter((other) => !letIn.has(other));
    if (revoked.length === 0) return NONE;
    const isRevoked = (entry: SpokenEntry) => revoked.some((other) => isFrom(other, entry));
    return new Set(entries.filter(isRevoked).map(({ event_id }) => event_id));
  }
}

const NONE: ReadonlySet<string> = new Set();

/** Usually the answers to a question come right after it. */
const isQuestionOrBehindIt = (
  { role, event_id }: SpokenEntry,
  index: number,
  entries: readonly SpokenEntry[],
): boolean => role === 'user' || entries[index - 1]?.event_id === event_id;

/** The senders of entries other than the event's own sender, once for each place. */
function othersIn(event: InboundEvent, entries: readonly SpokenEntry[]): readonly PastSender[] {
  const others: PastSender[] = [];
  for (const entry of entries) {
    if (entry.sender_id === null || isBy(event, entry)) continue;
    if (others.some((other) => isFrom(other, entry))) continue;
    others.push(pastSender(event, { ...entry, sender_id: entry.sender_id }));
  }
  return others;
}

const isFrom = ({ channel, account, conversation, senderId }: PastSender, entry: SpokenEntry): boolean =>
  entry.sender_id === senderId &&
  entry.conversation_id === conversation.id &&
  entry.channel === channel &&
  entry.account === account;

const isBy = ({ channel, account, sender }: InboundEvent, entry: SpokenEntry): boolean =>
  entry.sender_id === sender.id && entry.channel === channel && entry.account === account;

/** The place's own access keys are known from the event; those of another place are not, so they count as missing. */
function pastSender(event: InboundEvent, entry: SpokenEntry & { readonly sender_id: string }): PastSender {
  const { sender_id: senderId, channel, account, conversation_id } = entry;
  const { conversation } = event;
  const wasHere = isSaidIn(event, entry);
  const keysOfPlace = wasHere ? keysOfPlaceIn(event) : [];
  return {
    channel: channel as ChannelId,
    account: account as AccountId,
    senderId,
    // Correct for every entry, because all places of a session are of one kind.
    conversation: wasHere ? conversation : { id: conversation_id as ConversationId, kind: conversation.kind },
    accessKeys: [senderKeyOf(senderId), ...keysOfPlace],
  };
}

/** The author of a message that is quoted in the event's conversation. */
const authorIn = (event: InboundEvent, sender: SenderId | undefined): PastSender => ({
  channel: event.channel,
  account: event.account,
  senderId: sender ?? '',
  conversation: event.conversation,
  accessKeys: [...(sender === undefined ? [] : [senderKeyOf(sender)]), ...keysOfPlaceIn(event)],
});

/** A sender may have several keys of their own, which admit no one else. */
const keysOfPlaceIn = ({ accessKeys }: InboundEvent): readonly string[] =>
  accessKeys.filter((key) => !key.startsWith(SENDER_KEY));

const SENDER_KEY = senderKeyOf('');

const placeOf = ({ channel, account, conversation_id }: SpokenEntry): string =>
  JSON.stringify([channel, account, conversation_id]);
