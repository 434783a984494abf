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
  /** `channel`: one of several places of a team, whose members are those of the team. */
  readonly kind: 'direct' | 'group' | 'channel';
  /** Display name; for people only, never for decisions. */
  readonly name?: string;
  /** The service's id of the team a channel belongs to. */
  readonly team?: string;
  /** Another id of the team, by which settings may name it, as far as it was known when the event came. */
  readonly teamAlias?: string;
}

export interface SenderRef {
  /** Normalised by the connector, so that the same person always has the same id. */
  readonly id: SenderId;
  /** Display name; for people only, never for decisions. */
  readonly name?: string;
  /** The sender's address is one of the account's own (a chat with oneself). */
  readonly isSelf: boolean;
  /** The service says that a program wrote it, not a person. */
  readonly isBot?: boolean;
}

export interface AttachmentRef {
  readonly id: string;
  /** As the service states it; not verified. */
  readonly mimeType: string;
  readonly name: string;
  readonly bytes: number;
  /** The service may list the same picture under another id too; it is taken once. */
  readonly mayRepeat?: boolean;
}

/** A message that another one quotes, as far as the service repeats it. */
export interface QuotedMessage {
  readonly messageId?: RemoteMessageId;
  /** Plain text, often only its beginning; never empty. */
  readonly text: string;
  /** Its author, in the same form as in `SenderRef`; absent where the service does not say. */
  readonly sender?: SenderId;
  /** For people only, never for decisions. */
  readonly senderName?: string;
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
   * The event's number, where the service numbers the events of an account in order. It is stored with the event, so
   * that the other replicas know it too.
   */
  readonly sequence?: number;
  /** The sender of the message, or the person who made the change. */
  readonly sender: SenderRef;
  /** When it happened according to the service's clock, epoch ms. */
  readonly occurredAt: number;
  /** The event was fetched later; no webhook announced it. */
  readonly isLate: boolean;
  /**
   * The keys under which an allowlist may admit this event: `sender:<SenderId>`, and the channel's own forms of the
   * conversation. Compared with AllowList.keys, which the same connector made.
   */
  readonly accessKeys: readonly string[];
}

/** A message from someone else, in our form. */
export interface InboundMessage extends Happened {
  readonly kind: 'message';
  readonly messageId: RemoteMessageId;
  /** The text without a native mention of us at its beginning. May be empty when there are attachments or a subject; never null. */
  readonly text: string;
  readonly attachments: readonly AttachmentRef[];
  /** Usable like the id of an attachment: the service may have files of this message that it has not announced. */
  readonly possibleFiles?: string;
  /** The first message of the thread that this one answers, where the service reports it. */
  readonly replyTo?: RemoteMessageId;
  /**
   * The messages it quotes with their words, which may have been written before we came: shown only where the message
   * itself is not known, and only words of people who may write there.
   */
  readonly quotes?: readonly QuotedMessage[];
  /** The subject line, where the service has one. */
  readonly subject?: string;
  /** The name of the effect that the message was sent with, for people. */
  readonly effect?: string;
  /**
   * Messages that the same person wrote here within this time before it (ms) belong to it, unless they have been
   * answered by then.
   */
  readonly continuesWithinMs?: number;
  /** The inbox key of the message to which it belongs before others, if that waits; only with `continuesWithinMs`. */
  readonly continues?: string;
  /** Another part of the message is likely to arrive within this time (ms), so the gateway waits for it. */
  readonly awaitsMs?: number;
  /**
   * Further inbox keys, one for each other thing that this event also reports; another event with such a key is a
   * duplicate.
   */
  readonly covers?: readonly string[];
  /** The service itself says that the message addresses us (a native mention). */
  readonly mentionsUs?: boolean;
  /** Too old to be answered; it is only remembered, if its sender has access. */
  readonly isOutdated?: boolean;
}

