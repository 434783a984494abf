import { mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { sql } from 'kysely';
import type { Tx } from '../database/database.js';
import { GroupCommit } from './group-commit.js';
import { FileMovedError, OpenFiles, SqliteDatabase } from './sqlite-database.js';

/** Rows of a kilobyte: more pages than SQLite keeps of a savepoint in memory by itself. */
const ROWS = 200;

/** Open files of this process; a temporary one of SQLite is among them, although it has no name. */
const openFiles = () => readdirSync('/dev/fd').length;

describe('SqliteDatabase', () => {
  let folder: string;
  let sut: SqliteDatabase;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-sqlite-'));
    sut = await SqliteDatabase.open(join(folder, 'db'));
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await sut.close();
    rmSync(folder, { recursive: true });
  });

  it('writes no temporary file to undo a unit in a batch', async () => {
    await sut.transaction(async (tx) => {
      await sql`create table kept (text text)`.execute(sut.on(tx));
      await sql`with recursive n(n) as (select 1 union all select n + 1 from n where n < ${ROWS})
        insert into kept select hex(zeroblob(512)) from n`.execute(sut.on(tx));
    });
    const change = async (tx: Tx) => {
      const before = openFiles();
      await sql`update kept set text = lower(text) || '.'`.execute(sut.on(tx));
      return openFiles() - before;
    };
    const [, opened] = await Promise.all([sut.transaction(() => Promise.resolve()), sut.transaction(change)]);
    expect(opened).toBe(0);
  });

  it('fails its ping while a commit has waited for the disk for over ten seconds', async () => {
    await sut.ping();
    jest.spyOn(GroupCommit.prototype, 'busyMs', 'get').mockReturnValue(10_001);
    await expect(sut.ping()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});

describe('OpenFiles', () => {
  let folder: string;
  let sut: OpenFiles;
  let now: number;
  const at = (name: string) => join(folder, name);
  /** A second later. */
  const check = () => {
    now += 1_000;
    sut.refuseMoved();
  };

  beforeEach(() => {
    now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-open-'));
    for (const name of ['db', 'db-wal']) writeFileSync(at(name), '');
    sut = new OpenFiles(['db', 'db-wal', 'absent'].map(at));
  });
  afterEach(() => {
    jest.restoreAllMocks();
    rmSync(folder, { recursive: true });
  });

  it('refuses while a file was removed or replaced', () => {
    check();
    renameSync(at('db-wal'), at('aside'));
    expect(check).toThrow(/db-wal was removed or replaced while it was open/);
    writeFileSync(at('db-wal'), '');
    expect(check).toThrow(FileMovedError);
    renameSync(at('aside'), at('db-wal'));
    writeFileSync(at('absent'), '');
    check();
  });

  it('checks once a second', () => {
    check();
    rmSync(at('db'));
    sut.refuseMoved();
    expect(check).toThrow(/db was removed/);
    expect(() => sut.refuseMoved()).toThrow(/db was removed/);
  });
});
