import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/index.js';
import { ALERTS, GatehouseConfig } from '../../config/index.js';
import { OldestUnanswered } from '../../operator/index.js';
import { Deliveries } from '../../delivery/index.js';
import { crashedText, givenUpText, isLongUnanswered, unansweredText } from '../../doctor/index.js';
import { type DeadLetter, JobQueue } from '../../persistence/index.js';
import { type Alert, alertOf } from '../alert.js';
import type { AlertSource } from './alert-source.js';

const MOST_DEAD_JOBS = 100;

/** A message that waits, and what was given up. */
@Injectable()
export class WorkAlerts implements AlertSource {
  readonly codes = ['oldest-unanswered', 'dead-letters', 'job-crashed'] as const;
  readonly readsDatabase = true;

  constructor(
    private readonly deliveries: Deliveries,
    private readonly queue: JobQueue,
    private readonly unanswered: OldestUnanswered,
    private readonly config: GatehouseConfig,
    private readonly clock: Clock,
  ) {}

  async find(): Promise<readonly Alert[]> {
    const jobs = this.queue.deadLetters(MOST_DEAD_JOBS);
    const all = await Promise.all([this.oldestUnanswered(), this.deadLetters(await jobs)]);
    return [...all.flat(), ...crashes(await jobs)];
  }

  private async oldestUnanswered(): Promise<readonly Alert[]> {
    const since = (await this.unanswered.find())?.acceptedAt;
    const waitedMs = since === undefined ? 0 : this.clock.now() - since;
    if (since === undefined || !isLongUnanswered(waitedMs, this.config.get(ALERTS))) return [];
    return [alertOf({ code: 'oldest-unanswered', message: unansweredText(waitedMs), since })];
  }

  private async deadLetters(jobs: readonly DeadLetter[]): Promise<readonly Alert[]> {
    const messages = (await this.deliveries.countOpen()).get('dead') ?? 0;
    if (messages + jobs.length < this.config.get(ALERTS).deadLetters) return [];
    const oldest = messages === 0 ? undefined : await this.deliveries.oldestDead();
    const times = [oldest, ...jobs.map(({ diedAt }) => diedAt)].filter((time) => time !== undefined);
    const since = times.length === 0 ? null : Math.min(...times);
    return [alertOf({ code: 'dead-letters', message: givenUpText(messages, jobs.length), since })];
  }
}

/** Due at once, whatever `alerts.deadLetters` says: the gateway was down for all people. */
function crashes(jobs: readonly DeadLetter[]): readonly Alert[] {
  const message = crashedText(jobs);
  if (message === undefined) return [];
  const times = jobs.filter(({ reason }) => reason === 'crashed').map(({ diedAt }) => diedAt);
  return [alertOf({ code: 'job-crashed', message, since: Math.min(...times) })];
}