/** Changes of a conversation other than messages. */
export type Change =
  | {
      readonly type: 'reaction';
      /** Absent when the service does not say which message was changed. */
      readonly messageId?: RemoteMessageId;
      readonly emoji: string;
      readonly isRemoved: boolean;
    }
  | { readonly type: 'edited'; readonly messageId: RemoteMessageId; readonly text: string }
  | { readonly type: 'unsent'; readonly messageId: RemoteMessageId }
  /** `removed`: by the `sender` of the event; `left`: by themselves. */
  | { readonly type: 'joined' | 'left' | 'removed'; readonly who: readonly SenderRef[] }
  | { readonly type: 'renamed'; readonly name: string }
  | { readonly type: 'picture'; readonly isRemoved: boolean }
  /** Something without words that only the service's own apps show: `a poll`, `a location`; for the assistant to read. */
  | { readonly type: 'shared'; readonly what: string };

/** A change that the assistant learns of in its next turn; it starts no turn itself. */
export interface InboundNotice extends Happened {
  readonly kind: 'notice';
  readonly change: Change;
  /** Files that came with the change, such as the picture of a sticker on a message. */
  readonly attachments?: readonly AttachmentRef[];
}

/** A sender has used one of our cards; contains their choices, in the service's form. */
export interface InboundCardAnswer extends Happened {
  readonly kind: 'card-answer';
  /** The card's message. */
  readonly messageId?: RemoteMessageId;
  readonly values: Readonly<Record<string, unknown>>;
}

/** A sender votes in one of our polls. Not a message: it is counted, and does not reach an assistant by itself. */
export interface InboundPollVote extends Happened {
  readonly kind: 'poll-vote';
  /** The `pollId` of the poll's content. */
  readonly pollId: string;
  /**
   * Positions of the chosen options, from 0: the sender's whole choice, not a change of it. Empty when the vote is
   * withdrawn. They may not fit the poll; the centre checks that. A vote that cannot be read is not handed over.
   */
  readonly selections: readonly number[];
}

/** A sender accepts or declines a file (`offer` of a `sent`). Not a message; a `handover` follows it. */
export interface InboundFileAnswer extends Happened {
  readonly kind: 'file-answer';
  /** The delivery whose message offered the file. */
  readonly offerId: string;
  readonly isAccepted: boolean;
  /** The file's name as the question gave it, for an offer that is no longer known. */
  readonly filename: string;
  /** The message that offered the file. */
  readonly messageId?: RemoteMessageId;
  /** Handed back to the connector with the `handover`. */
  readonly place: Readonly<Record<string, string>>;
}

/** A person's answer to an approval that the connector shows. Not a message. */
export interface InboundApprovalAnswer extends Happened {
  readonly kind: 'approval-answer';
  /** The `approvalId` of the approval's content. */
  readonly approvalId: string;
  /** `allow-hour`: this call, and all of the same tool for the same person in the same place for an hour. */
  readonly decision: ApprovalDecision;
}

export const APPROVAL_DECISIONS = ['allow', 'allow-hour', 'deny'] as const;
export type ApprovalDecision = (typeof APPROVAL_DECISIONS)[number];

/**
 * A turn that no one wrote: what became of a tool call that was waiting for an approval. Made by the gateway; its sender is
 * the person who asked for the call, with whose rights it is answered.
 */
export interface InboundPrompt extends Happened {
  readonly kind: 'prompt';
  readonly text: string;
  readonly approvalId: string;
}

/** An event as a connector hands it to the sink, before the gate judges it. */
export type RemoteEvent =
  | InboundMessage
  | InboundNotice
  | InboundCardAnswer
  | InboundPollVote
  | InboundFileAnswer
  | InboundApprovalAnswer;

/** An event that the gate judges. */
export type InboundEvent = RemoteEvent | InboundPrompt;

/** A reply always goes where the message arrived, including its thread. */
export const targetOf = ({
  channel,
  account,
  conversation,
  thread,
}: Pick<InboundEvent, 'channel' | 'account' | 'conversation' | 'thread'>): Target => ({
  channel,
  account,
  conversation: conversation.id,
  ...(thread === undefined ? {} : { thread }),
});

