import type { Author, FileOffer, OutboundContent, Target, ThreadId } from '../../channels/index.js';
import type { Row } from '../../persistence/index.js';

export const DELIVERY_STATES = ['queued', 'sending', 'unknown', 'sent', 'dead'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** The duty to bring one message to one target. Times are epoch milliseconds. */
export interface Delivery {
  readonly id: string;
  readonly target: Target;
  readonly content: OutboundContent;
  readonly author: Author;
  /**
   * A delivery in the state `sending` or `unknown` may have been sent, so it is reconciled before anything is sent
   * again.
   */
  readonly state: DeliveryState;
  readonly eventId: string | null;
  readonly attempts: number;
  readonly failures: number;
  readonly remoteId: string | null;
  readonly lastCode: string | null;
  readonly lastDetail: string | null;
  readonly createdAt: number;
  readonly firstAttemptAt: number | null;
  readonly lastAttemptAt: number | null;
  readonly lastEndedAt: number | null;
  readonly sentAt: number | null;
  /** When the message reached a device, and when it was read, where the service says so; most never do. */
  readonly deliveredAt: number | null;
  readonly readAt: number | null;
}

interface NewDelivery extends Pick<
  Delivery,
  'id' | 'target' | 'content' | 'author' | 'eventId' | 'createdAt'
> {
  /** When its first attempt began, if that began together with the delivery itself. */
  readonly begunAt: number | null;
}

/** A delivery that waits for its first attempt. */
export const NOT_BEGUN = {
  state: 'queued',
  attempts: 0,
  firstAttemptAt: null,
  lastAttemptAt: null,
} as const satisfies Partial<Delivery>;

export const newDelivery = ({ begunAt, ...made }: NewDelivery): Delivery => ({
  ...made,
  ...(begunAt === null
    ? NOT_BEGUN
    : { state: 'sending', attempts: 1, firstAttemptAt: begunAt, lastAttemptAt: begunAt }),
  failures: 0,
  remoteId: null,
  lastCode: null,
  lastDetail: null,
  lastEndedAt: null,
  sentAt: null,
  deliveredAt: null,
  readAt: null,
});

export interface DeliveryChange {
  readonly state: Exclude<DeliveryState, 'sent'>;
  readonly code?: string | null;
  readonly detail?: string | null;
  readonly failures?: number;
  readonly endedAt?: number;
}

/** The delivery's counts with this attempt, which is now the last. */
export type BegunAttempt = Pick<Delivery, 'attempts' | 'failures'> & { readonly lastAttemptAt: number };

/** The message's id at the remote, and when it was sent (epoch ms). */
export interface SentRecord {
  readonly remoteId: string | null;
  /** Its number in the account, where the service reports it. */
  readonly sequence?: number | undefined;
  readonly sentAt: number;
  /** When the attempt that sent it ended, epoch ms; undefined where the remote reported the message by itself. */
  readonly endedAt?: number;
  readonly offer?: FileOffer | undefined;
}

/**
 * The columns that are read with a delivery. Left out are the file, which the content names too, the offer, which is
 * read only with its answer, and the sequence number, which is for replicas.
 */
export type DeliveryRow = Omit<Row<'deliveries'>, 'media_id' | 'offered_to' | 'offered_until' | 'sequence'>;

/** A remote message of ours: its text, the event that caused it, if any, and its thread. */
export interface OurMessage {
  readonly content: OutboundContent;
  readonly eventId: string | null;
  readonly thread: ThreadId | undefined;
}

/** The scope in which a remote id identifies one message: a conversation, or without one the whole account. */
export type MessageScope = Pick<Target, 'channel' | 'account'> & Partial<Pick<Target, 'conversation'>>;

/** Later news of a message that the remote accepted. `at` is epoch ms. */
export interface Receipt extends MessageScope {
  readonly remoteId: string;
  readonly kind: 'delivered' | 'read';
  readonly at: number;
}

/** The target of a row's message. */
export function targetOfRow({
  channel,
  account,
  conversation_id,
  thread_id,
}: Pick<DeliveryRow, 'channel' | 'account' | 'conversation_id' | 'thread_id'>): Target {
  const thread = thread_id === null ? {} : { thread: thread_id };
  return { channel, account, conversation: conversation_id, ...thread } as Target;
}

export function toDelivery(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    target: targetOfRow(row),
    content: JSON.parse(row.content) as OutboundContent,
    author: row.author ?? 'assistant',
    state: row.state,
    eventId: row.event_id,
    attempts: row.attempts,
    failures: row.failures,
    remoteId: row.remote_id,
    lastCode: row.last_code,
    lastDetail: row.last_detail,
    createdAt: row.created_at,
    firstAttemptAt: row.first_attempt_at,
    lastAttemptAt: row.last_attempt_at,
    lastEndedAt: row.last_ended_at,
    sentAt: row.sent_at,
    deliveredAt: row.delivered_at,
    readAt: row.read_at,
  };
}
