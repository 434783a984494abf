import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Tx } from '../database/database.js';
import { SqliteDatabase } from './sqlite-database.js';

/** Rows of a kilobyte: more pages than SQLite keeps of a savepoint in memory by itself. */
const ROWS = 200;
/** A file without a name, as SQLite makes its temporary ones. */
const TEMPORARY = ' (deleted)';

function openTemporaryFiles(): number {
  const paths = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return '';
    }
  });
  return paths.filter((path) => path.endsWith(TEMPORARY)).length;
}

const itOnLinux = process.platform === 'linux' ? it : it.skip;

describe('SqliteDatabase', () => {
  let folder: string;
  let sut: SqliteDatabase;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-sqlite-'));
    sut = await SqliteDatabase.open(join(folder, 'db'));
  });
  afterEach(async () => {
    await sut.close();
    rmSync(folder, { recursive: true });
  });

  itOnLinux('writes no temporary file for a unit that can be undone in a batch', async () => {
    await sut.transaction(async (tx) => {
      await sql`create table kept (text text)`.execute(sut.on(tx));
      await sql`with recursive n(n) as (select 1 union all select n + 1 from n where n < ${ROWS})
        insert into kept select hex(zeroblob(512)) from n`.execute(sut.on(tx));
    });
    const change = async (tx: Tx) => {
      await sql`update kept set text = lower(text) || '.'`.execute(sut.on(tx));
      return openTemporaryFiles();
    };
    const before = openTemporaryFiles();
    const [, further] = await Promise.all([
      sut.transaction(() => Promise.resolve()),
      sut.transaction(change),
    ]);
    expect(further).toBe(before);
  });
});
