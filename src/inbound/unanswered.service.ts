import { Injectable } from '@nestjs/common';
import type { InboundFileAnswer, InboundPollVote } from '../channels/index.js';
import { FileOffers } from '../delivery/index.js';
import type { ClaimedJob, JobResult } from '../persistence/index.js';
import {
  type DropReason,
  InboxRepository,
  type Refusal,
  type StoredEvent,
  Votes,
} from '../conversations/index.js';
import { ContextRecorder } from './context-recorder.service.js';
import { DroppedEvents } from './dropped-events.service.js';

/**
 * Ends events without an answer: refused ones, and events of people with access that are only counted or remembered.
 */
@Injectable()
export class UnansweredEvents {
  constructor(
    private readonly inbox: InboxRepository,
    private readonly recorder: ContextRecorder,
    private readonly votes: Votes,
    private readonly offers: FileOffers,
    private readonly dropped: DroppedEvents,
  ) {}

  refuse(job: ClaimedJob, stored: StoredEvent, refusal: Refusal): Promise<JobResult> {
    return this.dropped.drop(job, stored, refusal);
  }

  /** @param reason why a message is not answered; undefined for kinds of events that never are */
  conclude(job: ClaimedJob, stored: StoredEvent, reason?: DropReason): Promise<JobResult> {
    if (isVote(stored)) return this.count(job, stored);
    if (isFileAnswer(stored)) return this.handOver(job, stored);
    return reason === undefined ? this.recorder.notice(job, stored) : this.recorder.hear(job, stored, reason);
  }

  private count(job: ClaimedJob, stored: StoredEvent<InboundPollVote>): Promise<JobResult> {
    return this.dropped.dropUnless(job, stored, async (tx) => {
      const reason = await this.votes.count(tx, stored.event);
      if (reason === undefined)
        await this.inbox.finish(tx, stored, { outcome: 'vote', judged: stored.judged });
      return reason;
    });
  }

  /** Hands over a file that someone accepted; the assistant learns of it in its next turn. */
  private handOver(job: ClaimedJob, stored: StoredEvent<InboundFileAnswer>): Promise<JobResult> {
    const { id: eventId, event } = stored;
    return this.dropped.dropUnless(job, stored, async (tx) => {
      const reason = await this.offers.answer(tx, { eventId, event });
      const text = `${event.isAccepted ? 'accepted' : 'declined'} the file ${event.filename}`;
      if (reason === undefined) await this.recorder.recordNotice(tx, stored, text);
      return reason;
    });
  }
}

const isVote = (stored: StoredEvent): stored is StoredEvent<InboundPollVote> =>
  stored.event.kind === 'poll-vote';
const isFileAnswer = (stored: StoredEvent): stored is StoredEvent<InboundFileAnswer> =>
  stored.event.kind === 'file-answer';
