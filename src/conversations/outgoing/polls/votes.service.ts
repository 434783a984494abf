import { Injectable } from '@nestjs/common';
import { type InboundPollVote, targetOf } from '../../../channels/index.js';
import { Clock } from '../../../common/index.js';
import type { Tx } from '../../../persistence/index.js';
import { isAskedIn, type Poll, Polls } from './polls.repository.js';
import { PollFiles } from './poll-files.service.js';
import { voteProblem } from './poll-words.js';

/**
 * Counts the votes of senders who may write where the poll was created. Only the last vote of each sender counts, and
 * only if it fits the poll.
 */
@Injectable()
export class Votes {
  constructor(
    private readonly polls: Polls,
    private readonly files: PollFiles,
    private readonly clock: Clock,
  ) {}

  /** @returns the reason when the vote was not counted */
  async count(tx: Tx, event: InboundPollVote): Promise<VoteReason | undefined> {
    const poll = await this.pollOf(event, tx);
    if (typeof poll === 'string') return poll;
    const { id: senderId, name: senderName = null } = event.sender;
    const selections = [...new Set(event.selections)].sort((a, b) => a - b);
    const vote = { senderId, senderName, selections, votedAt: event.occurredAt };
    await this.polls.vote(tx, poll.id, vote, this.clock.now());
    this.files.changed(tx, event.channel);
    return undefined;
  }

  /** The reason why a vote would not be counted now, regardless of its sender. */
  async problemOf(event: InboundPollVote): Promise<VoteReason | undefined> {
    const poll = await this.pollOf(event);
    return typeof poll === 'string' ? poll : undefined;
  }

  private async pollOf(event: InboundPollVote, tx?: Tx): Promise<Poll | VoteReason> {
    const poll = await this.polls.find(event.pollId, tx);
    if (!poll) return 'poll-unknown';
    if (!isAskedIn(poll, targetOf(event))) return 'poll-elsewhere';
    return voteProblem(poll, event.selections) ?? poll;
  }
}

/** Stable names, because metrics use them. */
type VoteReason = 'poll-unknown' | 'poll-elsewhere' | NonNullable<ReturnType<typeof voteProblem>>;
