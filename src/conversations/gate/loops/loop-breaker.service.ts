import { Injectable, Logger } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';
import { type InboundMessage, targetOf } from '../../../channels/index.js';
import {
  aboutMessage,
  Clock,
  type ForgetsPeople,
  RemembersPeople,
  forgetKeys,
} from '../../../common/index.js';
import { MessagesConfig } from '../../../config/index.js';
import type { StoredEvent } from '../../inbox/stored-event.js';
import { type LoopBreak, LoopBreaks } from './loop-breaks.repository.js';
import { roundsThatRepeat, roundsWithoutPause } from './loop-rounds.js';

const MAX_CONVERSATIONS = 10_000;

type Stored = Pick<StoredEvent<InboundMessage>, 'id' | 'event' | 'receivedAt'>;

/** The last messages of a conversation that this process was asked to answer. */
interface Talk {
  readonly last: readonly Pick<Stored, 'id' | 'receivedAt'>[];
  /** Set when a query has shown that the conversation is worth another one at its next message. */
  isKeptBusy: boolean;
  /** Messages since the last that was worth a query. */
  readonly since: number;
}

/**
 * Remembers, for this process, which conversations are worth a query: busy ones, and every few messages any other,
 * because a loop may be slow.
 */
export class RecentTalk {
  private readonly talks = new Map<string, Talk>();

  /**
   * Notes a message; noting it again has no effect.
   * @returns whether it is the conversation's first message in this process, whether its last `count` messages arrived
   * within `withinMs`, and whether `count` have come since a query
   */
  recordMessage(
    { id, event, receivedAt }: Stored,
    { count, withinMs }: { readonly count: number; readonly withinMs: number },
  ): { readonly isFirst: boolean; readonly isBusy: boolean; readonly isDue: boolean } {
    const key = keyOf(event);
    const talk = this.talks.get(key);
    const others = talk?.last.filter((each) => each.id !== id) ?? [];
    const last = [...others, { id, receivedAt }].slice(-count);
    const inTime = last.length === count && receivedAt - (last[0]?.receivedAt ?? 0) <= withinMs;
    const isBusy = inTime || talk?.isKeptBusy === true;
    const isRepeated = talk !== undefined && others.length < talk.last.length;
    const since = (talk?.since ?? 0) + (isRepeated ? 0 : 1);
    const isDue = since >= count;
    this.remember(key, { last, isKeptBusy: false, since: isBusy || isDue ? 0 : since });
    return { isFirst: talk === undefined, isBusy, isDue };
  }

  /** Makes the next message of the conversation worth a query, however late it comes. */
  keepBusy({ event }: Pick<Stored, 'event'>): void {
    const talk = this.talks.get(keyOf(event));
    if (talk) talk.isKeptBusy = true;
  }

  forget(names: readonly string[]): void {
    forgetKeys(this.talks, names);
  }

  private remember(key: string, talk: Talk): void {
    this.talks.delete(key);
    this.talks.set(key, talk);
    const oldest = this.talks.size > MAX_CONVERSATIONS ? this.talks.keys().next().value : undefined;
    if (oldest !== undefined) this.talks.delete(oldest);
  }
}

const keyOf = (event: InboundMessage): string => {
  const { channel, account, conversation } = targetOf(event);
  return JSON.stringify([channel, account, conversation]);
};

/** The upper limit of a break. A loop that continues after its break gets a break twice as long. */
const LONGEST_BREAK_MS = 24 * 3_600_000;
/** After this time without a loop, the next break is as short as a first one. */
const FORGOTTEN_AFTER_MS = 24 * 3_600_000;
const MINUTE_MS = 60_000;
/** How far back rounds that repeat are counted: a loop slower than this costs fewer than `rounds` answers in that time. */
const REPEATS_WITHIN_MS = 3 * 24 * 3_600_000;

/**
 * Detects programs that answer each other's answers, on any channel, and stops answering in that conversation for a
 * time (imbridge-wire 6.1 row 12, ADR 0042). Makes no query about a quiet conversation. The rounds are counted in the
 * transcript, so a restart or another replica does not start at zero.
 */
