import type { Clock } from '../../../common/index.js';
import type { Database } from '../../database/database.js';
import type { GraphileLaneRepository } from './graphile-lane.repository.js';
import type { Heartbeat, HeartbeatRepository } from './heartbeat.repository.js';

/**
 * How long a worker may be silent before its jobs go to others, ms. With a beat and a check every 4 s (BEAT_MS) a dead
 * one is found after 24 s at the latest; the contract allows 30 s.
 */
export const SILENCE_MS = 16_000;
/** A living worker beats twice in this time, ms. */
const TWO_BEATS_MS = 8_000;
/** After a longer time without a check the database or this process was slow, so silence proves nothing, ms. */
const LONGEST_GAP_MS = 10_000;

export interface WatchParts {
  readonly db: Database;
  readonly lanes: GraphileLaneRepository;
  readonly heartbeats: HeartbeatRepository;
  readonly clock: Clock;
  readonly owner: string;
}

/**
 * Finds dead workers. Beats are compared with those of the last check, and this process's clock measures the silence:
 * replicas need not agree on the time. The database's clock measures it too, so that it counts over a restart of the
 * one who watches: processes that are killed every few seconds would find no one otherwise. That clock may be set, and
 * the database may have been away, so a worker must also have been seen to miss two beats.
 */
export class DeadWorkerWatch {
  /** The last beat of each worker, and when it was first seen. */
  private seen: ReadonlyMap<string, { readonly beats: number; readonly at: number }> = new Map();
  private lastLook = 0;

  constructor(private readonly parts: WatchParts) {}

  /** Restarts all measurements, because no worker could beat while the database was unavailable. */
  restart(): void {
    this.seen = new Map();
  }

  /** Checks all other workers once and frees the jobs of dead ones. May be called again before it has ended. */
  async look(): Promise<void> {
    const { heartbeats, clock, owner } = this.parts;
    const others = (await heartbeats.all()).filter((each) => each.owner !== owner);
    // Not by `clock`, which tests let pass in steps longer than a gap may be.
    if (performance.now() - this.lastLook > LONGEST_GAP_MS) this.restart();
    this.lastLook = performance.now();
    const at = clock.elapsed();
    const seen = new Map(
      others.map(({ owner: other, beats }) => {
        const last = this.seen.get(other);
        return [other, last?.beats === beats ? last : { beats, at }];
      }),
    );
    this.seen = seen;
    const isSilent = ({ owner: other, silentMs }: Heartbeat) => {
      const watchedMs = at - (seen.get(other)?.at ?? at);
      return watchedMs > SILENCE_MS || (silentMs > SILENCE_MS && watchedMs >= TWO_BEATS_MS);
    };
    for (const other of others.filter(isSilent)) await this.release(other);
  }

  private async release(dead: Heartbeat): Promise<void> {
    const { db, heartbeats, lanes } = this.parts;
    await db.transaction(async (tx) => {
      if (!(await heartbeats.remove(tx, dead))) return;
      await lanes.releaseOf(tx, dead.owner);
      await lanes.wakeForgotten(tx);
    });
  }
}
