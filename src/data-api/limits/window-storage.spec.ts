import { FakeClock } from '../../../test/support/fake-clock.js';
import type { Database, Tx } from '../../persistence/index.js';
import type { Draw, Drawn, RateLimitRepository } from './rate-limit.repository.js';
import { WindowStorage } from './window-storage.js';

const MINUTE_MS = 60_000;
const LIMIT = 100;

/** Turns of the event loop. */
const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
};

it('a slow disk does not make a draw larger, because a kill loses what is not used', async () => {
  let drawn = 0;
  const limits = {
    draw: async (_tx: Tx, [draw]: readonly Draw[]): Promise<Drawn[]> => {
      drawn += draw!.amount;
      const { keyId, period } = draw!;
      const hits = drawn;
      await turns(10);
      return [{ keyId, period, hits, endsInMs: MINUTE_MS }];
    },
  } as unknown as RateLimitRepository;
  const transaction = (work: (tx: Tx) => Promise<unknown>) => work({} as Tx);
  const db = { dialect: 'sqlite', transaction } as unknown as Database;
  const sut = new WindowStorage(limits, db, new FakeClock());
  let most = 0;
  for (let used = 1; used <= LIMIT; used++) {
    await turns(1);
    const { totalHits } = await sut.increment('key', MINUTE_MS, LIMIT, 0, 'minute');
    expect(totalHits).toBe(used);
    most = Math.max(most, drawn - used);
  }
  // A twentieth, and those that are left when it is drawn.
  expect(most).toBeLessThanOrEqual(LIMIT / 20 + 2);
});

const fastLimits = {
  draw: async (_tx: unknown, draws: readonly Draw[]) =>
    draws.map(({ keyId, period, amount }) => ({ keyId, period, hits: amount, endsInMs: MINUTE_MS })),
};
const fastDb = {
  dialect: 'postgres',
  transaction: async (work: (tx: object) => Promise<unknown>) => work({}),
};

/** Counts a request, and another one of another key after some microtasks; resolves with how many were counted. */
async function countTwo(microtasks: number): Promise<number> {
  const clock = new FakeClock();
  const sut = new WindowStorage(
    fastLimits as unknown as RateLimitRepository,
    fastDb as unknown as Database,
    clock,
  );
  let counted = 0;
  const count = (key: string) =>
    sut.increment(key, MINUTE_MS, 100, MINUTE_MS, 'minute').then(() => counted++);
  void count('first');
  for (let each = 0; each < microtasks; each++) await Promise.resolve();
  void count('second');
  await new Promise(setImmediate);
  return counted;
}

it('a request that arrives while a draw ends is counted, in whichever microtask', async () => {
  const counted = await Promise.all(Array.from({ length: 60 }, (_, microtasks) => countTwo(microtasks)));
  expect(new Set(counted)).toEqual(new Set([2]));
});

/** A database of one kind that counts draws, and may do something during each. */
function countingStorage(dialect: string, { clock = new FakeClock(), during = (): void => undefined } = {}) {
  const hits = new Map<string, number>();
  let draws = 0;
  const limits = {
    draw: async (_tx: unknown, [draw]: readonly Draw[]): Promise<Drawn[]> => {
      const { keyId, period, amount, lengthMs } = draw!;
      draws++;
      hits.set(keyId, (hits.get(keyId) ?? 0) + amount);
      during();
      return [{ keyId, period, hits: hits.get(keyId)!, endsInMs: lengthMs }];
    },
  };
  const db = { ...fastDb, dialect };
  const sut = new WindowStorage(limits as unknown as RateLimitRepository, db as unknown as Database, clock);
  const count = (key = 'k') => sut.increment(key, MINUTE_MS, 1_000, MINUTE_MS, 'minute');
  return { sut, count, draws: () => draws };
}

it.each([
  ['sqlite', 1, 8, 40],
  // Other replicas count in the same row.
  ['postgres', 40, 40, undefined],
])('on %s 40 requests in a row take %i to %i draws; the count in memory is %p', async (...row) => {
  const [dialect, least, most, counted] = row;
  const { sut, count, draws } = countingStorage(dialect);
  for (let used = 1; used <= 40; used++) {
    expect((await count()).totalHits).toBe(used);
    // What is drawn ahead arrives.
    await turns(1);
  }
  expect(draws()).toBeGreaterThanOrEqual(least);
  expect(draws()).toBeLessThanOrEqual(most);
  expect(sut.counted({ keyId: 'k', period: 'minute' })?.hits).toBe(counted);
});

it('a request whose window ends while it is drawn is counted by the next draw', async () => {
  const clock = new FakeClock();
  let isFirst = true;
  const during = () => {
    if (isFirst) clock.advance(MINUTE_MS);
    isFirst = false;
  };
  const { count, draws } = countingStorage('postgres', { clock, during });
  expect((await count()).timeToExpire).toBe(60);
  expect(draws()).toBe(2);
});

it('forgets windows that are over, from a thousand on, and none that is open', async () => {
  const clock = new FakeClock();
  const { sut, count } = countingStorage('sqlite', { clock });
  for (let n = 0; n < 990; n++) await count(`old ${n}`);
  clock.advance(MINUTE_MS - 1);
  for (let n = 0; n < 10; n++) await count(`open ${n}`);
  await turns(1);
  clock.advance(1);
  expect(sut.remembered).toBe(1_000);
  await count('new');
  expect(sut.remembered).toBe(11);
  expect(sut.counted({ keyId: 'open 0', period: 'minute' })?.hits).toBe(1);
});
