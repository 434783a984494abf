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

it('draws no more ahead on a slow disk: a kill would cost the key what is not used', async () => {
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
