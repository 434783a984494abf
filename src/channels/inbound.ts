import type { SendFailureCode } from './outbound.js';
import type {
  AccountId,
  ChannelId,
  ConversationId,
  RemoteMessageId,
  SenderId,
  Target,
  ThreadId,
} from './ids.js';

export interface ConversationRef {
  readonly id: ConversationId;
  /** `channel`: one of several places of a team; its members are the team's. */
  readonly kind: 'direct' | 'group' | 'channel';
  /** Display name; for people only, never for decisions. */
  readonly name?: string;
  /** The service's id of the team a channel belongs to. */
  readonly team?: string;
}

export interface SenderRef {
  /** Normalised by the connector, so that the same person always has the same id. */
  readonly id: SenderId;
  /** Display name; for people only, never for decisions. */
  readonly name?: string;
  /** The sender's address is one of the account's own (a chat with oneself). */
  readonly isSelf: boolean;
  /** The service says that a program wrote, not a person. */
  readonly isBot?: boolean;
}

export interface AttachmentRef {
  readonly id: string;
  /** As the service states it; not verified. */
  readonly mimeType: string;
  readonly name: string;
  readonly bytes: number;
}

/** The common part of all inbound events. */
interface Happened {
  readonly channel: ChannelId;
  readonly account: AccountId;
  /** Unique per channel and account for each thing that happened; a second event with the same key is dropped. */
  readonly inboxKey: string;
  readonly conversation: ConversationRef;
  /** Where in the conversation it happened; a reply goes there too. */
  readonly thread?: ThreadId;
  /**
   * Its number, when the service numbers the events of an account in order. Storing the event shares it with the
   * other replicas.
   */
  readonly sequence?: number;
  /** The sender of the message, or the person who made the change. */
  readonly sender: SenderRef;
  /** When the service says it happened, epoch ms; by a clock that is not ours. */
  readonly occurredAt: number;
  /** Fetched afterwards, not announced when it arrived. */
  readonly isLate: boolean;
  /**
   * The keys under which an allowlist may admit this event: `sender:<SenderId>` and the channel's own
   * forms of the conversation. Compared with AllowList.keys, which the same connector made.
   */
  readonly accessKeys: readonly string[];
}

/** A message from somebody else, in our form. */
export interface InboundMessage extends Happened {
  readonly kind: 'message';
  readonly messageId: RemoteMessageId;
  /** Without a native mention of ours at its beginning. May be empty when there are attachments; never null. */
  readonly text: string;
  readonly attachments: readonly AttachmentRef[];
  /** Usable like the id of an attachment: the service may have files of this message that it has not announced. */
  readonly possibleFiles?: string;
  /** First message of the thread that this one answers, when the service reports it. */
  readonly replyTo?: RemoteMessageId;
  /** The subject line, where the service has one. */
  readonly subject?: string;
  /** Name of the effect it came with, for people. */
  readonly effect?: string;
  /**
   * Messages by the same person here within this time before it, ms, belong to it unless they are answered by then.
   */
  readonly continuesWithinMs?: number;
  /** Another part of it is likely to arrive within this time, ms: the gateway waits for it. */
  readonly awaitsMs?: number;
  /**
   * Further inbox keys, one for each thing that this event also reports: another event with such a key is a
   * duplicate.
   */
  readonly covers?: readonly string[];
  /** The service itself says that we are addressed (a native mention). */
  readonly mentionsUs?: boolean;
  /** Too old to be answered: only remembered, for senders who may write. */
  readonly isOutdated?: boolean;
}

/** Changes of a conversation other than messages. */
export type Change =
  | {
      readonly type: 'reaction';
      /** Absent when the service does not say which message. */
      readonly messageId?: RemoteMessageId;
      readonly emoji: string;
      readonly isRemoved: boolean;
    }
  | { readonly type: 'edited'; readonly messageId: RemoteMessageId; readonly text: string }
  | { readonly type: 'unsent'; readonly messageId: RemoteMessageId }
  /** `removed`: by `sender`; `left`: by themselves. */
  | { readonly type: 'joined' | 'left' | 'removed'; readonly who: readonly SenderRef[] }
  | { readonly type: 'renamed'; readonly name: string }
  | { readonly type: 'picture'; readonly isRemoved: boolean };

/** A change that the assistant learns of with its next turn; starts no turn itself. */
export interface InboundNotice extends Happened {
  readonly kind: 'notice';
  readonly change: Change;
  /** Files that came with it: the picture of a sticker on a message. */
  readonly attachments?: readonly AttachmentRef[];
}

/** A sender used one of our cards: their choices, in the service's form. */
export interface InboundCardAnswer extends Happened {
  readonly kind: 'card-answer';
  /** The card's message. */
  readonly messageId?: RemoteMessageId;
  readonly values: Readonly<Record<string, unknown>>;
}

