import { Injectable } from '@nestjs/common';
import type { ToolResult } from '../../../assistant/index.js';
import type { Tx } from '../../../persistence/index.js';
import type { MessageOrder } from '../../outgoing/message-order.js';
import type { PollResults } from '../../polls/poll.js';
import { PollOutbox } from '../../polls/poll-outbox.service.js';
import { readPoll } from '../../polls/poll-words.js';
import { Polls } from '../../polls/polls.service.js';
import type { StoredEvent, Utterance } from '../../inbox/stored-event.js';
import { ToolSpeech } from './tool-speech.service.js';

/** Polls a model is told of when it names none. */
const LAST = 5;

type PollOrder = Pick<MessageOrder, 'target' | 'input'>;

/** Polls that an assistant asks by its tool, and what became of them. */
@Injectable()
export class ToolPolls {
  constructor(
    private readonly outbox: PollOutbox,
    private readonly polls: Polls,
    private readonly speech: ToolSpeech,
  ) {}

  async ask(tx: Tx, { target, input }: PollOrder, stored: StoredEvent<Utterance>): Promise<ToolResult> {
    const words = readPoll(input);
    if (typeof words === 'string') return { ok: false, error: words };
    const poll = { target, words, author: 'assistant', createdBy: 'assistant', eventId: stored.id } as const;
    const { pollId, deliveryId, text } = await this.outbox.put(tx, poll);
    await this.speech.write(tx, stored, { target, text, deliveryId, replyTo: undefined });
    return { ok: true, value: { queued: true, poll_id: pollId, delivery_ids: [deliveryId] } };
  }

  /** How many chose what; not who: whoever may ask the assistant need not know that. */
  async results({ target, input: { pollId } }: PollOrder): Promise<ToolResult> {
    if (typeof pollId !== 'string') {
      const last = await this.polls.lastIn(target, LAST);
      return { ok: true, value: { polls: last.map(counted) } };
    }
    const found = await this.polls.findIn(target, pollId);
    return found.length > 0
      ? { ok: true, value: { polls: found.map(counted) } }
      : { ok: false, error: `pollId ${pollId} names no poll of the conversation` };
  }
}

const counted = ({ id, question, options, counts, votes, maxSelections }: PollResults) => ({
  poll_id: id,
  question,
  options: options.map((option, index) => ({ option, votes: counts[index] })),
  voters: votes.length,
  max_selections: maxSelections,
});
