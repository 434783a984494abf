import type { Brand } from '../common/index.js';

/** A kind of messaging service (`imbridge`, `workchat`); stable, lower-case, stored in rows. */
export type ChannelId = Brand<'ChannelId'>;
/** One set of credentials of ours on a channel; `default` when there is only one. */
export type AccountId = Brand<'AccountId'>;
/** A remote place where messages flow. Made and parsed only by the connector's `id` file. */
export type ConversationId = Brand<'ConversationId'>;
/** The remote person or bot a message came from. Made and parsed only by the connector's `id` file. */
export type SenderId = Brand<'SenderId'>;
/** The service's own id of a message. Made and parsed only by the connector's `id` file. */
export type RemoteMessageId = Brand<'RemoteMessageId'>;

/** A branch of a conversation that replies may go to. Made and parsed only by the connector's `id` file. */
export type ThreadId = Brand<'ThreadId'>;

/** The service's own id of a message that is shown while it is written. Opaque: made by the service. */
export type StreamId = Brand<'StreamId'>;

/** The destination of a message. */
export interface Target {
  readonly channel: ChannelId;
  readonly account: AccountId;
  readonly conversation: ConversationId;
  /** Absent for the main line of the conversation. */
  readonly thread?: ThreadId;
}

/** A message the account can act upon. */
export interface MessageRef {
  readonly target: Target;
  readonly messageId: RemoteMessageId;
  /** The part of the message, from 0, where the service's messages have parts and one was named. */
  readonly part?: number;
}

/** A conversation, or a thread of one. */
export type Place = Pick<Target, 'conversation' | 'thread'>;

/** The key under which an allowlist names a sender; connectors derive the same key from an operator's entry. */
export const senderKeyOf = (senderId: string): string => `sender:${senderId}`;

/** The account's name where the configuration has only the top-level settings. */
export const DEFAULT_ACCOUNT = 'default' as AccountId;
