import { join } from 'node:path';
import SqliteHandle from 'better-sqlite3';
import { importWorld } from '../../../../test/support/openclaw/import-world.js';

const world = importWorld();
const BRIDGE = { serverUrl: 'http://192.168.1.20:1234', password: 'x' };
const started = (lastSeenMs: unknown) =>
  world().write('bluebubbles/catchup/default__37a8eec1ce19.json', { lastSeenMs, updatedAt: 1 });
const inDatabase = (sql: string): readonly unknown[] => {
  const db = new SqliteHandle(join(world().stateDir, 'gatehouse.db'));
  const statement = db.prepare(sql);
  const rows = statement.reader ? statement.all() : [statement.run()];
  db.close();
  return rows;
};
const states = () => inDatabase('select channel, account, key, value from connector_state');

describe('the first start after OpenClaw', () => {
  it.each([
    ['its own last start', 'none', undefined, '1790000000000'],
    [
      'the last message it handled',
      'default__37a8eec1ce19',
      { a: 1790000005000, b: 1790000003000 },
      '1790000005000',
    ],
    ['the same, by the older name of the file', 'default', { a: 1790000005000 }, '1790000005000'],
  ])('begins at %s', async (_, name, handled, at) => {
    started(1790000000000);
    if (handled) world().write(`bluebubbles/inbound-dedupe/${name}.json`, handled);
    const report = await world().import({ channels: { bluebubbles: BRIDGE } });
    expect(states()).toEqual([{ channel: 'imbridge', account: 'default', key: 'continueFrom', value: at }]);
    expect(report.to_do.join()).toContain('also answers messages');
    await world().import();
    expect(states()).toHaveLength(1);
  });

  it('has accounts by their names, and none without a readable cursor', async () => {
    world().write('bluebubbles/catchup/home__4ea140588150.json', { lastSeenMs: 1790000000000 });
    world().write('bluebubbles/catchup/second__16367aacb67a.json', '{ broken');
    const accounts = { Home: BRIDGE, second: { ...BRIDGE, password: 'y' } };
    const { to_do: toDo } = await world().import({ channels: { bluebubbles: { accounts } } });
    expect(states()).toMatchObject([{ account: 'home' }]);
    expect(toDo.join()).toMatch(/second.* get no answer/);
  });

  it('is not moved once the account was connected', async () => {
    started(1790000000000);
    await world().import({ channels: { bluebubbles: BRIDGE } });
    inDatabase("update connector_state set key = 'firstStartedAt'");
    await world().import();
    expect(states()).toMatchObject([{ key: 'firstStartedAt' }]);
  });
});
