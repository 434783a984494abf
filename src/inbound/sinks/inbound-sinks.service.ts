import { Injectable } from '@nestjs/common';
import type {
  AccountId,
  ChannelId,
  ConnectionState,
  InboundPollVote,
  InboundSink,
  VoteProblem,
} from '../../channels/index.js';
import { Receipts } from '../../delivery/index.js';
import {
  ApprovalAnswers,
  DropCounter,
  PastEventsRepository,
  SenderGate,
  Votes,
} from '../../conversations/index.js';
import { Inbox } from '../inbox.service.js';
import { OwnActivities } from './own-activity.service.js';
import { Clock } from '../../common/index.js';

/** Passes each call of a connector to the service that handles it. */
@Injectable()
export class InboundSinks {
  constructor(
    private readonly inbox: Inbox,
    private readonly receipts: Receipts,
    private readonly drops: DropCounter,
    private readonly ownActivities: OwnActivities,
    private readonly past: PastEventsRepository,
    private readonly senders: SenderGate,
    private readonly votes: Votes,
    private readonly answers: ApprovalAnswers,
    private readonly clock: Clock,
  ) {}

  sinkFor(channel: ChannelId, noteState: (account: AccountId, state: ConnectionState) => void): InboundSink {
    return {
      ...this.for(channel),
      accept: (event) => this.inbox.accept(event),
      ownActivity: (activity) => this.ownActivities.recordActivity(activity),
      receipt: (receipt) => this.receipts.record(receipt),
      state: noteState,
      dropped: (account, reason) => this.drops.count({ channel, account, reason }),
    };
  }

  private for(
    channel: ChannelId,
  ): Pick<InboundSink, 'sequencesBetween' | 'known' | 'voteProblem' | 'approvalProblem'> {
    return {
      sequencesBetween: (account, after, before) =>
        this.past.sequencesBetween({ channel, account, after, before }),
      known: (account, inboxKey) => this.past.known({ channel, account, inboxKey }),
      voteProblem: (vote) => this.voteProblem(vote),
      approvalProblem: (answer) => this.answers.problemOf(answer),
    };
  }

  /** Judges like the job of the vote will, by what is known now. */
  private async voteProblem(event: InboundPollVote): Promise<VoteProblem | undefined> {
    const verdict = await this.senders.judge({ event, receivedAt: this.clock.now() });
    if (verdict.kind !== 'admit') return 'sender';
    const reason = await this.votes.problemOf(event);
    if (reason === undefined) return undefined;
    return reason === 'poll-unknown' || reason === 'poll-elsewhere' ? 'poll' : 'choice';
  }
}
