import { Injectable } from '@nestjs/common';
import type { Actor } from '../../access-control/index.js';
import { GatehouseError } from '../../common/index.js';

/** Each stream costs a connection, and some reads for every event. Owners are not counted: they can always look. */
const MAX_STREAMS = 50;
const MAX_PER_TOKEN = 10;
const RETRY_AFTER_SECONDS = 10;

/** As many streams are open as may be, in all or for the token. */
class NoFreeStreamError extends GatehouseError {
  readonly retryAfterSeconds = RETRY_AFTER_SECONDS;

  constructor(details: string) {
    super('UNAVAILABLE', 'Too many listen already.', details);
  }
}

/** Counts the streams of each token, of events and of the log, from their request on. */
@Injectable()
export class StreamSlots {
  private readonly taken: string[] = [];

  /**
   * @returns the function that frees the slot
   * @throws NoFreeStreamError
   */
  reserve({ id, role }: Actor): () => void {
    if (role === 'owner') return () => undefined;
    if (this.taken.filter((each) => each === id).length >= MAX_PER_TOKEN)
      throw new NoFreeStreamError(`at most ${MAX_PER_TOKEN} streams for each token`);
    if (this.taken.length >= MAX_STREAMS) throw new NoFreeStreamError(`at most ${MAX_STREAMS} streams`);
    this.taken.push(id);
    return () => void this.taken.splice(this.taken.indexOf(id), 1);
  }
}
