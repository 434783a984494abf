import type { Response } from 'supertest';
import type { RequestLimits } from '../../src/access-control/index.js';
import type { Clock } from '../../src/common/index.js';
import { RateLimitRepository } from '../../src/data-api/limits/rate-limit.repository.js';
import { WindowStorage } from '../../src/data-api/limits/window-storage.js';
import { DatabaseUnavailableError } from '../../src/persistence/index.js';
import { GraphileJobQueue } from '../../src/persistence/postgres/jobs/graphile-job-queue.js';
import { PostgresDatabase } from '../../src/persistence/postgres/postgres-database.js';
import { DATABASES, type TestDatabase } from '../support/databases.js';
import { FakeClock } from '../support/fake-clock.js';
import { type LimitedApp, limitsIn, startLimitedApp, windowsIn } from '../support/limited-app.js';
import { borrowDatabase } from '../support/postgres-databases.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let database: TestDatabase;
let clock: FakeClock;
let apps: LimitedApp[];

const start = async (limits: Partial<RequestLimits> = {}) => {
  const app = await startLimitedApp(database, { clock, limits });
  apps.push(app);
  return app;
};
const statuses = async (app: LimitedApp, times: number, key = 'k') => {
  const found: number[] = [];
  for (let n = 0; n < times; n++) found.push((await app.call(key)).status);
  return found;
};
const accepted = (found: readonly number[]) => found.filter((status) => status === 200).length;
const retryAfter = ({ headers }: Response) => Number((headers as Record<string, string>)['retry-after']);

