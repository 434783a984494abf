import { LeaseLeadership } from '../../../src/persistence/leadership/lease-leadership.js';
import { PostgresDatabase } from '../../../src/persistence/postgres/postgres-database.js';
import { type TcpProxy, startTcpProxy } from '../../support/tcp-proxy.js';
import { eventually } from '../../support/eventually.js';
import { borrowDatabase, type EmptyDatabase } from '../../support/postgres-databases.js';

/** No lease of a living replica ends, however slow the machine. */
const LASTING = { ttlMs: 60_000, askMs: 50 };
let database: EmptyDatabase;
const ends: (() => Promise<unknown>)[] = [];

/** A replica that requests one lease, and its notifications. */
const replica = async ({
  db,
  lease = 'upkeep',
  timings = LASTING,
}: { db?: PostgresDatabase; lease?: string; timings?: typeof LASTING } = {}) => {
  db ??= await PostgresDatabase.open(database.url);
  const leadership = new LeaseLeadership(db, timings);
  const told: boolean[] = [];
  const candidacy = leadership.campaign(lease, (isHeld) => told.push(isHeld));
  await eventually(() => told.length > 0, { what: 'a first answer' });
  ends.push(async () => {
    await leadership.resign();
    await db.close();
  });
  return { leadership, candidacy, told };
};
const throughProxy = async (): Promise<{ proxy: TcpProxy; url: string }> => {
  const proxy = await startTcpProxy(Number(new URL(database.url).port));
  ends.push(() => proxy.close());
  return { proxy, url: Object.assign(new URL(database.url), { port: String(proxy.port) }).href };
};

beforeEach(async () => {
  database = await borrowDatabase();
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  await database.release();
});

it('one replica holds a lease, and the other learns that it does not', async () => {
  const [first, second] = [await replica(), await replica()];
  expect([first.told, second.told]).toEqual([[true], [false]]);
});

it("a lease from before the database's clock was set back is taken over at once", async () => {
  const db = await PostgresDatabase.open(database.url);
  const expires_at = Date.now() + 86_400_000;
  await db.on().insertInto('leases').values({ name: 'upkeep', owner: 'ldr_gone', expires_at }).execute();
  expect((await replica({ db })).told).toEqual([true]);
});

it('another lease can be held by another replica', async () => {
  await replica();
  expect((await replica({ lease: 'another' })).told).toEqual([true]);
});

it('a replica that resigns frees its lease at once, and gets no more notices', async () => {
  const [first, second] = [await replica(), await replica()];
  await first.leadership.resign();
  await eventually(() => second.told.at(-1) === true, { timeoutMs: 5_000, what: 'the succession' });
  expect(first.told).toEqual([true]);
});

it('a withdrawn candidacy frees its lease at once, and keeps others', async () => {
  const first = await replica();
  const kept: boolean[] = [];
  first.leadership.campaign('another', (isHeld) => kept.push(isHeld));
  await eventually(() => kept.length > 0);
  const [second, third] = [await replica(), await replica({ lease: 'another' })];
  await first.candidacy.withdraw();
  await eventually(() => second.told.at(-1) === true, { timeoutMs: 5_000, what: 'the succession' });
  expect([first.told, kept, third.told]).toEqual([[true], [true], [false]]);
});

it.each(['withdraws', 'resigns'])(
  'a replica that %s without the lease leaves it to the one that has it',
  async (ending) => {
    // The holder does not ask again, which would give the lease back to it.
    const first = await replica({ timings: { ttlMs: 60_000, askMs: 60_000 } });
    const second = await replica();
    await (ending === 'withdraws' ? second.candidacy.withdraw() : second.leadership.resign());
    const third = await replica();
    expect([first.told, second.told, third.told]).toEqual([[true], [false], [false]]);
  },
);

it('a second candidacy keeps the lease when the first one ends', async () => {
  const first = await replica();
  const again: boolean[] = [];
  first.leadership.campaign('upkeep', (isHeld) => again.push(isHeld));
  await eventually(() => again.length > 0);
  await first.candidacy.withdraw();
  const second = await replica();
  expect([again, second.told]).toEqual([[true], [false]]);
});

it('a replica that is cut off gives its lease up in time, and can hold it again', async () => {
  const { proxy, url } = await throughProxy();
  // Opened before, so that the first one is cut off as soon as it holds the lease.
  const [db, other] = await Promise.all([url, database.url].map((each) => PostgresDatabase.open(each)));
  const first = await replica({ db: db!, timings: { ttlMs: 1_500, askMs: 50 } });
  const second = await replica({ db: other! });
  proxy.cut();
  await eventually(() => first.told.at(-1) === false, { what: 'the end of the lease' });
  await eventually(() => second.told.at(-1) === true, { what: 'the succession' });
  proxy.mend();
  await second.leadership.resign();
  await eventually(() => first.told.at(-1) === true, { what: 'the return' });
  expect(first.told).toEqual([true, false, true]);
});
