import { Injectable } from '@nestjs/common';
import { type Check, Clock, type Finding } from '../../common/index.js';
import { ALERTS, type AlertsConfig, GatehouseConfig } from '../../config/index.js';
import { Holds, LoopBreaks } from '../../conversations/index.js';
import { OldestUnanswered } from '../../operator/index.js';
import { Deliveries } from '../../delivery/index.js';
import { type DeadLetter, JobQueue } from '../../persistence/index.js';
import type { CheckSource } from '../check-source.js';
import { faultFound, ok } from '../faults.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const MOST_DEAD_JOBS = 100;

export const isLongUnanswered = (
  waitedMs: number,
  { unansweredMinutes }: Pick<AlertsConfig, 'unansweredMinutes'>,
): boolean => waitedMs >= unansweredMinutes * MINUTE;

export const unansweredText = (waitedMs: number): string =>
  `a message has waited for its answer for ${Math.floor(waitedMs / MINUTE)} minutes`;

export const givenUpText = (messages: number, jobs: number): string =>
  `given up: ${counted(messages, 'outgoing message')}, ${counted(jobs, 'job')}`;

/** What ended the gateway and was set aside; undefined when nothing was. */
export function crashedText(
  jobs: readonly (Pick<DeadLetter, 'id' | 'kind' | 'reason'> | undefined)[],
): string | undefined {
  const crashed = jobs.filter((job) => job?.reason === 'crashed');
  const [newest] = crashed;
  if (!newest) return undefined;
  const were = crashed.length === 1 ? 'was' : 'were';
  return `${counted(crashed.length, 'job')} ended the gateway and ${were} set aside, the newest as dead letter ${newest.id} (${newest.kind})`;
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const conversations = (count: number): string =>
  `${counted(count, 'conversation')} ${count === 1 ? 'is' : 'are'}`;

/** The work that waits for somebody: messages, conversations and what was given up. */
@Injectable()
export class WorkChecks implements CheckSource {
  constructor(
    private readonly deliveries: Deliveries,
    private readonly queue: JobQueue,
    private readonly unanswered: OldestUnanswered,
    private readonly config: GatehouseConfig,
    private readonly clock: Clock,
  ) {}

  checks(): readonly Check[] {
    return [
      { id: 'dead-letters', run: () => this.deadLetters() },
      { id: 'unanswered', run: async () => [await this.oldestUnanswered()] },
    ];
  }

  private async deadLetters(): Promise<readonly Finding[]> {
    const [open, jobs] = await Promise.all([
      this.deliveries.countOpen(),
      this.queue.deadLetters(MOST_DEAD_JOBS),
    ]);
    const messages = open.get('dead') ?? 0;
    const count = messages + jobs.length;
    if (count === 0) return [ok('nothing was given up')];
    const text = givenUpText(messages, jobs.length);
    const { deadLetters } = this.config.get(ALERTS);
    const crashed = crashedText(jobs);
    return [
      count < deadLetters ? ok(text) : faultFound('dead-letters', text),
      ...(crashed === undefined ? [] : [faultFound('job-crashed', crashed)]),
    ];
  }

  private async oldestUnanswered(): Promise<Finding> {
    const at = await this.unanswered.acceptedAt();
    const waited = this.clock.now() - (at ?? 0);
    if (at === undefined || !isLongUnanswered(waited, this.config.get(ALERTS)))
      return ok('no message waits for long');
    return faultFound('oldest-unanswered', unansweredText(waited));
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
    if (old.length === 0) return ok('no conversation is held for longer than a day');
    return faultFound('old-holds', `${conversations(old.length)} held for longer than a day`);
  }

  private async loopBreaks(): Promise<Finding> {
    const { length } = await this.loops.list();
    if (length === 0) return ok('no conversation is paused as a loop of two programs');
    const message = `${conversations(length)} not answered: two programs seem to answer each other there`;
    return faultFound('loop-break', message);
  }
}