describe.each(DATABASES)('limits of API keys on %s', (_, open) => {
  beforeEach(async () => {
    database = await open();
    clock = new FakeClock(Date.now());
    apps = [];
  });
  afterEach(async () => {
    for (const app of apps) await app.close();
    await database.close();
  });

  it('accept exactly 100 calls of 8 parallel clients in a minute, and refuse the rest with 429', async () => {
    const app = await start();
    const client = () => statuses(app, 20);
    const found = (await Promise.all(Array.from({ length: 8 }, client))).flat();
    expect([accepted(found), found.length, new Set(found)]).toEqual([100, 160, new Set([200, 429])]);
    const refused = await app.call('k');
    expect(refused.body).toEqual({
      error: {
        code: 'RATE_LIMITED',
        message: 'Too many requests.',
        details: expect.stringMatching(
          /^try again in \d+ s: 100 requests per minute are allowed \(dataApi\.limits\.perMinute\)$/,
        ),
      },
    });
    const [limit, remaining, reset] = limitsIn(refused);
    expect([limit, remaining, reset]).toEqual([100, 0, retryAfter(refused)]);
    expect(reset).toBeGreaterThan(0);
    expect(reset).toBeLessThanOrEqual(60);
  });

  it('are shown in every answer to a key, errors too, and in no other', async () => {
    const app = await start();
    expect(limitsIn(await app.call('k')).slice(0, 2)).toEqual([100, 99]);
    const missing = await app.call('k', '/v1/missing');
    expect([missing.status, ...limitsIn(missing).slice(0, 2)]).toEqual([404, 100, 98]);
    expect(limitsIn(await app.call('other')).slice(0, 2)).toEqual([100, 99]);
    expect(limitsIn(await app.call('', '/open'))).toEqual([undefined, undefined, undefined]);
    expect(limitsIn(await app.call(''))).toEqual([undefined, undefined, undefined]);
    expect(limitsIn(await app.call('k')).slice(0, 2)).toEqual([100, 97]);
  });

  it('can be set for each key, and change with its next request', async () => {
    const app = await start({ perMinute: 2 });
    expect(await statuses(app, 4, 'k:{"perMinute":3}')).toEqual([200, 200, 200, 429]);
    expect(await statuses(app, 1, 'k:{"perMinute":9}')).toEqual([200]);
    expect(await statuses(app, 3, 'other')).toEqual([200, 200, 429]);
    expect(await statuses(app, 3, 'third:{"perMinute":50,"perDay":1}')).toEqual([200, 429, 429]);
  });

  it('follow a change of the configuration', async () => {
    const app = await start({ perMinute: 1 });
    expect(await statuses(app, 2)).toEqual([200, 429]);
    app.reconfigure({ perMinute: 4 });
    expect(await statuses(app, 3)).toEqual([200, 200, 429]);
  });

  it('show the tightest window', async () => {
    const app = await start({ perMinute: 10, perHour: 3, perDay: 4 });
    expect(limitsIn(await app.call('k')).slice(0, 2)).toEqual([3, 2]);
    await app.call('k');
    const [limit, remaining, reset] = limitsIn(await app.call('k'));
    expect([limit, remaining]).toEqual([3, 0]);
    expect(reset).toBeGreaterThan(3_500);
    const refused = await app.call('k');
    expect([refused.status, limitsIn(refused)[0]]).toEqual([429, 3]);
    expect(limitsIn(await app.call('k'))[0]).toBe(4);
  });

  it('survive an orderly restart exactly', async () => {
    const first = await start();
    await statuses(first, 37);
    await first.close();
    const second = await start();
    expect(limitsIn(await second.call('k')).slice(0, 2)).toEqual([100, 62]);
    expect(accepted(await statuses(second, 70))).toBe(62);
  });

  it('accept no more calls after a kill, and at most 8 fewer', async () => {
    const first = await start();
    await statuses(first, 37);
    await first.crash();
    const second = await start();
    const passed = accepted(await statuses(second, 70));
    expect(passed).toBeLessThanOrEqual(63);
    expect(passed).toBeGreaterThanOrEqual(database.db.dialect === 'sqlite' ? 63 - 8 : 63);
  });

  it('answer 503 when requests cannot be counted, and count again afterwards', async () => {
    const app = await start();
    const { db } = database;
    const transaction = db.transaction.bind(db);
    db.transaction = () => Promise.reject(new DatabaseUnavailableError('away'));
    const away = await app.call('k');
    expect([away.status, (away.body as { error: { code: string } }).error.code]).toEqual([
      503,
      'UNAVAILABLE',
    ]);
    db.transaction = transaction;
    expect((await app.call('k')).status).toBe(200);
  });

  it('block no key for longer than its window after a clock ran ahead', async () => {
    const first = await start({ perMinute: 2 });
    expect(await statuses(first, 3)).toEqual([200, 200, 429]);
    await first.close();
    await database.db.transaction((tx) =>
      database.db
        .on(tx)
        .updateTable('rate_limits')
        .set((eb) => ({ ends_at: eb('ends_at', '+', 8 * HOUR) }))
        .execute(),
    );
    const second = await start({ perMinute: 2 });
    const refused = await second.call('k');
    expect(refused.status).toBe(429);
    expect(retryAfter(refused)).toBeLessThanOrEqual(60);
  });

  it('lock their rows in one order, so that two replicas cannot wait for each other', async () => {
    const limits = new RateLimitRepository(database.db);
    const draws = ['b day', 'a minute', 'b hour', 'a day', 'a hour'].map((id) => {
      const [keyId = '', period = ''] = id.split(' ');
      return { keyId, period, amount: 1, lengthMs: MINUTE };
    });
    const drawn = await database.db.transaction((tx) => limits.draw(tx, draws, Date.now()));
    // PostgreSQL returns rows as it locks them.
    expect(drawn.map(({ keyId, period }) => `${keyId} ${period}`)).toEqual([
      'a day',
      'a hour',
      'a minute',
      'b day',
      'b hour',
    ]);
  });

  it('list open windows, those with the most requests first', async () => {
    const limits = new RateLimitRepository(database.db);
    const draw = (keyId: string, amount: number, lengthMs: number) =>
      database.db.transaction((tx) =>
        limits.draw(tx, [{ keyId, period: 'minute', amount, lengthMs }], Date.now()),
      );
    for (const [keyId, amount] of [
      ['few', 2],
      ['most', 9],
      ['some', 5],
    ] as const)
      await draw(keyId, amount, HOUR);
    await draw('ended', 99, -1);
    const open = await limits.open(Date.now(), 2);
    expect(open.map(({ keyId, period, hits }) => [keyId, period, hits])).toEqual([
      ['most', 'minute', 9],
      ['some', 'minute', 5],
    ]);
    expect(open.every(({ endsAt }) => endsAt > Date.now())).toBe(true);
    expect(await limits.openOf([], Date.now())).toEqual([]);
  });

  it('delete windows that are over, and no others', async () => {
    const app = await start();
    await app.call('k');
    const limits = new RateLimitRepository(database.db);
    const rows = async () =>
      (await database.db.on().selectFrom('rate_limits').select('period').execute()).length;
    const sweep = (before: number) =>
      database.db.transaction((tx) => limits.deleteOlderThan(tx, before, 500));
    expect([await sweep(Date.now()), await rows()]).toEqual([0, 3]);
    expect([await sweep(Date.now() + HOUR + MINUTE), await rows()]).toEqual([2, 1]);
  });
});

