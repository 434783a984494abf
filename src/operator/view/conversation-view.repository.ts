import { Injectable } from '@nestjs/common';
import { Database, type Row } from '../../persistence/index.js';

/** The number of newest events whose outcomes are seen. */
const NEWEST = 200;

export type ConversationKey = Pick<Row<'conversations'>, 'channel' | 'account' | 'conversation_id'>;

/** The outcomes of events that have a reason. `pairing`: answered with a code; `failed`: with an apology. */
type Unanswered = 'dropped' | 'pairing' | 'command' | 'failed';

/** A line of a conversation: a message or a change, or an event without its text that got no answer of the assistant. */
export interface ConversationLine {
  readonly id: string;
  /** The event it records or answers; for an operator's message, its own delivery. */
  readonly eventId: string;
  /** The delivery of a message of ours, or of its first part. */
  readonly deliveryId: string | null;
  readonly role: 'user' | 'assistant';
  readonly kind: 'turn' | 'heard' | 'notice' | Unanswered;
  readonly senderId: string | null;
  readonly senderName: string | null;
  readonly text: string;
  readonly messageId: string | null;
  /** The service's id of the message that this one answers or concerns. */
  readonly replyTo: string | null;
  /** The session key, which names the agent that the message went to. */
  readonly sessionKey: string;
  /** Why it got no answer: a code, or the command as `/name`. */
  readonly reason: string | null;
  /** Epoch ms. */
  readonly at: number;
}

/** A line with its conversation and its number among all lines. */
export interface SaidLine extends ConversationLine {
  readonly seq: number;
  readonly channel: string;
  readonly account: string;
  readonly conversationId: string;
}

export type EventEnd = Pick<Row<'inbound_events'>, 'state' | 'outcome' | 'reason'>;

/** By `seq`; `upTo` included. */
export interface Since {
  readonly after: number;
  readonly upTo: number;
  readonly limit: number;
}

const LINE = [
  ...(['id', 'role', 'kind', 'sender_id', 'sender_name', 'text', 'created_at'] as const),
  ...(['remote_id', 'reply_to', 'session_key', 'event_id', 'delivery_id'] as const),
];

export interface PageOf {
  readonly limit: number;
  /** Only older lines: the part of an id after its prefix. */
  readonly before?: string;
}

/** A message that waits for its answer. */
export interface UnansweredMessage {
  readonly acceptedAt: number;
  /** The id of its conversation; null where that is not known yet. */
  readonly conversation: string | null;
}

/** Reads conversations for operators. */
@Injectable()
export class ConversationViewRepository {
  constructor(private readonly db: Database) {}

  /** The first of these events that was accepted. */
  async firstAccepted(eventIds: readonly string[]): Promise<UnansweredMessage | undefined> {
    if (eventIds.length === 0) return undefined;
    return this.db
      .on()
      .selectFrom('inbound_events as event')
      .leftJoin('conversations', (join) =>
        join
          .onRef('conversations.channel', '=', 'event.channel')
          .onRef('conversations.account', '=', 'event.account')
          .onRef('conversations.conversation_id', '=', 'event.conversation_id'),
      )
      .select(['event.received_at as acceptedAt', 'conversations.id as conversation'])
      .where('event.id', 'in', eventIds)
      .orderBy('event.received_at')
      .limit(1)
      .executeTakeFirst();
  }

  async said(conversation: ConversationKey, { limit, before }: PageOf): Promise<ConversationLine[]> {
    let query = this.db
      .on()
      .selectFrom('transcript')
      .select(LINE)
      .where('channel', '=', conversation.channel)
      .where('account', '=', conversation.account)
      .where('conversation_id', '=', conversation.conversation_id)
      .orderBy('id', 'desc')
      .limit(limit);
    if (before !== undefined) query = query.where('id', '<', `msg_${before}`);
    return (await query.execute()).map(toLine);
  }

