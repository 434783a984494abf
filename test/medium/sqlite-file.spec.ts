import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkDatabase, migrateDatabase } from '../../src/persistence/index.js';
import { SqliteDatabase } from '../../src/persistence/sqlite/sqlite-database.js';

const FRAME_BYTES = 24 + 4096;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-file-'));
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const environmentOf = (stateDir: string) => ({ stateDir, configFile: join(stateDir, 'gatehouse.json') });
const insert = (db: SqliteDatabase, key: string) =>
  db.transaction((tx) =>
    db
      .on(tx)
      .insertInto('connector_state')
      .values({ channel: 'c', account: 'a', key, value: key, updated_at: 1 })
      .execute(),
  );
const keys = async (db: SqliteDatabase) => {
  const rows = await db.on().selectFrom('connector_state').select('key').orderBy('key').execute();
  return rows.map(({ key }) => key).join('');
};

describe('the files of the embedded database', () => {
  const modes = () =>
    Object.fromEntries(readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mode & 0o777]));
  let umask: number;
  beforeEach(() => {
    umask = process.umask(0o022);
  });
  afterEach(() => process.umask(umask));

  it('have mode 600, also when they were open to others before', async () => {
    chmodSync(folder, 0o755);
    await migrateDatabase(environmentOf(folder));
    expect(modes()).toEqual({ 'gatehouse.db': 0o600, 'gatehouse.db.lock': 0o600 });
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const name of Object.keys(modes())) chmodSync(join(folder, name), 0o644);
    const db = await SqliteDatabase.open(join(folder, 'gatehouse.db'));
    await insert(db, 'a');
    expect(new Set(Object.values(modes()))).toEqual(new Set([0o600]));
    expect(Object.keys(modes())).toContain('gatehouse.db-wal');
    await db.close();
  });
});

it('a deleted row leaves no text in the file', async () => {
  const file = join(folder, 'gatehouse.db');
  const isInFile = () => readFileSync(file).includes('a secret text');
  const db = await SqliteDatabase.open(file);
  await insert(db, 'a secret text');
  await db.close();
  expect(isInFile()).toBe(true);
  const again = await SqliteDatabase.open(file);
  await again.transaction((tx) => again.on(tx).deleteFrom('connector_state').execute());
  await again.close();
  expect(isInFile()).toBe(false);
});

describe('an open database', () => {
  it('refuses writes while one of its files is not at its path', async () => {
    const error = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
    jest.spyOn(Logger.prototype, 'log').mockReturnValue();
    const real = performance.now.bind(performance);
    let ahead = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => real() + ahead);
    const db = await SqliteDatabase.open(join(folder, 'gatehouse.db'));
    const away = { code: 'UNAVAILABLE' };
    for (const suffix of ['', '-wal', '-shm', '.lock']) {
      const path = join(folder, `gatehouse.db${suffix}`);
      renameSync(path, join(folder, 'aside'));
      // The paths are checked once a second.
      ahead += 1_000;
      for (const key of 'ab') await expect(insert(db, key)).rejects.toMatchObject(away);
      await expect(db.ping()).rejects.toMatchObject(away);
      renameSync(join(folder, 'aside'), path);
      ahead += 1_000;
      await db.ping();
      await insert(db, `c${suffix}`);
    }
    expect(await keys(db)).toBe('cc-shmc-walc.lock');
    const once = expect.stringMatching(/^the database does not accept writes: .* was removed or replaced/);
    expect(error.mock.calls).toEqual([[once], [once], [once], [once]]);
    await db.close();
  });
});

describe('a damaged database', () => {
  const spoil = (file: string, from: number, to: number) => {
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill('x', from, Math.min(to, bytes.length)));
  };

  it.each([
    ['that is no database any more', 0, 100],
    ['whose schema cannot be read', 100, 4_096],
    ['whose pages are overwritten', 4_096, Infinity],
  ])('%s is refused, naming the file', async (_, from, to) => {
    await migrateDatabase(environmentOf(folder));
    const file = join(folder, 'gatehouse.db');
    spoil(file, from, to);
    const refusal = { name: 'DamagedDatabaseError', message: expect.stringContaining(`${file} is damaged`) };
    await expect(SqliteDatabase.open(file)).rejects.toMatchObject(refusal);
    await expect(migrateDatabase(environmentOf(folder))).rejects.toMatchObject(refusal);
  });
});

describe('a write-ahead log', () => {
  /** The files left by a power failure after five commits of two pages each, with one byte changed. */
  const killedWith = async (byteAt: (size: number) => number | undefined) => {
    const live = join(folder, 'live');
    const dead = join(folder, 'dead');
    for (const each of [live, dead]) mkdirSync(each);
    await SqliteDatabase.open(join(live, 'gatehouse.db')).then((db) => db.close());
    const db = await SqliteDatabase.open(join(live, 'gatehouse.db'));
    for (const key of 'abcde') await insert(db, key);
    for (const name of ['gatehouse.db', 'gatehouse.db-wal']) copyFileSync(join(live, name), join(dead, name));
    await db.close();
    const wal = join(dead, 'gatehouse.db-wal');
    const bytes = readFileSync(wal);
    const at = byteAt(bytes.length);
    if (at !== undefined) bytes[at]! ^= 1;
    writeFileSync(wal, bytes);
    return dead;
  };

  it.each([
    ['whole', () => undefined, undefined, 'abcde'],
    [
      'damaged in its midst',
      (size: number) => size / 2,
      /^the write-ahead log is damaged: \d trans/,
      /^ab?$/,
    ],
    ['damaged in a salt', (size: number) => size - 5 * FRAME_BYTES + 9, /is damaged: 2 trans/, 'ab'],
    [
      'damaged at its end',
      (size: number) => size - 9,
      /^the end of the write-ahead log cannot be read/,
      'abcd',
    ],
    ['damaged in its header', () => 17, /^the header of the write-ahead log is damaged/, ''],
  ])('that is %s: losses are reported, and a damaged log is kept', async (_, byteAt, said, left) => {
    const dead = await killedWith(byteAt);
    const damaged = readFileSync(join(dead, 'gatehouse.db-wal'));
    const { problems } = await checkDatabase(environmentOf(dead));
    expect(problems).toEqual(said === undefined ? [] : [expect.stringMatching(said)]);
    if (said === undefined) return;
    const error = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
    const db = await SqliteDatabase.open(join(dead, 'gatehouse.db'));
    expect(error.mock.calls).toEqual([[expect.stringMatching(said)]]);
    expect(await keys(db)).toMatch(left);
    await db.close();
    const kept = readdirSync(dead).find((name) => name.includes('damaged'))!;
    expect(readFileSync(join(dead, kept)).equals(damaged)).toBe(true);
    expect(statSync(join(dead, kept)).mode & 0o777).toBe(0o600);
    expect(await checkDatabase(environmentOf(dead))).toEqual({ dialect: 'sqlite', problems: [] });
  });
});