/**
 * The service's own report about a message of ours (an echo, a delivery report): it exists there, failed, reached a
 * device or was read. Receipts are best effort: they may come early, late, twice or never.
 */
export interface SendReceipt {
  readonly channel: ChannelId;
  readonly account: AccountId;
  readonly kind: 'sent' | 'failed' | 'delivered' | 'read';
  /** The id that we gave the attempt, where the service repeats it. */
  readonly correlationId?: string;
  readonly messageId: RemoteMessageId;
  /** The message's number in the account, like that of an event, where the service reports it. */
  readonly sequence?: number;
  /** The message's conversation; needed where ids name messages only within their conversation. */
  readonly conversation?: ConversationId;
  readonly at: number;
  /** The reason of a failure, for operators; no secret, no message text. */
  readonly failure?: { readonly code: SendFailureCode; readonly detail: string };
}

/** The state of an account's connection to the remote. It is a state, not an exception. */
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
  /** For operators: says what they can do; no secret, no message text. */
  readonly reason?: string;
}

/** A message or change made with our own account but not by us, for example typed on the phone. */
export interface OwnActivity extends Pick<
  Happened,
  'channel' | 'account' | 'inboxKey' | 'conversation' | 'sequence' | 'occurredAt' | 'isLate'
> {
  readonly what:
    | {
        readonly kind: 'message';
        readonly messageId: RemoteMessageId;
        readonly text: string;
        readonly subject?: string;
        readonly attachments: readonly AttachmentRef[];
      }
    | { readonly kind: 'change'; readonly change: Change };
}

export type VoteProblem = 'sender' | 'poll' | 'choice';

/** `sender`: they may not decide about it; `unknown`: there is no such approval here; `ended`: it has its decision. */
export interface ApprovalProblem {
  readonly kind: 'sender' | 'unknown' | 'ended';
  /** For the person who answered; plain text. */
  readonly text: string;
}

/** The place of an accepted event, and its sender. */
export interface KnownEvent {
  readonly conversation: ConversationId;
  readonly sender: SenderId;
  /** A message that was only kept as context, because it was not for the assistant. */
  readonly isUnanswered?: boolean;
}

/** The centre's side of a connector: handed over in `connect`, implemented in conversations. */
export interface InboundSink {
  /** Resolves once the event is stored (fsync); only then may the remote be acknowledged. Duplicates are normal. */
  accept(event: RemoteEvent): Promise<'stored' | 'duplicate'>;
  /**
   * The sequence numbers strictly between two numbers that any replica knows for an account: those of stored events,
   * and of messages of ours that were sent. Ascending; at most the highest thousand.
   */
  sequencesBetween(account: AccountId, after: number, before: number): Promise<readonly number[]>;
  /**
   * Records an activity of our own account, so that the assistant knows of it; it is never answered. Returns `false`
   * when it is our own send, was recorded before, or happened where the assistant takes no part.
   */
  ownActivity(activity: OwnActivity): Promise<boolean>;
  /** The event stored under that inbox key, whatever became of it. One read by key. */
  known(account: AccountId, inboxKey: string): Promise<KnownEvent | undefined>;
  /**
   * Why a vote will not count, for services that tell the voter at once: the sender may not vote there, there is no such
   * poll, or the choice does not fit it; undefined when it will. Two reads; changes nothing.
   */
  voteProblem(vote: InboundPollVote): Promise<VoteProblem | undefined>;
  /** Why an answer to an approval will have no effect; likewise. */
  approvalProblem(answer: InboundApprovalAnswer): Promise<ApprovalProblem | undefined>;
  /**
   * Resolves when the receipt is noted. Losing one is harmless, because an unknown send is reconciled by asking the
   * remote.
   */
  receipt(receipt: SendReceipt): Promise<void>;
  /** Cheap and synchronous; may be called often, only changes are logged. */
  state(account: AccountId, state: ConnectionState): void;
  /** Counts an event that the connector itself dropped, with the reason (`own-message`, `too-old`, …). */
  dropped(account: AccountId, reason: string): void;
}
