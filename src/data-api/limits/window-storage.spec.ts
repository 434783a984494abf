import type { Database } from '../../persistence/index.js';
import type { Draw, RateLimitRepository } from './rate-limit.repository.js';
import { WindowStorage } from './window-storage.js';

const MINUTE_MS = 60_000;
const limits = {
  draw: async (_tx: unknown, draws: readonly Draw[]) =>
    draws.map(({ keyId, period, amount }) => ({ keyId, period, hits: amount, endsInMs: MINUTE_MS })),
};
const db = { dialect: 'postgres', transaction: async (work: (tx: object) => Promise<unknown>) => work({}) };

/** Counts a request, and another one of another key after some microtasks; resolves with how many were counted. */
async function countTwo(microtasks: number): Promise<number> {
  const clock = { now: () => 0 };
  const sut = new WindowStorage(limits as unknown as RateLimitRepository, db as unknown as Database, clock);
  let counted = 0;
  const count = (key: string) =>
    sut.increment(key, MINUTE_MS, 100, MINUTE_MS, 'minute').then(() => counted++);
  void count('first');
  for (let each = 0; each < microtasks; each++) await Promise.resolve();
  void count('second');
  await new Promise(setImmediate);
  return counted;
}

it('counts a request that arrives while a draw ends, in whichever microtask', async () => {
  const counted = await Promise.all(Array.from({ length: 60 }, (_, microtasks) => countTwo(microtasks)));
  expect(new Set(counted)).toEqual(new Set([2]));
});
