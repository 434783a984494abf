import { Injectable } from '@nestjs/common';
import {
  Database,
  type Footprint,
  HoldsPersonal,
  personal,
  type PersonalRecord,
  type PersonalRecords,
} from '../../persistence/index.js';
import { RunningTurns } from '../running-turns.js';

const TABLES = ['turn_progress', 'turn_steps'] as const;

/** Turns that answer a person: those that run, and what their tools did. */
@HoldsPersonal('records', ...TABLES)
@Injectable()
export class PersonalTurns implements PersonalRecords {
  constructor(
    private readonly db: Database,
    private readonly running: RunningTurns,
  ) {}

  async *list({ events }: Footprint): AsyncGenerator<PersonalRecord> {
    for await (const record of personal.rowsById(
      this.db.on(),
      { table: 'turn_steps', key: 'event_id' },
      events,
    ))
      yield { kind: 'tool_calls', record: { ...record } };
    for await (const record of personal.rowsById(
      this.db.on(),
      { table: 'turn_progress', key: 'event_id' },
      events,
    ))
      yield { kind: 'unfinished_answers', record: { ...record } };
  }

  /** Their jobs are withdrawn before, so that what still runs can commit nothing. */
  async erase({ events }: Footprint): Promise<void> {
    await this.running.endAll(events);
    await personal.inPortions(this.db, events, async (tx, ids) => {
      for (const table of TABLES)
        await personal.deleteWhere(this.db.on(tx), table, personal.isOneOf('event_id', ids));
    });
  }
}
