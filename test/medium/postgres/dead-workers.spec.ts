import { jest } from '@jest/globals';
import { sql } from 'kysely';
import { DeadWorkerWatch, SILENCE_MS } from '../../../src/persistence/postgres/jobs/dead-worker-watch.js';
import { BEAT_MS } from '../../../src/persistence/postgres/jobs/heartbeat-loop.js';
import { GraphileLaneRepository } from '../../../src/persistence/postgres/jobs/graphile-lane.repository.js';
import { HeartbeatRepository } from '../../../src/persistence/postgres/jobs/heartbeat.repository.js';
import { PostgresDatabase } from '../../../src/persistence/postgres/postgres-database.js';
import { FakeClock } from '../../support/fake-clock.js';
import { borrowDatabase, type EmptyDatabase } from '../../support/postgres-databases.js';

const LANE = { kind: 'work', key: 'a' };

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

const beat = (owner: string) => db.transaction((tx) => heartbeats.beat(tx, owner));
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

it('a worker whose lane has ended and begun again elsewhere holds it no longer', async () => {
  const late = await holder('wkr_late');
  await db.transaction((tx) => late.lanes.releaseOf(tx, 'wkr_late'));
  const lanes = new GraphileLaneRepository(db, 'wkr_1');
  const taken = await db.transaction((tx) => lanes.claim(tx, LANE));
  expect(await db.transaction((tx) => lanes.finish(tx, taken!))).toBeUndefined();
  const again = await holder('wkr_2');
  expect(again.claim.epoch).toBe(late.claim.epoch);
  const renew = ({ lanes: by, claim }: typeof again) => db.transaction((tx) => by.renew(tx, claim, 1));
  expect([await renew(late), await renew(again)]).toEqual([false, true]);
  expect(await again.lanes.held()).toEqual([{ ...LANE, epoch: again.claim.epoch }]);
});

it('a worker with a new heartbeat is not removed', async () => {
  await beat('wkr_1');
  const [seen] = await heartbeats.all();
  await beat('wkr_1');
  const remove = (heartbeat = seen!) => db.transaction((tx) => heartbeats.remove(tx, heartbeat));
  expect(await remove()).toBe(false);
  const [now] = await heartbeats.all();
  expect(now).toMatchObject({ owner: 'wkr_1', beats: seen!.beats + 1 });
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

it('a worker that was silent before this one began is taken for dead once it has missed two beats', async () => {
  const clock = new FakeClock();
  jest.spyOn(performance, 'now').mockImplementation(() => clock.now());
  const { lanes } = await holder('wkr_other');
  for (const owner of ['wkr_other', 'wkr_alive']) await beat(owner);
  await sql`update worker_heartbeats set seen_at = seen_at - ${SILENCE_MS}`.execute(db.on());
  const watch = new DeadWorkerWatch({ db, lanes, heartbeats, clock, owner: 'wkr_1' });
  const alive = async (afterMs: number) => {
    clock.advance(afterMs);
    await watch.look();
    return (await heartbeats.all()).map(({ owner }) => owner).sort();
  };
  expect(await alive(0)).toEqual(['wkr_alive', 'wkr_other']);
  expect(await alive(BEAT_MS)).toEqual(['wkr_alive', 'wkr_other']);
  await beat('wkr_alive');
  expect(await alive(BEAT_MS)).toEqual(['wkr_alive']);
  expect(await lanes.held()).toEqual([]);
});

it('the silence of other workers is not measured again when the release of one fails', async () => {
  const clock = new FakeClock();
  const owners = ['wkr_a', 'wkr_b'];
  for (const owner of owners) await beat(owner);
  const lanes = new GraphileLaneRepository(db, 'wkr_1');
  const watch = new DeadWorkerWatch({ db, lanes, heartbeats, clock, owner: 'wkr_1' });
  await watch.look();
  clock.advance(SILENCE_MS / 2);
  await watch.look();
  clock.advance(SILENCE_MS / 2 + 1);
  jest.spyOn(heartbeats, 'remove').mockRejectedValueOnce(new Error('not now'));
  await expect(watch.look()).rejects.toThrow('not now');
  await watch.look();
  expect(await heartbeats.all()).toEqual([]);
});

it('a lane whose wake-up a dead worker has locked is woken when that worker is found dead', async () => {
  const clock = new FakeClock();
  jest.spyOn(performance, 'now').mockImplementation(() => clock.now());
  const lanes = new GraphileLaneRepository(db, 'wkr_1');
  const locked = async (key: string, ageMs: number) => {
    await db.transaction((tx) => lanes.insert(tx, { ...LANE, key, payload: {} }, 1));
    await sql`
      update graphile_worker._private_jobs set attempts = 1, locked_by = 'pool_dead',
        locked_at = now() - ${ageMs} * interval '1 millisecond'
      where payload->>'key' = ${key}
    `.execute(db.on());
  };
  const woken = async () => {
    const { rows } = await sql<{ key: string }>`
      select payload->>'key' as key from graphile_worker._private_jobs where locked_at is null
    `.execute(db.on());
    return rows.map(({ key }) => key);
  };
  await beat('wkr_1');
  await beat('wkr_other');
  await locked('locked by the dead worker', SILENCE_MS - BEAT_MS);
  await locked('locked a moment ago', 0);
  const watch = new DeadWorkerWatch({ db, lanes, heartbeats, clock, owner: 'wkr_1' });
  await watch.look();
  expect(await woken()).toEqual([]);
  for (const _ of [1, 2]) {
    clock.advance(SILENCE_MS / 2 + 1);
    await watch.look();
  }
  expect(await woken()).toEqual(['locked by the dead worker']);
});
