import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteHandle from 'better-sqlite3';
import { freePort } from '../../../../test/support/free-port.js';
import { runChecks } from '../../../common/index.js';
import { type Environment, readEnvironment } from '../../../config/index.js';
import { migrateDatabase } from '../../../persistence/index.js';
import { databaseCheck } from './database.check.js';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'gatehouse-database-check-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const environment = (databaseUrl?: string): Environment =>
  readEnvironment({
    GATEHOUSE_STATE_DIR: folder,
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
  });
const found = async (databaseUrl?: string) =>
  (await runChecks([databaseCheck(environment(databaseUrl))])).map(
    ({ state, message }) => `${state}: ${message}`,
  );

/** A database that was killed: its last changes are in the log only. */
async function killedDatabase(): Promise<string> {
  await migrateDatabase(environment());
  const [file, kept] = [join(folder, 'gatehouse.db'), join(folder, 'kept')];
  const handle = new SqliteHandle(file);
  handle.pragma('wal_autocheckpoint = 0');
  handle.exec("insert into kysely_migration values ('9999-later', '2099')");
  for (const suffix of ['', '-wal']) copyFileSync(file + suffix, kept + suffix);
  handle.close();
  for (const suffix of ['', '-wal']) copyFileSync(kept + suffix, file + suffix);
  return file;
}

describe('the database of a stopped gateway', () => {
  it('is made by the first start', async () => {
    expect(await found()).toEqual(['ok: no database yet: the first start creates it']);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('can be read', async () => {
    await migrateDatabase(environment());
    expect(await found()).toEqual(['ok: SQLite can be read']);
  });

  it('has the schema of a newer release', async () => {
    await killedDatabase();
    expect(await found()).toEqual([expect.stringMatching(/^failed: .* is 9999-later, and this release/)]);
  });

  it('is damaged', async () => {
    writeFileSync(
      join(folder, 'gatehouse.db'),
      'this is no database, and long enough to be read '.repeat(20),
    );
    expect(await found()).toEqual(['failed: SQLite is damaged: file is not a database']);
  });

  it('has a damaged log, which stays as it is', async () => {
    const wal = `${await killedDatabase()}-wal`;
    const bytes = readFileSync(wal);
    bytes[100]! ^= 1;
    writeFileSync(wal, bytes);
    expect(await found()).toEqual([expect.stringMatching(/^failed: SQLite is damaged: /)]);
    expect(readFileSync(wal).equals(bytes)).toBe(true);
  });

  it('is a server that does not answer', async () => {
    const [refused] = await found(`postgres://u:hunter22@127.0.0.1:${await freePort()}/d`);
    expect(refused).toMatch(/^failed: PostgreSQL cannot be read: .*ECONNREFUSED/);
    expect(refused).not.toContain('hunter22');
  });

  it('is a server that takes the call and says nothing', async () => {
    const silent = await listening();
    const { port } = silent.address() as { port: number };
    try {
      expect(await found(`postgres://u:hunter22@127.0.0.1:${port}/d`)).toEqual([
        expect.stringMatching(/^failed: PostgreSQL cannot be read: .*timeout/),
      ]);
    } finally {
      silent.close();
    }
  });

  it('is not looked at when its variable is wrong, which is a problem of the configuration', async () => {
    expect(await found('mysql://hunter22')).toEqual([]);
  });
});

const listening = (): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => resolve(server));
  });
