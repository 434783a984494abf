import { Injectable } from '@nestjs/common';
import type { Author, ReplyStyle, Target } from '../../../channels/index.js';
import { Clock, newId } from '../../../common/index.js';
import { Outbox } from '../../../delivery/index.js';
import type { Tx } from '../../../persistence/index.js';
import { PollFiles } from './poll-files.service.js';
import { pollText, type PollWords } from './poll-words.js';
import { PollsRepository } from './polls.repository.js';

export interface NewPoll {
  readonly target: Target;
  readonly words: PollWords;
  /** As for a text. */
  readonly replyStyle?: ReplyStyle;
  readonly author: Author;
  /** The actor, or `assistant`. */
  readonly createdBy: string;
  /** The event that caused it. */
  readonly eventId?: string;
}

export interface AskedPoll {
  readonly pollId: string;
  readonly deliveryId: string;
  /** Its line in the transcript. */
  readonly text: string;
}

/** Sends polls: the poll and its delivery are stored together, before anybody can vote. */
@Injectable()
export class PollOutbox {
  constructor(
    private readonly outbox: Outbox,
    private readonly repository: PollsRepository,
    private readonly files: PollFiles,
    private readonly clock: Clock,
  ) {}

  async enqueue(tx: Tx, { target, words, replyStyle, createdBy, ...sent }: NewPoll): Promise<AskedPoll> {
    const createdAt = this.clock.now();
    const pollId = newId('poll', createdAt);
    const text = pollText(words);
    const style = replyStyle === undefined ? {} : { replyStyle };
    const content = { kind: 'poll', pollId, ...words, ...style, text } as const;
    const deliveryId = await this.outbox.add(tx, { target, content, ...sent });
    await this.repository.insert(tx, { id: pollId, target, ...words, deliveryId, createdBy, createdAt });
    this.files.changed(tx, target.channel);
    return { pollId, deliveryId, text };
  }
}
