import type { Clock } from '../../../common/index.js';
import type { Database } from '../../database/database.js';
import type { GraphileLaneRepository } from './graphile-lane.repository.js';
import type { Heartbeat, HeartbeatRepository } from './heartbeat.repository.js';

/**
 * How long a worker may be silent before its jobs go to others, ms. With a beat and a check every 4 s (BEAT_MS) a dead
 * one is found after 24 s at the latest; the contract allows 30 s.
 */
export const SILENCE_MS = 16_000;
/** After a longer time without a check the database or this process was slow, so silence proves nothing, ms. */
const LONGEST_GAP_MS = 10_000;

interface Parts {
  readonly db: Database;
  readonly lanes: GraphileLaneRepository;
  readonly heartbeats: HeartbeatRepository;
  readonly clock: Clock;
  readonly owner: string;
}

/**
 * Finds dead workers. Beats are compared with those of the last check, and only this process's clock measures the
 * silence: replicas need not agree on the time.
 */
export class DeadWorkerWatch {
  private readonly seen = new Map<string, { beats: number; at: number }>();
  private lastLook = 0;

  constructor(private readonly parts: Parts) {}

  /** Restarts all measurements, because no worker could beat while the database was unavailable. */
  forget(): void {
    this.seen.clear();
  }

  /** Checks all other workers once and frees the jobs of dead ones. */
  async look(): Promise<void> {
    const others = (await this.parts.heartbeats.all()).filter(({ owner }) => owner !== this.parts.owner);
    const now = performance.now();
    if (now - this.lastLook > LONGEST_GAP_MS) this.forget();
    this.lastLook = now;
    for (const owner of this.seen.keys()) {
      if (!others.some((other) => other.owner === owner)) this.seen.delete(owner);
    }
    for (const other of others) {
      if (this.isSilent(other)) await this.release(other);
    }
  }

  private isSilent({ owner, beats }: Heartbeat): boolean {
    const now = this.parts.clock.elapsed();
    const before = this.seen.get(owner);
    if (before?.beats === beats) return now - before.at > SILENCE_MS;
    this.seen.set(owner, { beats, at: now });
    return false;
  }

  private async release(dead: Heartbeat): Promise<void> {
    const { db, heartbeats, lanes } = this.parts;
    await db.transaction(async (tx) => {
      if (!(await heartbeats.remove(tx, dead))) return;
      await lanes.releaseOf(tx, dead.owner);
      await lanes.repair(tx);
    });
    this.seen.delete(dead.owner);
  }
}
