import { Injectable } from '@nestjs/common';
import type { InboundFileAnswer, InboundPollVote } from '../../channels/index.js';
import type { ClaimedJob, JobResult } from '../../persistence/index.js';
import { FileAnswers } from './file-answers.service.js';
import { ContextRecorder } from './context-recorder.service.js';
import { Votes } from '../polls/votes.service.js';
import type { StoredEvent } from '../inbox/stored-event.js';

/** Brings what is not answered, of people who are let in, to whoever keeps it. */
@Injectable()
export class Unanswered {
  constructor(
    private readonly listener: ContextRecorder,
    private readonly votes: Votes,
    private readonly fileAnswers: FileAnswers,
  ) {}

  /** @param reason why a message is not answered; undefined for what never is. */
  take(job: ClaimedJob, stored: StoredEvent, reason?: string): Promise<JobResult> {
    if (isVote(stored)) return this.votes.take(job, stored);
    if (isFileAnswer(stored)) return this.fileAnswers.take(job, stored);
    return reason === undefined ? this.listener.notice(job, stored) : this.listener.hear(job, stored, reason);
  }
}

const isVote = (stored: StoredEvent): stored is StoredEvent<InboundPollVote> =>
  stored.event.kind === 'poll-vote';
const isFileAnswer = (stored: StoredEvent): stored is StoredEvent<InboundFileAnswer> =>
  stored.event.kind === 'file-answer';
