import { jest } from '@jest/globals';
import { sql } from 'kysely';
import { DeadWorkerWatch, SILENCE_MS } from '../../../src/persistence/postgres/jobs/dead-worker-watch.js';
import { GraphileLaneRepository } from '../../../src/persistence/postgres/jobs/graphile-lane.repository.js';
import { HeartbeatRepository } from '../../../src/persistence/postgres/jobs/heartbeat.repository.js';
import { PostgresDatabase } from '../../../src/persistence/postgres/postgres-database.js';
import { FakeClock } from '../../support/fake-clock.js';
import { borrowDatabase, type EmptyDatabase } from '../../support/postgres-databases.js';

const LANE = { kind: 'work', key: 'a' };
const POOLS = ['pool_1'];

let database: EmptyDatabase;
let db: PostgresDatabase;
let heartbeats: HeartbeatRepository;

beforeEach(async () => {
  database = await borrowDatabase();
  db = await PostgresDatabase.open(database.url);
  heartbeats = new HeartbeatRepository(db);
});
afterEach(async () => {
  jest.restoreAllMocks();
  await db.close();
  await database.release();
});

const beat = (owner: string, pools = POOLS) => db.transaction((tx) => heartbeats.beat(tx, owner, pools, 1));
/** A worker that holds a lane from now on. */
const holder = async (owner: string) => {
  const lanes = new GraphileLaneRepository(db, owner);
  const claim = await db.transaction((tx) => lanes.insert(tx, { ...LANE, payload: {} }, 1, true));
  return { lanes, claim: claim! };
};

it('a lane that its worker claimed again is not released for the earlier claim', async () => {
  const { lanes, claim } = await holder('wkr_1');
  const release = () => db.transaction((tx) => lanes.release(tx, claim));
  await release();
  expect(await lanes.held()).toEqual([]);
  const again = await db.transaction((tx) => lanes.claim(tx, LANE));
  await release();
  expect(await lanes.held()).toEqual([{ ...LANE, epoch: again!.epoch }]);
});

it('a worker with a new heartbeat is not removed', async () => {
  await beat('wkr_1');
  const [seen] = await heartbeats.all();
  await beat('wkr_1');
  const remove = (heartbeat = seen!) => db.transaction((tx) => heartbeats.remove(tx, heartbeat));
  expect(await remove()).toBe(false);
  const [now] = await heartbeats.all();
  expect(now).toEqual({ owner: 'wkr_1', beats: seen!.beats + 1 });
  expect(await remove(now)).toBe(true);
  expect([await heartbeats.all(), await remove(now)]).toEqual([[], false]);
});

it('a worker is taken for dead only after a silence that was watched', async () => {
  const clock = new FakeClock();
  jest.spyOn(performance, 'now').mockImplementation(() => clock.now());
  const { lanes } = await holder('wkr_other');
  await beat('wkr_other');
  const watch = new DeadWorkerWatch({ db, lanes, heartbeats, clock, owner: 'wkr_1' });
  const held = async (afterMs: number) => {
    clock.advance(afterMs);
    await watch.look();
    return (await lanes.held()).length;
  };
  expect([await held(0), await held(8_000)]).toEqual([1, 1]);
  expect(await held(2 * SILENCE_MS)).toBe(1);
  expect([await held(SILENCE_MS / 2), await held(SILENCE_MS / 2)]).toEqual([1, 1]);
  expect(await held(1)).toBe(0);
});

it("a dead worker's lock is released, although no heartbeat names its newest pool", async () => {
  const clock = new FakeClock();
  jest.spyOn(performance, 'now').mockImplementation(() => clock.now());
  const lanes = new GraphileLaneRepository(db, 'wkr_1');
  const locked = async (key: string, pool: string) => {
    await db.transaction((tx) => lanes.insert(tx, { ...LANE, key, payload: {} }, 1));
    await sql`
      update graphile_worker._private_jobs set locked_at = now(), locked_by = ${pool} where payload->>'key' = ${key}
    `.execute(db.on());
  };
  const locks = async () => {
    const { rows } = await sql<{ locked_by: string | null }>`
      select locked_by from graphile_worker.jobs order by id
    `.execute(db.on());
    return rows.map((row) => row.locked_by);
  };
  await beat('wkr_1');
  await beat('wkr_other', []);
  await locked('a', POOLS[0]!);
  await locked('b', 'pool_since_the_last_beat');
  const watch = new DeadWorkerWatch({ db, lanes, heartbeats, clock, owner: 'wkr_1' });
  await watch.look();
  expect(await locks()).toEqual([...POOLS, 'pool_since_the_last_beat']);
  for (const _ of [1, 2]) {
    clock.advance(SILENCE_MS / 2 + 1);
    await watch.look();
  }
  expect(await locks()).toEqual([...POOLS, null]);
});
