import { rmSync } from 'node:fs';
import { join } from 'node:path';
import SqliteHandle from 'better-sqlite3';
import { Kysely, sql, SqliteDialect } from 'kysely';
import { MIGRATIONS } from '../../src/persistence/migrations/index.js';
import { BridgeSimulator } from '../../simulators/index.js';
import { eventually } from '../support/eventually.js';
import { GatewayProcess } from './support/gateway-process.js';

/** The schema of 0.2.0. */
const EARLIER = '0035-answers-of-operators';
const ANN = '+12025550143';
const names = Object.keys(MIGRATIONS).sort();

describe('an upgrade', () => {
  let bridge: BridgeSimulator;
  let gateway: GatewayProcess;
  beforeAll(async () => {
    bridge = await BridgeSimulator.start({ echoDelayMs: [1, 10] });
    const imbridge = { serverUrl: bridge.url, password: bridge.password, dmPolicy: 'open' };
    gateway = new GatewayProcess({ channels: { imbridge } });
  });
  afterAll(async () => {
    await gateway.dispose();
    await bridge.stop();
  });

  const file = (name: string) => join(gateway.stateDir, name);
  const inDatabase = async <T>(work: (db: Kysely<unknown>) => Promise<T>): Promise<T> => {
    const database = new SqliteHandle(file('gatehouse.db'));
    const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database }) });
    return work(db).finally(() => db.destroy());
  };
  const applied = () =>
    inDatabase(async (db) => {
      const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
        db,
      );
      return rows.map(({ name }) => name);
    });
  /** Converts the database back to the schema of an earlier release. */
  const undoLaterMigrations = () =>
    inDatabase(async (db) => {
      for (const name of names.filter((each) => each > EARLIER).reverse()) {
        await MIGRATIONS[name]!.down!(db);
        await sql`delete from kysely_migration where name = ${name}`.execute(db);
      }
    });
  const emails = async () => {
    const { body } = await gateway.admin('GET', '/users');
    return (body.items as { email: string }[]).map(({ email }) => email);
  };
  const answers = () => bridge.sentMessages(bridge.directChat(ANN).guid).map(({ text }) => text);

  const open = async () => {
    const { body } = await gateway.admin('GET', '/status');
    return (body.deliveries as { open: number }).open;
  };

  it('migrates an earlier schema with its data and waiting work', async () => {
    await gateway.start();
    await gateway.admin('POST', '/users', { email: 'ann@example.org', display_name: 'Ann' });
    bridge.receiveText({ from: ANN, text: 'before' });
    await eventually(() => answers().length === 1, { what: 'an answer' });
    bridge.faults.sends.all({ kind: 'refused' });
    bridge.receiveText({ from: ANN, text: 'waits' });
    await eventually(async () => (await open()) === 1, { what: 'a delivery that waits' });
    expect(await gateway.terminate()).toBe(0);
    bridge.faults.sends.clear();
    await undoLaterMigrations();
    expect((await applied()).at(-1)).toBe(EARLIER);

    await gateway.start();
    expect(await applied()).toEqual(names);
    expect(await emails()).toEqual(['ann@example.org']);
    await eventually(() => answers().length === 2, { what: 'the answer that waited' });
    expect(answers()).toEqual(['echo: before', 'echo: waits']);
    expect(await gateway.terminate()).toBe(0);
  });
  it('is refused by an earlier program, and undone by the export made before', async () => {
    expect((await gateway.cli('db', 'export', file('before.ndjson.gz'))).code).toBe(0);
    await inDatabase((db) =>
      sql`insert into kysely_migration (name, timestamp) values ('9999-of-a-newer-release', '')`.execute(db),
    );
    await expect(gateway.start()).rejects.toThrow(/ended while starting/);
    expect(gateway.output).toMatch(/newer release \(migration 9999-of-a-newer-release is unknown\)/);
    expect(gateway.output).toContain('gatehouse help operations/upgrade');

    for (const name of ['gatehouse.db', 'gatehouse.db-wal', 'gatehouse.db-shm'])
      rmSync(file(name), { force: true });
    const imported = await gateway.cli('db', 'import', file('before.ndjson.gz'));
    expect([imported.code, imported.stderr]).toEqual([0, expect.any(String)]);
    await gateway.start();
    expect(await emails()).toEqual(['ann@example.org']);
    expect(answers()).toHaveLength(2);
    expect(await gateway.terminate()).toBe(0);
  });
});
