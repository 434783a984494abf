import type {
  InboundCardAnswer,
  InboundEvent,
  InboundMessage,
  InboundPrompt,
  StreamId,
} from '../../channels/index.js';
import type { MessageFile } from '../../media/index.js';
import type { AdmissionReason } from '../../access-control/index.js';
import type { DropReason } from './drop-reasons.js';
import type { SessionSettings } from '../sessions/session.repository.js';

/** A stream and its progress. Offsets are UTF-16 units of the answer as it is being written. */
export interface StreamState {
  readonly id: StreamId;
  /** Epoch ms. */
  readonly openedAt: number;
  /** Time of the last call, epoch ms. */
  readonly updatedAt: number;
  /** Calls since the opening, including the current one. */
  readonly updates: number;
  /** The length that has certainly been shown. */
  readonly shown: number;
  /** The length that has been shown or may have been: the end of the stream contains at least that. */
  readonly asked: number;
}

/** An event as it is stored when it arrives. */
export interface NewEvent<E extends InboundEvent = InboundEvent> {
  readonly id: string;
  readonly sessionKey: string;
  readonly event: E;
  /** Epoch ms. */
  readonly receivedAt: number;
}

/** Why an event was let in, or was only heard. */
export type JudgedReason = AdmissionReason | DropReason;

/** An event that waits to be judged. */
export interface StoredEvent<E extends InboundEvent = InboundEvent> extends NewEvent<E> {
  /** The part of the answer that an earlier run of the turn has sent, or shows in `stream`; empty at first. */
  readonly alreadySaid: string;
  /** The stream in which an earlier run shows that part; it still has to be completed. */
  readonly stream?: StreamState;
  /** Whether an earlier run of its turn has used a tool. */
  readonly hasActed: boolean;
  readonly session: SessionSettings;
  /** The message's attachments as fetched; absent until they are asked for. */
  readonly files?: readonly MessageFile[];
  /** The first `seq` of the history its turn was given (ADR 0092); absent until that is read, and without a history. */
  readonly historyFrom?: number | undefined;
  /** The messages joined into this one, oldest first, its own last; absent for a single message. */
  readonly parts?: readonly MessagePart[];
  /** The event that continues it, unless this one is answered first. */
  readonly joinedBy?: string;
  /** Why the gate lets it in or only hears it; absent until it is judged. */
  readonly judged?: JudgedReason | undefined;
  /** Whether it is an echo of a message of ours; absent where that has not been checked. */
  readonly isOurs?: boolean;
}

/** One of several messages that are answered as one. */
export interface MessagePart {
  readonly id: string;
  readonly event: InboundMessage;
  /** Epoch ms. */
  readonly receivedAt: number;
  /** As for a whole message. */
  readonly files?: readonly MessageFile[];
}

/** The cause of a turn: a message that was written, or made by using a card, or what the gateway has to report. */
export type Utterance = InboundMessage | InboundCardAnswer | InboundPrompt;

const CAUSES: readonly InboundEvent['kind'][] = ['message', 'card-answer', 'prompt'];

export function isUtterance(stored: StoredEvent): stored is StoredEvent<Utterance> {
  return CAUSES.includes(stored.event.kind);
}

/** An event as the inbox stores it: with the earlier messages that it continues. */
type StoredPayload = InboundEvent & { readonly earlier?: readonly MessagePart[] };

/** Reads a payload that `payloadOf` wrote: one event and, for a joined message, its parts. */
export function readPayload(
  payload: string,
  own: Pick<MessagePart, 'id' | 'receivedAt'>,
): { readonly event: InboundEvent; readonly parts?: readonly MessagePart[] } {
  const { earlier, ...event } = JSON.parse(payload) as StoredPayload;
  if (!earlier || event.kind !== 'message') return { event };
  const parts = [...earlier, { ...own, event }];
  return {
    event: joined(
      event,
      parts.map((part) => part.event),
    ),
    parts,
  };
}

export const payloadOf = (event: InboundEvent, earlier: readonly MessagePart[] = []): string =>
  JSON.stringify(earlier.length === 0 ? event : { ...event, earlier });

/** Joins several messages of one sender: the result has the id of the last, and answers what the first answers. */
function joined(last: InboundMessage, events: readonly InboundMessage[]): InboundMessage {
  const replyTo = events.find((each) => each.replyTo !== undefined)?.replyTo;
  const quotes = events.flatMap((each) => each.quotes ?? []);
  return {
    ...last,
    text: events.reduce((text, each) => withLine(text, each.text), ''),
    attachments: events.flatMap(({ attachments }) => attachments),
    ...(replyTo === undefined ? {} : { replyTo }),
    ...(quotes.length === 0 ? {} : { quotes }),
    ...(events.some(({ mentionsUs }) => mentionsUs) ? { mentionsUs: true } : {}),
  };
}

/** The preview of a link repeats the link, so a line that is there already is not added again. */
function withLine(text: string, line: string): string {
  if (line === '' || text.includes(line)) return text;
  return text === '' ? line : `${text}\n${line}`;
}