/** A sender votes in one of our polls. Not a message: it is counted, and does not reach an assistant by itself. */
export interface InboundPollVote extends Happened {
  readonly kind: 'poll-vote';
  /** As the poll's content had it. */
  readonly pollId: string;
  /**
   * Positions of the chosen options, from 0; the sender's whole choice, not the change. Empty = the vote is taken
   * back. They need not fit the poll: the centre checks that. An unreadable vote is not handed over.
   */
  readonly selections: readonly number[];
}

/** A sender accepts or declines a file (`offer` of a `sent`). Not a message; a `handover` answers it. */
export interface InboundFileAnswer extends Happened {
  readonly kind: 'file-answer';
  /** The delivery that asked. */
  readonly offerId: string;
  readonly isAccepted: boolean;
  /** Name of the file in the question, for senders whose offer is no longer known. */
  readonly filename: string;
  /** The message that asked. */
  readonly messageId?: RemoteMessageId;
  /** Given back with the `handover`. */
  readonly place: Readonly<Record<string, string>>;
}

/** An event as a connector hands it to the sink, before the gate judges it. */
export type InboundEvent =
  InboundMessage | InboundNotice | InboundCardAnswer | InboundPollVote | InboundFileAnswer;

/** A reply always goes where the message arrived, the thread included. */
export const targetOf = ({ channel, account, conversation, thread }: InboundEvent): Target => ({
  channel,
  account,
  conversation: conversation.id,
  ...(thread === undefined ? {} : { thread }),
});

/**
 * The service's own report that a message of ours exists there, failed, reached a device or was read (an echo, a
 * delivery report). Receipts are best effort: they may come early, late, twice or never.
 */
export interface SendReceipt {
  readonly channel: ChannelId;
  readonly account: AccountId;
  readonly kind: 'sent' | 'failed' | 'delivered' | 'read';
  /** The id we gave the attempt, where the service repeats it. */
  readonly correlationId?: string;
  readonly messageId: RemoteMessageId;
  /** Its number in the account, as of an event; where the service reports it. */
  readonly sequence?: number;
  /** The message's conversation; needed when ids name messages within their conversation only. */
  readonly conversation?: ConversationId;
  readonly at: number;
  /** The reason of a failure, for operators; no secret, no message text. */
  readonly failure?: { readonly code: SendFailureCode; readonly detail: string };
}

/** The state of an account's connection to the remote. A state, not an exception. */
export interface ConnectionState {
  readonly status:
    | 'starting'
    | 'connecting'
    | 'connected'
    /** Messages go in and out, but a configured feature does not work; `reason` names it and the remedy. */
    | 'degraded'
    | 'transient-disconnect'
    | 'bad-credentials'
    | 'logged-out'
    | 'error'
    | 'stopped';
  /** Safe for operators; no secret, no message text. Names what they can do. */
  readonly reason?: string;
}

/** A message or change made with our own account, but not by us: typed on the phone, for example. */
export interface OwnActivity extends Pick<
  Happened,
  'channel' | 'account' | 'inboxKey' | 'conversation' | 'sequence' | 'occurredAt' | 'isLate'
> {
  readonly what:
    | {
        readonly kind: 'message';
        readonly messageId: RemoteMessageId;
        readonly text: string;
        readonly attachments: readonly AttachmentRef[];
      }
    | { readonly kind: 'change'; readonly change: Change };
}

/** The place of an accepted event, and its sender. */
export interface KnownEvent {
  readonly conversation: ConversationId;
  readonly sender: SenderId;
}

/** The centre's side of a connector: handed over in `connect`, implemented in conversations. */
export interface InboundSink {
  /** Resolves once the event is stored (fsync); only then may the remote be acknowledged. Duplicates are normal. */
  accept(event: InboundEvent): Promise<'stored' | 'duplicate'>;
  /**
   * The sequence numbers strictly between two that any replica has for an account: of stored events, and of messages
   * of ours that were sent. Ascending; at most the highest thousand.
   */
  sequencesBetween(account: AccountId, after: number, before: number): Promise<readonly number[]>;
  /**
   * Records what was done with our account, so that the assistant knows of it; it is never answered. `false` when it
   * is our own send, was recorded before, or happened where the assistant takes no part.
   */
  ownActivity(activity: OwnActivity): Promise<boolean>;
  /** The event stored under that inbox key, whatever its outcome; one read by key. */
  known(account: AccountId, inboxKey: string): Promise<KnownEvent | undefined>;
  /** Resolves when noted. Losing one is harmless, because unknown sends are reconciled by asking. */
  receipt(receipt: SendReceipt): Promise<void>;
  /** Cheap and synchronous; may be called often, only changes are logged. */
  state(account: AccountId, state: ConnectionState): void;
  /** Counts an event that the connector itself dropped, with the reason (`own-message`, `too-old`, …). */
  dropped(account: AccountId, reason: string): void;
}
