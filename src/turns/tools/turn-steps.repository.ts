import { Injectable } from '@nestjs/common';
import { type DoneCall, type ToolCall, type ToolResult, withoutImages } from '../../assistant/index.js';
import { Clock } from '../../common/index.js';
import { Database, KeptFor, type Tx } from '../../persistence/index.js';

/** The progress of a step. */
export type StepState =
  | { readonly kind: 'new' }
  | { readonly kind: 'begun' }
  | { readonly kind: 'done'; readonly result: ToolResult };

/** The result that a model gets for a step that was begun and not finished. */
export const INTERRUPTED: ToolResult = {
  ok: false,
  error: 'The gateway was interrupted while doing this. It may have happened, and was not done again.',
};

/** Characters of an argument that are stored: the rest of a longer one, such as a file, is never read again. */
const MAX_ARGUMENT = 2_000;

/** Stores the effects of tool calls by turn and step, so that each happens only once (DESIGN 4). */
@KeptFor('steps of turns', ({ eventsDays }) => eventsDays, {
  table: 'turn_steps',
  key: 'event_id',
  age: 'created_at',
})
@Injectable()
export class TurnStepsRepository {
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

  /** The steps of a turn, in the order in which they were begun. */
  async doneIn(eventId: string): Promise<DoneCall[]> {
    const rows = await this.db
      .on()
      .selectFrom('turn_steps')
      .select(['call', 'result'])
      .where('event_id', '=', eventId)
      .orderBy('number')
      .execute();
    return rows.flatMap(({ call, result }) => (call === null ? [] : [doneCall(call, result)]));
  }

  /** @param result absent while the step is about to begin */
  async insert(
    tx: Tx,
    { eventId, step, call, result }: { eventId: string; step: string; call: ToolCall; result?: ToolResult },
  ): Promise<void> {
    await this.db
      .on(tx)
      .insertInto('turn_steps')
      .values((eb) => ({
        event_id: eventId,
        step,
        call: readableCall(call),
        number: eb
          .selectFrom('turn_steps')
          .select((each) => each(each.fn.countAll<number>(), '+', 1).as('number'))
          .where('event_id', '=', eventId),
        result: result === undefined ? null : storedResult(result),
        created_at: this.clock.now(),
      }))
      .execute();
  }

  async finish(
    tx: Tx,
    { eventId, step, result }: { eventId: string; step: string; result: ToolResult },
  ): Promise<void> {
    await this.db
      .on(tx)
      .updateTable('turn_steps')
      .set({ result: storedResult(result) })
      .where('event_id', '=', eventId)
      .where('step', '=', step)
      .execute();
  }
}

/** Images are for the turn alone: they would outgrow the table. */
const storedResult = (result: ToolResult): string => JSON.stringify(withoutImages(result));

const doneCall = (call: string, result: string | null): DoneCall => ({
  call: JSON.parse(call) as ToolCall,
  result: result === null ? INTERRUPTED : (JSON.parse(result) as ToolResult),
});

function readableCall(call: ToolCall): string {
  return JSON.stringify(call, (_, value: unknown) =>
    typeof value === 'string' && value.length > MAX_ARGUMENT
      ? `${value.slice(0, MAX_ARGUMENT)}… (${value.length} characters)`
      : value,
  );
}
