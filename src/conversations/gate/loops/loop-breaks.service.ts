import { Injectable } from '@nestjs/common';
import { Clock, GatehouseError } from '../../../common/index.js';
import { Database, type Tx } from '../../../persistence/index.js';
import { type LoopBreak, LoopBreaksRepository } from './loop-breaks.repository.js';

/** The current loop breaks, for operators to see and to end. */
@Injectable()
export class LoopBreaks {
  constructor(
    private readonly db: Database,
    private readonly repository: LoopBreaksRepository,
    private readonly clock: Clock,
  ) {}

  /** The current breaks, the latest first. */
  list(): Promise<readonly LoopBreak[]> {
    return this.repository.lasting(this.clock.now());
  }

  /**
   * Ends a break: the conversation is answered again from its next message on, and its rounds are counted from zero.
   * @param note runs in the same transaction, to record who decided it.
   * @throws GatehouseError NOT_FOUND for a break that is over
   */
  async end(id: string, note: (tx: Tx, ended: LoopBreak) => Promise<void>): Promise<void> {
    const ended = await this.db.transaction(async (tx) => {
      const each = await this.repository.end(tx, id, this.clock.now());
      if (each) await note(tx, each);
      return each;
    });
    if (!ended)
      throw new GatehouseError('NOT_FOUND', 'No such loop break.', 'no current loop break has this id');
  }
}
