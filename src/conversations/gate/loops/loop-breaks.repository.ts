import { Injectable } from '@nestjs/common';
import { type InboundMessage, targetOf } from '../../../channels/index.js';
import { Clock, GatehouseError, newId } from '../../../common/index.js';
import { Database, KeptFor, type Row, type Tx } from '../../../persistence/index.js';
import type { Round } from './loop-rounds.js';

/** A conversation that gets no answers for a time, because programs seem to answer each other there. */
export interface LoopBreak {
  readonly id: string;
  readonly channel: string;
  readonly account: string;
  readonly conversationId: string;
  /** Consecutive answers without a human pause. */
  readonly rounds: number;
  /** The number of the break in its series; each break lasts twice as long as the one before. */
  readonly times: number;
  /** Epoch ms. */
  readonly brokenAt: number;
  /** Epoch ms; in the past once it is over. */
  readonly endsAt: number;
}

export type NewLoopBreak = Pick<LoopBreak, 'rounds' | 'times' | 'brokenAt' | 'endsAt'>;

/** Transcript entries per round: a message and its answer, and some more where tools send messages. */
const ENTRIES_PER_ROUND = 3;

/** The breaks of conversations, which operators see and end, and their recent rounds. */
@KeptFor('loop breaks', ({ transcriptsDays }) => transcriptsDays, {
  table: 'loop_breaks',
  key: 'id',
  age: 'ends_at',
})
@Injectable()
export class LoopBreaks {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** The last break of a conversation, over or not. */
  async find(event: InboundMessage): Promise<LoopBreak | undefined> {
    const { channel, account, conversation } = targetOf(event);
    const row = await this.db
      .on()
      .selectFrom('loop_breaks')
      .selectAll()
      .where('channel', '=', channel)
      .where('account', '=', account)
      .where('conversation_id', '=', conversation)
      .executeTakeFirst();
    return row && toLoopBreak(row);
  }

  /** Replaces the conversation's last break. @returns its id */
  async replaceLast(
    event: InboundMessage,
    { rounds, times, brokenAt, endsAt }: NewLoopBreak,
  ): Promise<string> {
    const { channel, account, conversation } = targetOf(event);
    const id = newId('lpb', brokenAt);
    const change = { id, rounds, times, broken_at: brokenAt, ends_at: endsAt };
    await this.db.transaction((tx) =>
      this.db
        .on(tx)
        .insertInto('loop_breaks')
        .values({ channel, account, conversation_id: conversation, ...change })
        .onConflict((conflict) =>
          conflict.columns(['channel', 'account', 'conversation_id']).doUpdateSet(change),
        )
        .execute(),
    );
    return id;
  }

  /** The current breaks, the latest first. */
  async list(): Promise<readonly LoopBreak[]> {
    const rows = await this.db
      .on()
      .selectFrom('loop_breaks')
      .selectAll()
      .where('ends_at', '>', this.clock.now())
      .orderBy('broken_at', 'desc')
      .execute();
    return rows.map(toLoopBreak);
  }

  /**
   * Ends a current break and its series: the conversation is answered again from its next message on, and its rounds are
   * counted from zero.
   * @param note runs in the same transaction, to record who decided it.
   * @throws GatehouseError NOT_FOUND for a break that is over
   */
  async end(id: string, note: (tx: Tx, ended: LoopBreak) => Promise<void>): Promise<void> {
    const now = this.clock.now();
    const ended = await this.db.transaction(async (tx) => {
      const row = await this.db
        .on(tx)
        .updateTable('loop_breaks')
        .set({ ends_at: now, times: 0 })
        .where('id', '=', id)
        .where('ends_at', '>', now)
        .returningAll()
        .executeTakeFirst();
      if (row) await note(tx, toLoopBreak(row));
      return row;
    });
    if (!ended)
      throw new GatehouseError('NOT_FOUND', 'No such loop break.', 'no current loop break has this id');
  }

  /**
   * The sender's messages to the assistant in this conversation that were answered since then (epoch ms), latest first;
   * enough entries are read for that many rounds.
   */
  async roundsWith(
    { channel, account, conversation, sender }: InboundMessage,
    { since, rounds }: { readonly since: number; readonly rounds: number },
  ): Promise<readonly Round[]> {
    const rows = await this.db
      .on()
      .selectFrom('transcript')
      .leftJoin('inbound_events', 'inbound_events.id', 'transcript.event_id')
      .leftJoin('deliveries', (join) =>
        join.onRef('deliveries.id', '=', 'transcript.delivery_id').on('deliveries.state', '=', 'sent'),
      )
      .select(['transcript.event_id', 'role', 'transcript.sender_id', 'transcript.text'])
      .select(['received_at', 'processed_at', 'deliveries.last_ended_at'])
      .where('transcript.channel', '=', channel)
      .where('transcript.account', '=', account)
      .where('transcript.conversation_id', '=', conversation.id)
      .where('transcript.kind', '=', 'turn')
      .where('transcript.created_at', '>=', since)
      .orderBy('transcript.id', 'desc')
      .limit((rounds + 1) * ENTRIES_PER_ROUND)
      .execute();
    const sentAt = new Map(rows.flatMap(({ event_id, last_ended_at: at }) => (at ? [[event_id, at]] : [])));
    const answers = new Map(
      rows.flatMap(({ role, event_id, text }) => (role === 'assistant' ? [[event_id, text]] : [])),
    );
    return rows
      .filter(({ role, sender_id }) => role === 'user' && sender_id === sender.id)
      .flatMap(({ event_id, received_at, processed_at, text }) => {
        const answeredAt = sentAt.get(event_id) ?? processed_at;
        if (received_at === null || answeredAt === null) return [];
        return [{ receivedAt: received_at, answeredAt, text, answer: answers.get(event_id) ?? '' }];
      });
  }
}

const toLoopBreak = (row: Row<'loop_breaks'>): LoopBreak => ({
  id: row.id,
  channel: row.channel,
  account: row.account,
  conversationId: row.conversation_id,
  rounds: row.rounds,
  times: row.times,
  brokenAt: row.broken_at,
  endsAt: row.ends_at,
});
