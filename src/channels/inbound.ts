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
  /** Normalised by the connector, so that equal people have equal ids. */
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

/** The part that all inbound events have. */
interface Happened {
  readonly channel: ChannelId;
  readonly account: AccountId;
  /** Unique per channel and account for each thing that happened; a second event with the same key is dropped. */
  readonly inboxKey: string;
  readonly conversation: ConversationRef;
  /** Where in the conversation it happened; a reply goes there too. */
  readonly thread?: ThreadId;
  /**
   * Its number, where the service numbers all that happens in an account in the order in which it happens. Shared with
   * the other replicas by storing the event.
   */
  readonly sequence?: number;
  /** The sender of the message, or the person who did it. */
  readonly sender: SenderRef;
  /** When the service says it happened, epoch ms; by a clock that is not ours. */
  readonly occurredAt: number;
  /** Fetched afterwards rather than announced when it came. */
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
  /** As the id of an attachment: the service may have files of this message of which it has told nothing. */
  readonly possibleFiles?: string;
  /** First message of the thread this one answers, when the service says so. */
  readonly replyTo?: RemoteMessageId;
  /** The line above it, where the service has one. */
  readonly subject?: string;
  /** Name of the effect it came with, as people call it. */
  readonly effect?: string;
  /** A part of what the same person wrote here at most so long before, ms, should that not be answered by then. */
  readonly continuesWithinMs?: number;
  /** Another part of it is likely to come within this time, ms: it is waited for. */
  readonly awaitsMs?: number;
  /** Further inbox keys, each of something that this event tells too: whoever brings it again is a duplicate. */
  readonly covers?: readonly string[];
  /** The service itself says that we are addressed (a native mention). */
  readonly mentionsUs?: boolean;
  /** Too long ago to be answered: it is remembered only, of those who may write. */
  readonly isOutdated?: boolean;
}

/** Changes of a conversation besides messages. */
export type Change =
  | {
      readonly type: 'reaction';
      /** Absent where the service does not say to which. */
      readonly messageId?: RemoteMessageId;
      readonly emoji: string;
      readonly isRemoved: boolean;
    }
  | { readonly type: 'edited'; readonly messageId: RemoteMessageId; readonly text: string }
  | { readonly type: 'unsent'; readonly messageId: RemoteMessageId }
  /** `removed`: by whoever did it; `left`: by themselves. */
  | { readonly type: 'joined' | 'left' | 'removed'; readonly who: readonly SenderRef[] }
  | { readonly type: 'renamed'; readonly name: string }
  | { readonly type: 'picture'; readonly isRemoved: boolean };

/** Something the assistant learns of with its next turn; starts none by itself. */
export interface InboundNotice extends Happened {
  readonly kind: 'notice';
  readonly change: Change;
  /** Files that came with it: the picture of a sticker that somebody put on a message. */
  readonly attachments?: readonly AttachmentRef[];
}

/** A sender used a card of ours: what they chose, as the service brings it. */
export interface InboundCardAnswer extends Happened {
  readonly kind: 'card-answer';
  /** The card's message. */
  readonly messageId?: RemoteMessageId;
  readonly values: Readonly<Record<string, unknown>>;
}

/** A sender votes in a poll of ours. No utterance: it is counted, and reaches no assistant by itself. */
export interface InboundPollVote extends Happened {
  readonly kind: 'poll-vote';
  /** As the poll's content had it. */
  readonly pollId: string;
  /**
   * Positions of the chosen options, from 0; all that the sender chooses now, not what changed. Empty = the vote is
   * taken back. They need not fit the poll: that is judged behind the sink. What can't be read is no vote at all.
   */
  readonly selections: readonly number[];
}

/** A sender answers whether they take a file (`offer` of a `sent`). No utterance; it is answered by a `handover`. */
export interface InboundFileAnswer extends Happened {
  readonly kind: 'file-answer';
  /** The delivery that asked. */
  readonly offerId: string;
  readonly isAccepted: boolean;
  /** As the question named the file; for who cannot find the offer any more. */
  readonly filename: string;
  /** The message that asked. */
  readonly messageId?: RemoteMessageId;
  /** Given back with the `handover`. */
  readonly place: Readonly<Record<string, string>>;
}

/** An event as a connector hands it to the sink, before we judge it. */
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
 * The service's own word that a message of ours exists there, failed, reached a device or was read (an echo, a delivery
 * report). Receipts are best effort: they may come early, late, twice or never.
 */
export interface SendReceipt {
  readonly channel: ChannelId;
  readonly account: AccountId;
  readonly kind: 'sent' | 'failed' | 'delivered' | 'read';
  /** The id we gave the attempt, where the service repeats it. */
  readonly correlationId?: string;
  readonly messageId: RemoteMessageId;
  /** Where the message is; needed where ids name messages within their conversation only. */
  readonly conversation?: ConversationId;
  readonly at: number;
  /** The reason of a failure, for operators; no secret, no message text. */
  readonly failure?: { readonly code: SendFailureCode; readonly detail: string };
}

/** Where a connector stands with the remote. A state, not an exception. */
export interface ConnectionState {
  readonly status:
    | 'starting'
    | 'connecting'
    | 'connected'
    /** Messages go in and out, but not all works that is configured; `reason` says what, and what to do. */
    | 'degraded'
    | 'transient-disconnect'
    | 'bad-credentials'
    | 'logged-out'
    | 'error'
    | 'stopped';
  /** Safe for an operator to read; no secret, no message text. Says what they can do about it. */
  readonly reason?: string;
}

/** Something written or done with our own account, but not by us: typed on the phone, say. */
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

/** Where something happened that was taken in, and who did it. */
export interface KnownEvent {
  readonly conversation: ConversationId;
  readonly sender: SenderId;
}

/** The centre's side of a connector: handed over in `connect`, implemented in conversations. */
export interface InboundSink {
  /** Resolves once the event is stored (fsync); only then may the remote be acknowledged. Duplicates are normal. */
  accept(event: InboundEvent): Promise<'stored' | 'duplicate'>;
  /**
   * The sequence numbers strictly between two that any replica has had of an account: of events that are stored, and
   * of messages of ours that went out. Ascending; the highest thousand at most.
   */
  sequencesBetween(account: AccountId, after: number, before: number): Promise<readonly number[]>;
  /**
   * Writes down what was done with our account, so that the assistant knows of it; it is answered by nobody. `false`
   * when it is our own sending, was written down before, or happened where the assistant is no part of it.
   */
  ownActivity(activity: OwnActivity): Promise<boolean>;
  /** The event remembered under that inbox key, whatever became of it; one read by a key. */
  known(account: AccountId, inboxKey: string): Promise<KnownEvent | undefined>;
  /** Resolves once noted; losing one does no harm, since unknown sends are reconciled by asking. */
  receipt(receipt: SendReceipt): Promise<void>;
  /** Cheap and synchronous; may be called often, only changes are logged. */
  state(account: AccountId, state: ConnectionState): void;
  /** Counts an event that the connector itself dropped, and why (`own-message`, `too-old`, …). */
  dropped(account: AccountId, reason: string): void;
}
