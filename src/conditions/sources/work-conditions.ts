import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/index.js';
import { ALERTS, GatehouseConfig } from '../../config/index.js';
import { Holds, LoopBreaks } from '../../conversations/index.js';
import { OldestUnanswered } from '../../operator/index.js';
import { Deliveries } from '../../delivery/index.js';
import { type DeadLetter, JobQueue } from '../../persistence/index.js';
import { type Condition, condition, type ConditionSource, type HasConditions, ok } from '../condition.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const MOST_DEAD_JOBS = 100;

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const conversations = (count: number): string =>
  `${counted(count, 'conversation')} ${count === 1 ? 'is' : 'are'}`;

/** The work that waits for someone: unanswered messages and dead letters. */
@Injectable()
export class WorkConditions implements HasConditions {
  readonly sources: readonly ConditionSource[] = [
    {
      check: 'dead-letters',
      codes: ['dead-letters', 'job-crashed'],
      cost: 'database',
      find: () => this.deadLetters(),
    },
    {
      check: 'unanswered',
      codes: ['oldest-unanswered'],
      cost: 'database',
      find: async () => [await this.oldestUnanswered()],
    },
  ];

  constructor(
    private readonly deliveries: Deliveries,
    private readonly queue: JobQueue,
    private readonly unanswered: OldestUnanswered,
    private readonly config: GatehouseConfig,
    private readonly clock: Clock,
  ) {}

  private async deadLetters() {
    const [open, jobs] = await Promise.all([
      this.deliveries.countOpen(),
      this.queue.deadLetters(MOST_DEAD_JOBS),
    ]);
    const messages = open.get('dead') ?? 0;
    const count = messages + jobs.length;
    if (count === 0) return [ok('no messages or jobs failed')];
    const failed = [
      ...(messages > 0 ? [counted(messages, 'outgoing message')] : []),
      ...(jobs.length > 0 ? [counted(jobs.length, 'job')] : []),
    ];
    const text = `${failed.join(' and ')} failed for good`;
    if (count < this.config.get(ALERTS).deadLetters) return [ok(text), ...crashes(jobs)];
    const oldest = messages === 0 ? undefined : await this.deliveries.oldestDead();
    const since = earliest([oldest, ...jobs.map(({ diedAt }) => diedAt)]);
    return [condition('dead-letters', text, { since }), ...crashes(jobs)];
  }

  private async oldestUnanswered() {
    const since = (await this.unanswered.find())?.acceptedAt;
    const minutes = since === undefined ? 0 : (this.clock.now() - since) / MINUTE;
    if (since === undefined || minutes < this.config.get(ALERTS).unansweredMinutes)
      return ok('no message waits too long');
    const message = `a message has waited for its answer for ${Math.floor(minutes)} minutes`;
    return condition('oldest-unanswered', message, { since });
  }
}

/** Due at once, whatever `alerts.deadLetters` says: the gateway was down for all people. */
function crashes(jobs: readonly DeadLetter[]): readonly Condition[] {
  const crashed = jobs.filter(({ reason }) => reason === 'crashed');
  const [newest] = crashed;
  if (!newest) return [];
  const were = crashed.length === 1 ? 'was' : 'were';
  const message = `${counted(crashed.length, 'job')} crashed the gateway and ${were} set aside, the newest as dead letter ${newest.id} (${newest.kind})`;
  return [condition('job-crashed', message, { since: earliest(crashed.map(({ diedAt }) => diedAt)) })];
}

function earliest(times: readonly (number | undefined)[]): number | null {
  const known = times.filter((time) => time !== undefined);
  return known.length === 0 ? null : Math.min(...known);
}

/** Conversations in which the assistant is silent on purpose. */
@Injectable()
export class TalkConditions implements HasConditions {
  readonly sources: readonly ConditionSource[] = [
    { check: 'holds', codes: ['old-holds'], cost: 'database', find: async () => [await this.oldHolds()] },
    { check: 'loops', codes: ['loop-break'], cost: 'database', find: async () => [await this.loopBreaks()] },
  ];

  constructor(
    private readonly holds: Holds,
    private readonly loops: LoopBreaks,
    private readonly clock: Clock,
  ) {}

  private async oldHolds() {
    const now = this.clock.now();
    const old = (await this.holds.list()).filter(({ since }) => now - since > DAY);
    if (old.length === 0) return ok('no conversation has been on hold for more than a day');
    return condition('old-holds', `${conversations(old.length)} on hold for more than a day`);
  }

  private async loopBreaks() {
    const { length } = await this.loops.list();
    if (length === 0) return ok('no conversation is paused as a loop of two programs');
    const message = `${conversations(length)} not answered: two programs seem to answer each other there`;
    return condition('loop-break', message);
  }
}
