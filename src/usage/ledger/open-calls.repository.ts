import { Injectable } from '@nestjs/common';
import { Database, pick, prepared, type Row, type Tx } from '../../persistence/index.js';
import { DIMENSIONS, type Dimensions } from './dimensions.js';

/** The most that calls which are not in the ledger yet may use; `cost` in millionths of the currency. */
export interface OpenRow {
  readonly id: string;
  readonly dimensions: Dimensions;
  readonly input: number;
  readonly output: number;
  readonly cost: number;
  readonly isPriced: boolean;
}

const COLUMNS = [
  ...DIMENSIONS,
  ...(['id', 'owner', 'input', 'output', 'cost', 'is_priced', 'at'] as const),
] as const;

/** One row a statement: most draws are for one call, and a text for each number of rows would be prepared again. */
const SAVE = prepared((sql, row: Row<'usage_open_calls'>) =>
  sql
    .insertInto('usage_open_calls')
    .values(pick(row, ...COLUMNS))
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        input: eb.ref('excluded.input'),
        output: eb.ref('excluded.output'),
        cost: eb.ref('excluded.cost'),
        at: eb.ref('excluded.at'),
      })),
    ),
);

/** Rows of calls under way, of which the ledger learns what a kill has cut off. */
@Injectable()
export class OpenCallsRepository {
  constructor(private readonly db: Database) {}

  /** Adds rows, or replaces their amounts. @param now epoch ms */
  async save(tx: Tx, rows: readonly OpenRow[], owner: string, now: number): Promise<void> {
    const saved = rows.map(({ dimensions, isPriced, ...row }) =>
      SAVE(this.db.on(tx), { ...dimensions, ...row, owner, is_priced: isPriced ? 1 : 0, at: now }),
    );
    await Promise.all(saved);
  }

  async delete(tx: Tx, ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await this.db.on(tx).deleteFrom('usage_open_calls').where('id', 'in', ids).execute();
  }
}