@RemembersPeople()
@Injectable()
export class LoopBreaker implements ForgetsPeople {
  private readonly logger = new Logger('Loops');
  private readonly recent = new RecentTalk();
  private readonly counter: Counter<'channel' | 'account'>;

  constructor(
    registry: Registry,
    private readonly breaks: LoopBreaks,
    private readonly messages: MessagesConfig,
    private readonly clock: Clock,
  ) {
    this.counter = new Counter({
      name: 'gatehouse_loop_breaks_total',
      help: 'Conversations that temporarily got no answers because programs seemed to answer each other.',
      labelNames: ['channel', 'account'],
      registers: [registry],
    });
  }

  /** Whether a message that would start a turn must stay unanswered. */
  async cutsOff(stored: StoredEvent<InboundMessage>): Promise<boolean> {
    const { rounds, windowMinutes } = this.messages.loopBreaker;
    if (rounds === 0) return false;
    const { isFirst, isBusy, isDue } = this.recent.recordMessage(stored, {
      count: Math.max(2, Math.ceil(rounds / 4)),
      withinMs: windowMinutes * MINUTE_MS,
    });
    const isWorthIt = isBusy || isDue;
    return (isFirst || isWorthIt) && this.isCutOff(stored, isWorthIt);
  }

  /** Whether a break lasts in the conversation of a message now. Begins none. */
  async isBroken(message: InboundMessage): Promise<boolean> {
    const last = this.messages.loopBreaker.rounds === 0 ? undefined : await this.breaks.find(message);
    return last !== undefined && last.endsAt > this.clock.now();
  }

  private async isCutOff(stored: StoredEvent<InboundMessage>, isCounted: boolean): Promise<boolean> {
    const last = await this.breaks.find(stored.event);
    if (last && last.endsAt > this.clock.now()) {
      this.recent.keepBusy(stored);
      return true;
    }
    return isCounted && this.breaksNow(stored, last);
  }

  private async breaksNow(
    stored: StoredEvent<InboundMessage>,
    last: LoopBreak | undefined,
  ): Promise<boolean> {
    const { event, receivedAt } = stored;
    const { rounds, windowMinutes, pauseMs } = this.messages.loopBreaker;
    const since = Math.max(receivedAt - REPEATS_WITHIN_MS, last?.endsAt ?? 0);
    const past = await this.breaks.roundsWith(event, { since, rounds });
    const said = { receivedAt, text: event.text };
    const inWindow = past.filter((round) => round.receivedAt >= receivedAt - windowMinutes * MINUTE_MS);
    const repeated = roundsThatRepeat(said, past);
    const counted = Math.max(repeated, roundsWithoutPause(said, inWindow, pauseMs));
    if (repeated * 2 >= rounds) this.recent.keepBusy(stored);
    if (counted < rounds) return false;
    await this.cutOff(stored, counted, last);
    return true;
  }

  private async cutOff(
    { id: eventId, event }: StoredEvent<InboundMessage>,
    rounds: number,
    last: LoopBreak | undefined,
  ): Promise<void> {
    const now = this.clock.now();
    const isAgain = last !== undefined && now - last.endsAt < FORGOTTEN_AFTER_MS;
    const times = isAgain ? last.times + 1 : 1;
    const ms = Math.min(
      LONGEST_BREAK_MS,
      this.messages.loopBreaker.breakMinutes * MINUTE_MS * 2 ** (times - 1),
    );
    const endsAt = now + ms;
    const id = await this.breaks.replaceLast(event, { rounds, times, brokenAt: now, endsAt });
    const { channel, account, conversation } = event;
    this.counter.inc({ channel, account });
    const text =
      `a ${conversation.kind} conversation of ${channel}/${account} is not answered until ${new Date(endsAt).toISOString()}: ` +
      `${rounds} answers in a row got replies faster than people write, or with the same text (${id}; end it with \`gatehouse loops end ${id}\`)`;
    this.logger.warn(aboutMessage(text, { eventId, conversationId: conversation.id }));
  }

  forgetPeople(names: readonly string[]): void {
    this.recent.forget(names);
  }
}
