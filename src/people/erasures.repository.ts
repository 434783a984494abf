import { Injectable } from '@nestjs/common';
import { Database, KeptFor, type Row, type Tx } from '../persistence/index.js';
import type { Person } from './person.js';

/** Numbers of rows, by kind of record. */
export type Counts = Readonly<Record<string, number>>;

/** The erasing of one person. */
export interface Erasure {
  readonly id: string;
  readonly pseudonym: string;
  /** Null once no row about them is left. */
  readonly person: Person | null;
  readonly requestedBy: string;
  readonly counts: Counts;
  readonly createdAt: number;
  /** Null until the files of the database were written again. */
  readonly finishedAt: number | null;
}

@KeptFor('erasures', ({ auditDays }) => auditDays, { table: 'erasures', key: 'id', age: 'finished_at' })
@Injectable()
export class ErasuresRepository {
  constructor(private readonly db: Database) {}

  async insert(tx: Tx, erasure: Omit<Erasure, 'finishedAt'>): Promise<void> {
    const row = {
      id: erasure.id,
      pseudonym: erasure.pseudonym,
      person: JSON.stringify(erasure.person),
      requested_by: erasure.requestedBy,
      counts: JSON.stringify(erasure.counts),
      created_at: erasure.createdAt,
    };
    await this.db.on(tx).insertInto('erasures').values(row).execute();
  }

  async find(id: string): Promise<Erasure | undefined> {
    const row = await this.db.on().selectFrom('erasures').selectAll().where('id', '=', id).executeTakeFirst();
    return row && toErasure(row);
  }

  /** Those whose rows are being erased. */
  async underWay(): Promise<readonly Erasure[]> {
    const rows = await this.db
      .on()
      .selectFrom('erasures')
      .selectAll()
      .where('person', 'is not', null)
      .execute();
    return rows.map(toErasure);
  }

  async forgetPerson(tx: Tx, id: string): Promise<void> {
    await this.db.on(tx).updateTable('erasures').set({ person: null }).where('id', '=', id).execute();
  }

  async finish(tx: Tx, id: string, at: number): Promise<void> {
    await this.db.on(tx).updateTable('erasures').set({ finished_at: at }).where('id', '=', id).execute();
  }
}

const toErasure = (row: Row<'erasures'>): Erasure => ({
  id: row.id,
  pseudonym: row.pseudonym,
  person: row.person === null ? null : (JSON.parse(row.person) as Person),
  requestedBy: row.requested_by,
  counts: JSON.parse(row.counts) as Record<string, number>,
  createdAt: row.created_at,
  finishedAt: row.finished_at,
});
