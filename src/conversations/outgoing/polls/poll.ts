import type { Target } from '../../../channels/index.js';
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
export interface Vote {
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

export const resultsOf = (poll: Poll, votes: readonly Vote[] = []): PollResults => ({
  ...poll,
  votes,
  counts: poll.options.map(
    (_, option) => votes.filter(({ selections }) => selections.includes(option)).length,
  ),
});

export const isAskedIn = ({ target }: Poll, { channel, account, conversation }: Poll['target']): boolean =>
  target.channel === channel && target.account === account && target.conversation === conversation;