describe('windows of limits on SQLite', () => {
  beforeEach(async () => {
    database = await DATABASES[0]![1]();
    clock = new FakeClock();
    apps = [];
  });
  afterEach(async () => {
    for (const app of apps) await app.close();
    await database.close();
  });

  it.each([
    ['minute', 'perMinute', MINUTE],
    ['hour', 'perHour', HOUR],
    ['day', 'perDay', DAY],
  ])('of a %s begin with its first request and end to the millisecond', async (_, name, ms) => {
    const app = await start({ perMinute: 1_000, perHour: 1_000, perDay: 1_000, [name]: 5 });
    clock.advance(123_456_789);
    expect(limitsIn(await app.call('k'))).toEqual([5, 4, ms / 1000]);
    clock.advance(ms - 1);
    expect(limitsIn(await app.call('k'))).toEqual([5, 3, 1]);
    expect(await statuses(app, 5)).toEqual([200, 200, 200, 429, 429]);
    const refused = await app.call('k');
    expect([refused.status, retryAfter(refused)]).toEqual([429, 1]);
    clock.advance(1);
    expect(limitsIn(await app.call('k'))).toEqual([5, 4, ms / 1000]);
    clock.advance(ms / 2);
    expect(limitsIn(await app.call('k'))).toEqual([5, 3, ms / 2000]);
  });

  it('are all shown in the standard headers, also with a refusal', async () => {
    const app = await start({ perMinute: 2, perHour: 50, perDay: 1_000 });
    const policy = '"minute";q=2;w=60, "hour";q=50;w=3600, "day";q=1000;w=86400';
    expect(windowsIn(await app.call('k'))).toEqual([
      policy,
      '"minute";r=1;t=60, "hour";r=49;t=3600, "day";r=999;t=86400',
    ]);
    clock.advance(10_500);
    await app.call('k');
    const refused = await app.call('k');
    expect([refused.status, ...windowsIn(refused)]).toEqual([
      429,
      policy,
      '"minute";r=0;t=50, "hour";r=47;t=3590, "day";r=997;t=86390',
    ]);
    expect(windowsIn(await app.call('k:{"perHour":60}'))[0]).toContain('"hour";q=60;w=3600');
    expect(windowsIn(await app.call('', '/open'))).toEqual([undefined, undefined]);
  });

  it('are not longer when the clock is set back', async () => {
    const app = await start({ perMinute: 5 });
    clock.advance(8 * HOUR);
    await app.call('k');
    clock.jump(-8 * HOUR);
    const [, remaining, reset] = limitsIn(await app.call('k'));
    expect([remaining, reset]).toEqual([3, 60]);
    clock.advance(MINUTE);
    expect(limitsIn(await app.call('k'))).toEqual([5, 4, 60]);
  });

  it('count refused requests too', async () => {
    const app = await start({ perMinute: 2, perHour: 6, perDay: 100 });
    expect(await statuses(app, 5)).toEqual([200, 200, 429, 429, 429]);
    clock.advance(MINUTE);
    expect(limitsIn(await app.call('k')).slice(0, 2)).toEqual([6, 0]);
    const refused = await app.call('k');
    expect([refused.status, retryAfter(refused)]).toEqual([429, 59 * 60]);
  });

  it('of an hour are exact however its minutes end', async () => {
    const app = await start({ perMinute: 100, perHour: 30, perDay: 1_000 });
    for (let minute = 0; minute < 10; minute++) {
      expect(await statuses(app, 3)).toEqual([200, 200, 200]);
      clock.advance(MINUTE);
    }
    expect((await app.call('k')).status).toBe(429);
  });

  it('survive a restart until they end', async () => {
    const first = await start({ perMinute: 3 });
    await statuses(first, 3);
    await first.close();
    clock.advance(MINUTE - 1);
    const second = await start({ perMinute: 3 });
    expect(await statuses(second, 1)).toEqual([429]);
    clock.advance(1);
    expect(await statuses(second, 4)).toEqual([200, 200, 200, 429]);
  });

  it('of thousands of keys are not all kept in memory', async () => {
    const storage = new WindowStorage(new RateLimitRepository(database.db), database.db, clock);
    for (let round = 0; round < 30; round++) {
      const keys = Array.from({ length: 100 }, (_, n) => `key${round}x${n}`);
      await Promise.all(keys.map((key) => storage.increment(key, MINUTE, 100, MINUTE, 'minute')));
      clock.advance(MINUTE);
    }
    expect(storage.remembered).toBeLessThan(2_100);
  });
});