  /** Lines of all conversations, in the order in which they were stored. */
  async saidSince({ after, upTo, limit }: Since): Promise<SaidLine[]> {
    const rows = await this.db
      .on()
      .selectFrom('transcript')
      .select([...LINE, 'seq', 'channel', 'account', 'conversation_id'])
      .where('seq', '>', after)
      .where('seq', '<=', upTo)
      .orderBy('seq')
      .limit(limit)
      .execute();
    return rows.map(({ seq, channel, account, ...row }) => {
      const origin = { channel, account, conversationId: row.conversation_id };
      return { ...toLine(row), seq, ...origin };
    });
  }

  /** The `seq` of the newest line; undefined when there is none. */
  async latestLine(): Promise<number | undefined> {
    const newest = this.db.on().selectFrom('transcript').select('seq').orderBy('seq', 'desc').limit(1);
    return (await newest.executeTakeFirst())?.seq;
  }

  /** A text that is another one once the newest events, or their ends, are. */
  async newestEventsMark(): Promise<string> {
    const row = await this.db
      .on()
      .selectFrom((eb) =>
        eb
          .selectFrom('inbound_events')
          .select(['id', 'processed_at', 'reason'])
          .orderBy('id', 'desc')
          .limit(NEWEST)
          .as('newest'),
      )
      .select(({ fn }) => [
        fn.max('id').as('last'),
        fn.min('id').as('first'),
        fn.countAll().as('rows'),
        fn.count('processed_at').as('processed'),
        fn.count('reason').as('reasons'),
      ])
      .executeTakeFirst();
    return JSON.stringify(row);
  }

  /** The ends of these events, as far as they are stored. */
  async endsOf(eventIds: readonly string[]): Promise<ReadonlyMap<string, EventEnd>> {
    if (eventIds.length === 0) return new Map();
    const rows = await this.db
      .on()
      .selectFrom('inbound_events')
      .select(['id', 'state', 'outcome', 'reason'])
      .where('id', 'in', eventIds)
      .execute();
    return new Map(rows.map(({ id, ...end }) => [id, end]));
  }

  /** Events that are not in the transcript, or whose answer is not. */
  async unanswered(conversation: ConversationKey, { limit, before }: PageOf): Promise<ConversationLine[]> {
    let query = this.db
      .on()
      .selectFrom('inbound_events')
      .select(['id', 'outcome', 'sender_id', 'session_key', 'reason', 'received_at'])
      .where('channel', '=', conversation.channel)
      .where('account', '=', conversation.account)
      .where('conversation_id', '=', conversation.conversation_id)
      .where('reason', 'is not', null)
      .orderBy('id', 'desc')
      .limit(limit);
    if (before !== undefined) query = query.where('id', '<', `evt_${before}`);
    return (await query.execute()).map((row) => ({
      ...who(row.sender_id, null),
      id: row.id,
      eventId: row.id,
      deliveryId: null,
      role: 'user',
      kind: kindOf(row.outcome),
      text: '',
      messageId: null,
      replyTo: null,
      sessionKey: row.session_key,
      reason: row.reason,
      at: row.received_at,
    }));
  }
}

const toLine = (row: Pick<Row<'transcript'>, (typeof LINE)[number]>): ConversationLine => ({
  ...who(row.sender_id, row.sender_name),
  id: row.id,
  eventId: row.event_id,
  deliveryId: row.delivery_id,
  role: row.role,
  kind: row.kind,
  text: row.text,
  messageId: row.remote_id,
  replyTo: row.reply_to,
  sessionKey: row.session_key,
  reason: null,
  at: row.created_at,
});

const kindOf = (outcome: Row<'inbound_events'>['outcome']): Unanswered =>
  outcome === 'pairing' || outcome === 'command' || outcome === 'failed' ? outcome : 'dropped';

const who = (senderId: string | null, senderName: string | null) => ({ senderId, senderName });
