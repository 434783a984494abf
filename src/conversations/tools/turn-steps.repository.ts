import { Injectable } from '@nestjs/common';
import type { ToolResult } from '../../assistant/index.js';
import { Clock } from '../../common/index.js';
import { Database, deleteOldest, type DeletesOld, KeptFor, type Tx } from '../../persistence/index.js';

/** What is known of a step: nothing, that it was begun, or how it ended. */
export type StepState =
  | { readonly kind: 'new' }
  | { readonly kind: 'begun' }
  | { readonly kind: 'done'; readonly result: ToolResult };

/** The effects of tool calls, by turn and step: what makes each happen once (DESIGN 4). */
@KeptFor('steps of turns', ({ eventsDays }) => eventsDays)
@Injectable()
export class TurnStepsRepository implements DeletesOld {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async find(eventId: string, step: string): Promise<StepState> {
    const row = await this.db
      .on()
      .selectFrom('turn_steps')
      .select('result')
      .where('event_id', '=', eventId)
      .where('step', '=', step)
      .executeTakeFirst();
    if (!row) return { kind: 'new' };
    return row.result === null
      ? { kind: 'begun' }
      : { kind: 'done', result: JSON.parse(row.result) as ToolResult };
  }

  /** @param result absent = it is only about to be done. */
  async insert(
    tx: Tx,
    { eventId, step, result }: { eventId: string; step: string; result?: ToolResult },
  ): Promise<void> {
    await this.db
      .on(tx)
      .insertInto('turn_steps')
      .values({
        event_id: eventId,
        step,
        result: result === undefined ? null : JSON.stringify(result),
        created_at: this.clock.now(),
      })
      .execute();
  }

  async finish(
    tx: Tx,
    { eventId, step, result }: { eventId: string; step: string; result: ToolResult },
  ): Promise<void> {
    await this.db
      .on(tx)
      .updateTable('turn_steps')
      .set({ result: JSON.stringify(result) })
      .where('event_id', '=', eventId)
      .where('step', '=', step)
      .execute();
  }

  deleteOlderThan(tx: Tx, before: number, limit: number): Promise<number> {
    return deleteOldest(
      this.db.on(tx),
      { table: 'turn_steps', key: 'event_id', age: 'created_at' },
      { before, limit },
    );
  }
}
