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
