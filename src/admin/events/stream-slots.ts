import { Injectable } from '@nestjs/common';
import type { Actor } from '../../access-control/index.js';
import { GatehouseError } from '../../common/index.js';

/**
 * Each stream costs a connection, and some reads for every event. Owners have streams of their own: the others take none
 * of them.
 */
const LIMITS = { owners: { most: 100, perToken: 100 }, others: { most: 50, perToken: 10 } } as const;
const RETRY_AFTER_SECONDS = 10;

/** As many streams are open as may be, in all or for the token. */
class NoFreeStreamError extends GatehouseError {
  readonly retryAfterSeconds = RETRY_AFTER_SECONDS;

  constructor(details: string) {
    super('UNAVAILABLE', 'Too many open streams.', details);
  }
}

/** Counts the streams of each token, of events and of the log, from their request on. */
@Injectable()
export class StreamSlots {
  private readonly taken: Record<keyof typeof LIMITS, string[]> = { owners: [], others: [] };

  /**
   * @returns the function that frees the slot
   * @throws NoFreeStreamError
   */
  reserve({ id, role }: Actor): () => void {
    const whose = role === 'owner' ? 'owners' : 'others';
    const { most, perToken } = LIMITS[whose];
    const taken = this.taken[whose];
    if (taken.filter((each) => each === id).length >= perToken)
      throw new NoFreeStreamError(`at most ${perToken} streams per token`);
    if (taken.length >= most) throw new NoFreeStreamError(`at most ${most} streams`);
    taken.push(id);
    return () => void taken.splice(taken.indexOf(id), 1);
  }
}
