import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Blobs, Database, JobQueue, type PersonalTable, type Tx } from '../../persistence/index.js';
import type { Footprint } from '../person.js';
import { Pseudonyms } from '../pseudonyms.js';
import { type Exceptions, isJobOfThem } from './exceptions.repository.js';
import { foundBy } from './leads.repository.js';
import { ALL, inPortions, isOneOf, rowsWhere } from './statements.repository.js';

/** Rows that go with something outside of their table: a job with its lane, a file with its bytes, a day with its sums. */
@Injectable()
export class OtherRows {
  readonly exceptions: Exceptions = {
    jobs: { erase: (footprint) => this.withdrawJobs(footprint) },
    message_files: { erase: (footprint, table) => this.eraseFiles(footprint, table) },
    usage_days: { erase: (footprint, table) => this.foldDays(footprint, table) },
  };

  constructor(
    private readonly db: Database,
    private readonly queue: JobQueue,
    private readonly blobs: Blobs,
  ) {}

  /** Without its job a turn that is running can commit nothing more, on whichever replica it runs. */
  private async withdrawJobs(footprint: Footprint): Promise<void> {
    const names = new Pseudonyms(footprint);
    // A job that moves to another lane while the first is withdrawn has another id there.
    for (;;) {
      const waiting = [];
      for await (const job of rowsWhere(this.db.on(), { table: 'jobs', key: 'id', where: ALL }))
        if (isJobOfThem(footprint, names, job)) waiting.push({ id: job.id, kind: job.kind, key: job.key });
      if (waiting.length === 0) return;
      await inPortions(this.db, waiting, (tx, portion) => this.queue.withdraw(tx, portion));
    }
  }

  /** One that someone else's message has too stays for that. */
  private async eraseFiles(footprint: Footprint, { whose = {} }: PersonalTable): Promise<void> {
    const found = foundBy(whose, footprint);
    // In one transaction: after a crash in between, nothing would lead to the file any more.
    if ('ids' in found) await inPortions(this.db, found.ids, (tx, ids) => this.eraseFilesOf(tx, ids));
    // Also where this continues after a crash, behind whose commit the bytes were still to be deleted.
    await this.blobs.finishRemoving();
  }

  /** Also a file that is held for a moment: nothing of the person's may use it any more. */
  private async eraseFilesOf(tx: Tx, entries: readonly string[]): Promise<void> {
    const on = this.db.on(tx);
    const named = await on
      .deleteFrom('message_files')
      .where('entry_id', 'in', entries)
      .returning('media_id')
      .execute();
    const ids = named.flatMap(({ media_id }) => media_id ?? []);
    const { rows } = await sql<{ id: string }>`delete from media where ${isOneOf('id', ids)}
      and not (exists (select 1 from message_files where message_files.media_id = media.id)
      or exists (select 1 from deliveries where deliveries.media_id = media.id)) returning id`.execute(on);
    await this.blobs.remove(
      tx,
      rows.map(({ id }) => id),
    );
  }

  /** Adds the person's days to those of no one, which may exist already. */
  private async foldDays(footprint: Footprint, table: PersonalTable): Promise<void> {
    const found = foundBy(table.blanked ?? {}, footprint);
    if (!('where' in found)) return;
    const refs = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));
    const { key = [], blank = {} } = table;
    const kept = key.filter((name) => !(name in blank));
    const sums = SUMS.map((name) => sql`cast(sum(${sql.ref(name)}) as bigint)`);
    const added = SUMS.map(
      (name) => sql`${sql.ref(name)} = ${sql.ref(`usage_days.${name}`)} + ${sql.ref(`excluded.${name}`)}`,
    );
    await this.db.transaction(async (tx) => {
      await sql`insert into usage_days (${refs([...kept, ...SUMS, 'at', ...Object.keys(blank)])})
        select ${refs(kept)}, ${sql.join(sums)}, max(at), ${sql.join(Object.values(blank))} from usage_days
        where ${found.where} group by ${refs(kept)}
        on conflict (${refs(key)}) do update set ${sql.join(added)}`.execute(this.db.on(tx));
      await sql`delete from usage_days where ${found.where}`.execute(this.db.on(tx));
    });
  }
}

const SUMS = ['calls', 'unpriced_calls', 'input', 'cached', 'cache_write', 'output', 'reasoning', 'cost'];
