import type { InboundEvent, RemoteMessageId, Target } from '../../channels/index.js';
import { newId } from '../../common/index.js';
import type { Row } from '../../persistence/index.js';

interface EntryBase {
  readonly sessionKey: string;
  readonly eventId: string;
  readonly text: string;
  /** Epoch ms. */
  readonly at: number;
  /** The first `seq` of the history of the answered turn to which the entry belongs. */
  readonly historyFrom?: number | undefined;
}

/** A person's message or other event. */
export interface TranscriptEntry extends EntryBase {
  /** The event, which names the place and the sender. */
  readonly event: InboundEvent;
  readonly kind?: 'turn' | 'heard' | 'notice';
}

/**
 * A message of ours. `eventId` is the event that caused it, or, for an operator's message, the id of its own delivery.
 */
export interface OwnEntry extends EntryBase {
  readonly place: Omit<Target, 'thread'>;
  /** The delivery of the message, or the first of several. */
  readonly deliveryId?: string | undefined;
  readonly replyTo?: RemoteMessageId | undefined;
  /** The remote id, for an entry that has no delivery. */
  readonly messageId?: RemoteMessageId;
  /**
   * Who wrote it, where the assistant must not take it for its own words: a person who holds the conversation, or the
   * gateway.
   */
  readonly author?: string | undefined;
}

/** Whether no person's message caused it, so that it has no question. */
export const isUnprompted = ({
  event_id,
  delivery_id,
}: Pick<Row<'transcript'>, 'event_id' | 'delivery_id'>): boolean => event_id === delivery_id;

export type NewEntryRow = Omit<Row<'transcript'>, 'seq'>;

/** The id of the row is derived from the event's, so writing it twice stores it once. */
export function rowOfEvent({ event, kind = 'turn', ...entry }: TranscriptEntry): NewEntryRow {
  const { id: remoteId, about } = messagesOf(event);
  return {
    ...rowOf(entry, { ...event, conversation: event.conversation.id }),
    id: entryIdOf(entry.eventId),
    thread_id: event.thread ?? null,
    role: 'user',
    kind,
    sender_id: event.sender.id,
    sender_name: event.sender.name ?? null,
    remote_id: remoteId ?? null,
    reply_to: about ?? null,
    delivery_id: null,
  };
}

/** The id of the entry for an event. */
export const entryIdOf = (eventId: string): string => `msg${eventId.slice(eventId.indexOf('_'))}`;

/** A change made with our own account: stored as a notice, not as words of the assistant. */
export const rowOfHappening = (entry: OwnEntry): NewEntryRow => ({
  ...rowOfOurs(entry),
  role: 'user',
  kind: 'notice',
});

export const rowOfOurs = ({
  place,
  deliveryId,
  replyTo,
  messageId,
  author,
  ...entry
}: OwnEntry): NewEntryRow => ({
  ...rowOf(entry, place),
  id: newId('msg', entry.at),
  thread_id: null,
  role: 'assistant',
  kind: author === undefined ? 'turn' : 'heard',
  sender_id: null,
  sender_name: author ?? null,
  remote_id: messageId ?? null,
  reply_to: replyTo ?? null,
  delivery_id: deliveryId ?? null,
});

const rowOf = (
  { sessionKey, eventId, text, at, historyFrom }: EntryBase,
  { channel, account, conversation }: OwnEntry['place'],
) => ({
  session_key: sessionKey,
  channel,
  account,
  conversation_id: conversation,
  event_id: eventId,
  text,
  history_from: historyFrom ?? null,
  created_at: at,
});

/** The ids of a message, and of the message it answers or concerns. */
function messagesOf(event: InboundEvent): { id?: string; about?: string | undefined } {
  if (event.kind === 'message') return { id: event.messageId, about: event.replyTo };
  if (event.kind === 'card-answer' || event.kind === 'file-answer') return { about: event.messageId };
  if (event.kind !== 'notice') return {};
  return 'messageId' in event.change ? { about: event.change.messageId } : {};
}
