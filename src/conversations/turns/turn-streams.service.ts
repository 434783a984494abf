import { Injectable } from '@nestjs/common';
import {
  type ChannelConnector,
  ConnectorRegistry,
  type StreamsMessages,
  streamsMessages,
  type Target,
  targetOf,
} from '../../channels/index.js';
import { Clock } from '../../common/index.js';
import { OurMessages } from '../../delivery/index.js';
import type { ClaimedJob } from '../../persistence/index.js';
import type { StoredEvent, StreamState, Utterance } from '../inbox/stored-event.js';
import { AnswerStream, type StreamSteps } from './answer/answer-stream.js';
import { beforeSilence, Reply } from './answer/reply.service.js';
import { replyOf, TurnCommit } from './turn-commit.service.js';

type Streaming = ChannelConnector & StreamsMessages;

/** Gives a turn the stream that shows its answer, on channels that support streams (ADR 0035). */
@Injectable()
export class TurnStreams {
  constructor(
    private readonly registry: ConnectorRegistry,
    private readonly ourMessages: OurMessages,
    private readonly replies: Reply,
    private readonly commit: TurnCommit,
    private readonly clock: Clock,
  ) {}

  /** @returns undefined when the answer is sent only in messages; a turn has at most one stream */
  streamFor(
    job: ClaimedJob,
    stored: StoredEvent<Utterance>,
    isSentInParts: boolean,
  ): AnswerStream | undefined {
    const { event, stream: state, alreadySaid: text } = stored;
    const connector = this.registry.get(event.channel);
    if (!streamsMessages(connector)) return undefined;
    const steps = this.steps(job, stored, connector);
    if (state) return new AnswerStream(steps, { text, state });
    const isPossible = connector.capabilities(targetOf(event)).features.stream === 'full';
    return isSentInParts && isPossible && text === '' ? new AnswerStream(steps) : undefined;
  }

  private steps(job: ClaimedJob, stored: StoredEvent<Utterance>, connector: Streaming): StreamSteps {
    const { event } = stored;
    const target = targetOf(event);
    const reply = (text: string) => ({ ...replyOf(stored), text, isFirst: true });
    return {
      ...connector.streaming,
      now: () => this.clock.now(),
      view: (text, asked) => {
        const look = { asked, stableLength: (shown: string) => connector.stableLength(shown) };
        return this.replies.view(event, reply(text.slice(0, beforeSilence(text))), look);
      },
      isFree: () => this.isFree(target),
      open: () => connector.openStream(target, job.signal),
      save: (said, stream) => this.commit.saveShown(job, stored, { said, stream }),
      update: (text, { id, updates: number }) => {
        const update = { target, id, number, text: this.replies.shown(reply(text)) };
        return connector.updateStream(update, job.signal);
      },
      complete: (block, stream: StreamState) =>
        this.commit.sendBlock(job, stored, { said: '', block, stream }),
    };
  }

  private async isFree(target: Target): Promise<boolean> {
    return !(await this.ourMessages.areWaiting(target));
  }
}
