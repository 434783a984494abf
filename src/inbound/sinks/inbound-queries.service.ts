import { Injectable } from '@nestjs/common';
import type { ChannelId, InboundPollVote, InboundSink, VoteProblem } from '../../channels/index.js';
import { Clock } from '../../common/index.js';
import { ApprovalAnswers, PastEventsRepository, SenderGate, Votes } from '../../conversations/index.js';

/** Answers what connectors ask about events; changes nothing. */
@Injectable()
export class InboundQueries {
  constructor(
    private readonly past: PastEventsRepository,
    private readonly senders: SenderGate,
    private readonly votes: Votes,
    private readonly answers: ApprovalAnswers,
    private readonly clock: Clock,
  ) {}

  for(
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
