import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../../../../simulators/common/random.js';
import type { Replicas } from '../replicas.js';

/** A replica was away for that time, epoch ms. */
export interface Kill {
  readonly from: number;
  readonly to: number;
}

/** Kills replicas at random moments, one at a time, and starts them again. */
export class Killer {
  readonly kills: Kill[] = [];
  private work: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly replicas: Replicas,
    private readonly random: Random,
    private readonly everyMs: number,
  ) {}

  /**
   * Kills until `isOver`, at least once and at most `most` times. The pauses are as long as the last start at least: on a
   * slow machine replicas would else do nothing but start.
   */
  async killUntil(isOver: () => boolean, most: number): Promise<void> {
    let startMs = 0;
    for (let kills = 0; kills < most && (kills === 0 || !isOver()); kills++) {
      await pause(Math.max(this.everyMs, startMs) * (0.5 + this.random.next()));
      const { all } = this.replicas;
      const awayMs = this.random.between(0, 300);
      await this.exclusively(async () => {
        const begun = Date.now();
        await this.away([this.random.pick(all)!], () => pause(awayMs));
        startMs = Date.now() - begun - awayMs;
      });
    }
  }

  /** All die at once; `meanwhile` happens before they start again. */
  async killAll(before: () => Promise<unknown>, meanwhile: () => void): Promise<void> {
    await this.exclusively(async () => {
      await before();
      await this.away(this.replicas.all, meanwhile);
    });
  }

  private async away(victims: Replicas['all'], meanwhile: () => unknown): Promise<void> {
    const from = Date.now();
    await Promise.all(victims.map((each) => each.kill()));
    await meanwhile();
    await Promise.all(victims.map((each) => each.start()));
    this.kills.push({ from, to: Date.now() });
  }

  private exclusively(act: () => Promise<void>): Promise<void> {
    const done = this.work.then(act);
    this.work = done.catch(() => undefined);
    return done;
  }
}
