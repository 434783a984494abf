import { Injectable } from '@nestjs/common';
import { type Check, Clock, type Finding } from '../../common/index.js';
import { Holds, LoopBreaks, OldestUnanswered } from '../../conversations/index.js';
import { Deliveries } from '../../delivery/index.js';
import { JobQueue } from '../../persistence/index.js';
import type { CheckSource } from '../check-source.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Longer than an answer takes, with the tries of a model that fails (`messages.retryForMs`). */
export const LONG_UNANSWERED_MS = 5 * MINUTE;
const MOST_DEAD_JOBS = 100;

/** The work that waits for somebody: messages, conversations and what was given up. */
@Injectable()
export class WorkChecks implements CheckSource {
  constructor(
    private readonly deliveries: Deliveries,
    private readonly queue: JobQueue,
    private readonly unanswered: OldestUnanswered,
    private readonly clock: Clock,
  ) {}

  checks(): readonly Check[] {
    return [
      { id: 'dead-letters', run: async () => [await this.deadLetters()] },
      { id: 'unanswered', run: async () => [await this.oldestUnanswered()] },
    ];
  }

  private async deadLetters(): Promise<Finding> {
    const [open, jobs] = await Promise.all([
      this.deliveries.countOpen(),
      this.queue.deadLetters(MOST_DEAD_JOBS),
    ]);
    const messages = open.get('dead') ?? 0;
    if (messages + jobs.length === 0) return { state: 'ok', message: 'nothing was given up' };
    return {
      state: 'warning',
      message: `given up: ${messages} outgoing messages, ${jobs.length} jobs`,
      remedy:
        '`gatehouse deliveries list --status dead` and `gatehouse dead-letters list` say why; `retry` behind each tries again.',
    };
  }

  private async oldestUnanswered(): Promise<Finding> {
    const at = await this.unanswered.acceptedAt();
    const waited = at === undefined ? 0 : this.clock.now() - at;
    if (waited < LONG_UNANSWERED_MS) return { state: 'ok', message: 'no message waits for long' };
    return {
      state: 'warning',
      message: `a message has waited for its answer for ${Math.floor(waited / MINUTE)} minutes`,
      remedy:
        '`gatehouse status` shows what waits; `gatehouse logs --level warn` says why, `gatehouse explain <id>` for one message.',
    };
  }
}

/** Conversations in which the assistant is silent on purpose. */
@Injectable()
export class OpenTalkChecks implements CheckSource {
  constructor(
    private readonly holds: Holds,
    private readonly loops: LoopBreaks,
    private readonly clock: Clock,
  ) {}

  checks(): readonly Check[] {
    return [
      { id: 'holds', run: async () => [await this.oldHolds()] },
      { id: 'loops', run: async () => [await this.loopBreaks()] },
    ];
  }

  private async oldHolds(): Promise<Finding> {
    const now = this.clock.now();
    const old = (await this.holds.list()).filter(({ since }) => now - since > DAY);
    if (old.length === 0) return { state: 'ok', message: 'no conversation is held for longer than a day' };
    return {
      state: 'warning',
      message: `${old.length} conversations are held for longer than a day`,
      remedy:
        '`gatehouse conversations list --held` shows them; `gatehouse conversations release <id>` ends one.',
    };
  }

  private async loopBreaks(): Promise<Finding> {
    const { length } = await this.loops.list();
    if (length === 0) return { state: 'ok', message: 'no conversation is paused as a loop of two programs' };
    return {
      state: 'warning',
      message: `${length} conversations are not answered: two programs seem to answer each other there`,
      setting: 'messages.loopBreaker',
      remedy: '`gatehouse loops list` shows them; `gatehouse loops end <id>` answers there again.',
    };
  }
}