describe('limits on two replicas', () => {
  beforeEach(async () => {
    clock = new FakeClock(Date.now());
    apps = [];
  });

  it('are counted by the clock of the database, whatever that of a replica says', async () => {
    const { url, release } = await borrowDatabase();
    const db = await PostgresDatabase.open(url);
    const limits = new RateLimitRepository(db);
    const hitsAt = async (now: number) => {
      const draws = [{ keyId: 'k', period: 'minute', amount: 1, lengthMs: MINUTE }];
      return (await db.transaction((tx) => limits.draw(tx, draws, now)))[0]?.hits;
    };
    expect([await hitsAt(Date.now()), await hitsAt(Date.now() + HOUR), await hitsAt(0)]).toEqual([1, 2, 3]);
    await db.close();
    await release();
  });

  it('accept exactly 100 calls of all clients, and reset after their window', async () => {
    const { url, release } = await borrowDatabase();
    const replicas = await Promise.all([1, 2].map(() => PostgresDatabase.open(url)));
    const opened = replicas.map((db) => ({
      db,
      makeQueue: (now: Clock) => new GraphileJobQueue(db, now),
      close: () => db.close(),
    }));
    const [one, two] = await Promise.all(opened.map((each) => startLimitedApp(each, { clock })));
    const clients = [one!, two!, one!, two!, one!, two!, one!, two!];
    const found = (await Promise.all(clients.map((app) => statuses(app, 20)))).flat();
    expect(accepted(found)).toBe(100);
    await replicas[0]!.transaction((tx) =>
      replicas[0]!
        .on(tx)
        .updateTable('rate_limits')
        .set({ ends_at: 1 })
        .where('period', '=', 'minute')
        .execute(),
    );
    expect([limitsIn(await one!.call('k'))[1], limitsIn(await two!.call('k'))[1]]).toEqual([99, 98]);
    for (const app of [one!, two!]) await app.close();
    for (const { close } of opened) await close();
    await release();
  });
});
