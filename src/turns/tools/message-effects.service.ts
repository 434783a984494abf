import { Injectable } from '@nestjs/common';
import { ToolCallCounter, type ToolResult } from '../../assistant/index.js';
import { type Target, targetOf } from '../../channels/index.js';
import type { Tx } from '../../persistence/index.js';
import {
  HeldError,
  Holds,
  type MessageOrder,
  type OrderingTurn,
  OutgoingMessages,
  type PollResults,
  Polls,
  RemoteActions,
} from '../../conversations/index.js';

/** As metrics name it. */
const SERVER = 'message';
/** The number of polls that a model gets when it names none. */
const LAST_POLLS = 5;

/** Carries out orders of the `message` tool: puts messages in the outbox, and has the connector do the rest. */
@Injectable()
export class MessageEffects {
  constructor(
    private readonly messages: OutgoingMessages,
    private readonly remote: RemoteActions,
    private readonly polls: Polls,
    private readonly holds: Holds,
    private readonly counter: ToolCallCounter,
  ) {}

  /** @throws HeldError when a person has taken the conversation of the turn over */
  async send(tx: Tx, order: MessageOrder, turn: OrderingTurn): Promise<ToolResult> {
    if (await this.holds.isHeldIn(tx, order.target)) return this.refused(order.target, turn);
    const { deliveryIds, pollId } = await this.messages.send(tx, order, { turn });
    const poll = pollId === undefined ? {} : { poll_id: pollId };
    const note = noted(this.messages.noteOn(order));
    const value = { queued: true, ...poll, delivery_ids: deliveryIds, ...note };
    return this.counter.count(SERVER, 'done', { ok: true, value });
  }

  async perform(order: MessageOrder, signal: AbortSignal): Promise<ToolResult> {
    if (order.action === 'pollResults') return this.results(order);
    if (await this.holds.isHeld(order.target)) return this.counter.count(SERVER, 'refused', HELD_THERE);
    const outcome = await this.remote.perform(order, 'assistant', signal);
    if (outcome.kind === 'done') {
      const value = { done: true, ...noted(outcome.note) };
      return this.counter.count(SERVER, 'done', { ok: true, value });
    }
    const isUnknown = outcome.kind === 'unknown';
    const error = `${isUnknown ? 'it may or may not have happened: ' : ''}${outcome.code}: ${outcome.detail}`;
    return isUnknown
      ? this.counter.count(SERVER, 'interrupted', { ok: false, error, isUncertain: true })
      : this.counter.count(SERVER, 'failed', { ok: false, error });
  }

  /** A turn ends with the hold of its own conversation; elsewhere it may continue. @throws HeldError */
  private refused(target: Target, { event }: OrderingTurn): ToolResult {
    if (isSamePlace(target, targetOf(event))) throw new HeldError();
    return this.counter.count(SERVER, 'refused', HELD_THERE);
  }

  /**
   * Returns the count for each option without the voters, because not everyone who may ask the assistant may know them.
   */
  private async results({ target, input: { pollId } }: MessageOrder): Promise<ToolResult> {
    if (typeof pollId !== 'string') {
      const last = await this.polls.lastIn(target, LAST_POLLS);
      return { ok: true, value: { polls: last.map(counted) } };
    }
    const found = await this.polls.findIn(target, pollId);
    return found.length > 0
      ? { ok: true, value: { polls: found.map(counted) } }
      : { ok: false, error: `pollId ${pollId} does not match a poll of the conversation` };
  }
}

const HELD_THERE: ToolResult = {
  ok: false,
  error: 'a person holds that conversation: nothing can be sent or changed there until it is handed back',
};

const isSamePlace = (one: Target, other: Target): boolean =>
  one.conversation === other.conversation && one.account === other.account && one.channel === other.channel;

const noted = (note: string | undefined) => (note === undefined ? {} : { note });

const counted = ({ id, question, options, counts, votes, maxSelections }: PollResults) => ({
  poll_id: id,
  question,
  options: options.map((option, index) => ({ option, votes: counts[index] })),
  voters: votes.length,
  max_selections: maxSelections,
});
