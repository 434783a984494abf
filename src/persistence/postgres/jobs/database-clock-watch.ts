import type { Database } from '../../database/database.js';
import type { GraphileLaneRepository } from './graphile-lane.repository.js';

/** A smaller step back is no reason to end waits: they end that much later. */
const SET_BACK_MS = 1_000;

interface Parts {
  readonly db: Database;
  readonly lanes: GraphileLaneRepository;
  /** Those whose waits it ends. */
  readonly kinds: readonly string[];
  readonly onFault: (message: string, error: unknown) => void;
}

/**
 * Notices when the database's clock is set back, and ends all waits: graphile-worker keeps their ends by that clock, so
 * each would take that much longer (ADR 0073).
 */
export class DatabaseClockWatch {
  private last: { readonly time: number; readonly seenAt: number } | undefined;

  constructor(private readonly parts: Parts) {}

  /**
   * @param time the database's, epoch ms
   * @param askedAt when it was asked for, by `performance.now`
   * @throws errors of the database
   */
  async note(time: number, askedAt: number): Promise<void> {
    const seenAt = performance.now();
    // From one answer to the next question: waiting for an answer is no time that the database must have seen pass.
    const setBackMs = this.last ? this.last.time + askedAt - this.last.seenAt - time : 0;
    if (setBackMs > SET_BACK_MS) await this.endWaits(setBackMs);
    this.last = { time, seenAt };
  }

  private async endWaits(setBackMs: number): Promise<void> {
    const { db, lanes, kinds, onFault } = this.parts;
    onFault(
      `the database's clock was set back by ${Math.round(setBackMs / 1_000)} s`,
      'waiting jobs begin now',
    );
    for (const kind of kinds) await db.transaction((tx) => lanes.expedite(tx, { kind, key: undefined }));
  }
}
