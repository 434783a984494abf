import { Injectable } from '@nestjs/common';
import type { ChannelId, Target } from '../../../channels/index.js';
import { GatehouseError } from '../../../common/index.js';
import { isAskedIn, type Poll, type PollResults, PollsRepository, resultsOf } from './polls.repository.js';

/** Polls and their results. */
@Injectable()
export class Polls {
  constructor(private readonly repository: PollsRepository) {}

  /** Newest first; `before` is the id of the last one of the previous page. */
  async list(page: { readonly limit: number; readonly before?: string | undefined }): Promise<PollResults[]> {
    return this.withVotes(await this.repository.page(page));
  }

  /** @throws GatehouseError NOT_FOUND */
  async get(id: string): Promise<PollResults> {
    const poll = await this.repository.find(id);
    const [results] = poll ? await this.withVotes([poll]) : [];
    if (results) return results;
    throw new GatehouseError('NOT_FOUND', 'No such poll.', 'no poll has this id');
  }

  /** The last polls of a channel, newest first. */
  async lastOf(channel: ChannelId, limit: number): Promise<PollResults[]> {
    return this.withVotes(await this.repository.lastOf(channel, limit));
  }

  /** The last polls of a conversation, newest first. */
  async lastIn(target: Target, limit: number): Promise<PollResults[]> {
    return this.withVotes(await this.repository.lastIn(target, limit));
  }

  /** A poll of this conversation; none when it was asked elsewhere. */
  async findIn(target: Target, id: string): Promise<PollResults[]> {
    const poll = await this.repository.find(id);
    return poll && isAskedIn(poll, target) ? this.withVotes([poll]) : [];
  }

  private async withVotes(polls: readonly Poll[]): Promise<PollResults[]> {
    const votes = await this.repository.votesOf(polls.map(({ id }) => id));
    return polls.map((poll) => resultsOf(poll, votes.get(poll.id)));
  }
}
