import { Injectable } from '@nestjs/common';
import type { ChannelId, Target } from '../../../channels/index.js';
import { GatehouseError } from '../../../common/index.js';
import { Database, KeptFor, type Row, type Tx } from '../../../persistence/index.js';
import type { PollWords } from './poll-words.js';

/** A poll as it was created. */
export interface Poll extends PollWords {
  readonly id: string;
  readonly target: Omit<Target, 'thread'>;
  readonly deliveryId: string;
  /** The actor, or `assistant`. */
  readonly createdBy: string;
  /** Epoch ms. */
  readonly createdAt: number;
}

/** The last vote of one sender. */
interface Vote {
  readonly senderId: string;
  readonly senderName: string | null;
  /** Positions of options, ascending; empty when the vote was withdrawn. */
  readonly selections: readonly number[];
  /** By the service's clock, epoch ms. */
  readonly votedAt: number;
}

/** A poll with the counts of its votes. */
export interface PollResults extends Poll {
  /** For each option, in order. */
  readonly counts: readonly number[];
  readonly votes: readonly Vote[];
}

const resultsOf = (poll: Poll, votes: readonly Vote[] = []): PollResults => ({
  ...poll,
  votes,
  counts: poll.options.map(
    (_, option) => votes.filter(({ selections }) => selections.includes(option)).length,
  ),
});

export const isAskedIn = ({ target }: Poll, { channel, account, conversation }: Poll['target']): boolean =>
  target.channel === channel && target.account === account && target.conversation === conversation;

/** The selections of a vote that was withdrawn. */
const NOTHING = '[]';

/** Polls and their votes, which are deleted with them. */
@KeptFor('polls', ({ pollsDays }) => pollsDays, { table: 'polls', key: 'id', age: 'used_at' })
@Injectable()
export class Polls {
  constructor(private readonly db: Database) {}

  async insert(tx: Tx, { target, ...poll }: Poll): Promise<void> {
    await this.db
      .on(tx)
      .insertInto('polls')
      .values({
        id: poll.id,
        channel: target.channel,
        account: target.account,
        conversation_id: target.conversation,
        delivery_id: poll.deliveryId,
        question: poll.question,
        options: JSON.stringify(poll.options),
        max_selections: poll.maxSelections,
        created_by: poll.createdBy,
        created_at: poll.createdAt,
        used_at: poll.createdAt,
      })
      .execute();
  }

  async find(id: string, tx?: Tx): Promise<Poll | undefined> {
    const row = await this.db.on(tx).selectFrom('polls').selectAll().where('id', '=', id).executeTakeFirst();
    return row && toPoll(row);
  }

  /** Newest first; `before` is the id of the last one of the previous page. */
  async list({
    limit,
    before,
  }: {
    readonly limit: number;
    readonly before?: string | undefined;
  }): Promise<PollResults[]> {
    let query = this.db.on().selectFrom('polls').selectAll().orderBy('id', 'desc').limit(limit);
    if (before !== undefined) query = query.where('id', '<', before);
    return this.withVotes((await query.execute()).map(toPoll));
  }

  /** @throws GatehouseError NOT_FOUND */
  async get(id: string): Promise<PollResults> {
    const poll = await this.find(id);
    const [results] = poll ? await this.withVotes([poll]) : [];
    if (results) return results;
    throw new GatehouseError('NOT_FOUND', 'No such poll.', 'no poll has this id');
  }

  /** A poll of this conversation; none when it was asked elsewhere. */
  async findIn(target: Target, id: string): Promise<PollResults[]> {
    const poll = await this.find(id);
    return poll && isAskedIn(poll, target) ? this.withVotes([poll]) : [];
  }

  /** The last ones of a channel, newest first. */
  async lastOf(channel: ChannelId, limit: number): Promise<PollResults[]> {
    const rows = await this.db
      .on()
      .selectFrom('polls')
      .selectAll()
      .where('channel', '=', channel)
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
    return this.withVotes(rows.map(toPoll));
  }

  /** The last ones of a conversation, newest first. */
  async lastIn({ channel, account, conversation }: Target, limit: number): Promise<PollResults[]> {
    const rows = await this.db
      .on()
      .selectFrom('polls')
      .selectAll()
      .where('channel', '=', channel)
      .where('account', '=', account)
      .where('conversation_id', '=', conversation)
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
    return this.withVotes(rows.map(toPoll));
  }

  /** Replaces the sender's earlier vote. A vote older than the stored one changes nothing. */
  async vote(tx: Tx, pollId: string, vote: Vote, now: number): Promise<void> {
    const choice = {
      sender_name: vote.senderName,
      selections: JSON.stringify(vote.selections),
      voted_at: vote.votedAt,
    };
    await this.db
      .on(tx)
      .insertInto('poll_votes')
      .values({ poll_id: pollId, sender_id: vote.senderId, ...choice })
      .onConflict((conflict) =>
        conflict
          .columns(['poll_id', 'sender_id'])
          .doUpdateSet(choice)
          .where('poll_votes.voted_at', '<=', vote.votedAt),
      )
      .execute();
    await this.db.on(tx).updateTable('polls').set({ used_at: now }).where('id', '=', pollId).execute();
  }

  /** The current votes, by poll, each in order of time. No query for an empty list. */
  private async votesOf(pollIds: readonly string[]): Promise<ReadonlyMap<string, readonly Vote[]>> {
    if (pollIds.length === 0) return new Map();
    const rows = await this.db
      .on()
      .selectFrom('poll_votes')
      .selectAll()
      .where('poll_id', 'in', pollIds)
      .where('selections', '!=', NOTHING)
      .orderBy('voted_at')
      .orderBy('sender_id')
      .execute();
    const votes = new Map<string, Vote[]>();
    for (const row of rows) votes.set(row.poll_id, [...(votes.get(row.poll_id) ?? []), toVote(row)]);
    return votes;
  }

  private async withVotes(polls: readonly Poll[]): Promise<PollResults[]> {
    const votes = await this.votesOf(polls.map(({ id }) => id));
    return polls.map((poll) => resultsOf(poll, votes.get(poll.id)));
  }
}

const toPoll = (row: Row<'polls'>): Poll => ({
  id: row.id,
  target: {
    channel: row.channel,
    account: row.account,
    conversation: row.conversation_id,
  } as Poll['target'],
  deliveryId: row.delivery_id,
  question: row.question,
  options: JSON.parse(row.options) as string[],
  maxSelections: row.max_selections,
  createdBy: row.created_by,
  createdAt: row.created_at,
});

const toVote = (row: Row<'poll_votes'>): Vote => ({
  senderId: row.sender_id,
  senderName: row.sender_name,
  selections: JSON.parse(row.selections) as number[],
  votedAt: row.voted_at,
});
