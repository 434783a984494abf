import type { AccountId, ChannelId, ConversationId, RemoteMessageId, SenderId } from './ids.js';

export interface ConversationRef {
  readonly id: ConversationId;
  readonly kind: 'direct' | 'group';
  /** Display name; for people only, never for decisions. */
  readonly name?: string;
}

export interface SenderRef {
  /** Normalised by the connector, so that equal people have equal ids. */
  readonly id: SenderId;
  /** Display name; for people only, never for decisions. */
  readonly name?: string;
  /** The sender's address is one of the account's own (a chat with oneself). */
  readonly isSelf: boolean;
}

export interface AttachmentRef {
  readonly id: string;
  /** As the service states it; not verified. */
  readonly mimeType: string;
  readonly name: string;
  readonly bytes: number;
}

/** A message from somebody else, in our form. */
export interface InboundMessage {
  readonly kind: 'message';
  readonly channel: ChannelId;
  readonly account: AccountId;
  /** Unique per channel and account for each thing that happened; a second event with the same key is dropped. */
  readonly inboxKey: string;
  readonly conversation: ConversationRef;
  readonly sender: SenderRef;
  readonly messageId: RemoteMessageId;
  /** May be empty when there are attachments; never null. */
  readonly text: string;
  readonly attachments: readonly AttachmentRef[];
  /** First message of the thread this one answers, when the service says so. */
  readonly replyTo?: RemoteMessageId;
  /** When the service says it was written, epoch ms; by a clock that is not ours. */
  readonly occurredAt: number;
  /** Fetched afterwards rather than announced when it came. */
  readonly isLate: boolean;
  /**
   * The keys under which an allowlist may admit this message: `sender:<SenderId>` and the channel's own
   * forms of the conversation. Compared with AllowList.keys, which the same connector made.
   */
  readonly accessKeys: readonly string[];
}

/** What a connector hands to the sink, before we judge it. Grows a kind per feature (reaction, edit, …). */
export type InboundEvent = InboundMessage;

/**
 * The service's own word that a message of ours exists there, or failed (an echo, a delivery report).
 * Receipts are best effort: they may come early, late, twice or never.
 */
export interface SendReceipt {
  readonly channel: ChannelId;
  readonly account: AccountId;
  readonly kind: 'sent' | 'failed';
  /** The id we gave the attempt, where the service repeats it. */
  readonly correlationId?: string;
  readonly messageId: RemoteMessageId;
  readonly at: number;
}

/** Where a connector stands with the remote. A state, not an exception. */
export interface ConnectionState {
  readonly status:
    | 'starting'
    | 'connecting'
    | 'connected'
    | 'transient-disconnect'
    | 'bad-credentials'
    | 'logged-out'
    | 'error'
    | 'stopped';
  /** Safe for an operator to read; no secret, no message text. Says what they can do about it. */
  readonly reason?: string;
}

/** The centre's side of a connector: handed over in `connect`, implemented in conversations. */
export interface InboundSink {
  /** Resolves once the event is stored (fsync); only then may the remote be acknowledged. Duplicates are normal. */
  accept(event: InboundEvent): Promise<'stored' | 'duplicate'>;
  /** Resolves once noted; losing one does no harm, since unknown sends are reconciled by asking. */
  receipt(receipt: SendReceipt): Promise<void>;
  /** Cheap and synchronous; may be called often, only changes are logged. */
  state(account: AccountId, state: ConnectionState): void;
  /** Counts an event that the connector itself dropped, and why (`own-message`, `too-old`, …). */
  dropped(account: AccountId, reason: string): void;
}
