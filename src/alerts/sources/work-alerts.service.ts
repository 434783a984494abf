import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/index.js';
import { ALERTS, GatehouseConfig } from '../../config/index.js';
import { OldestUnanswered } from '../../conversations/index.js';
import { Deliveries } from '../../delivery/index.js';
import { givenUpText, isLongUnanswered, unansweredText } from '../../doctor/index.js';
import { JobQueue } from '../../persistence/index.js';
import { type Alert, alertOf } from '../alert.js';
import type { AlertSource } from './alert-source.js';

const MOST_DEAD_JOBS = 100;

/** A message that waits, and what was given up. */
@Injectable()
export class WorkAlerts implements AlertSource {
  readonly codes = ['oldest-unanswered', 'dead-letters'] as const;
  readonly readsDatabase = true;

  constructor(
    private readonly deliveries: Deliveries,
    private readonly queue: JobQueue,
    private readonly unanswered: OldestUnanswered,
    private readonly config: GatehouseConfig,
    private readonly clock: Clock,
  ) {}

  async find(): Promise<readonly Alert[]> {
    const all = await Promise.all([this.oldestUnanswered(), this.deadLetters()]);
    return all.flat();
  }

  private async oldestUnanswered(): Promise<readonly Alert[]> {
    const since = (await this.unanswered.find())?.acceptedAt;
    const waitedMs = since === undefined ? 0 : this.clock.now() - since;
    if (since === undefined || !isLongUnanswered(waitedMs, this.config.get(ALERTS))) return [];
    return [alertOf({ code: 'oldest-unanswered', message: unansweredText(waitedMs), since })];
  }

  private async deadLetters(): Promise<readonly Alert[]> {
    const [open, jobs] = await Promise.all([
      this.deliveries.countOpen(),
      this.queue.deadLetters(MOST_DEAD_JOBS),
    ]);
    const messages = open.get('dead') ?? 0;
    if (messages + jobs.length < this.config.get(ALERTS).deadLetters) return [];
    const oldest = messages === 0 ? undefined : await this.deliveries.oldestDead();
    const times = [oldest, ...jobs.map(({ diedAt }) => diedAt)].filter((time) => time !== undefined);
    const since = times.length === 0 ? null : Math.min(...times);
    return [alertOf({ code: 'dead-letters', message: givenUpText(messages, jobs.length), since })];
  }
}
