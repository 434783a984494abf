import type { Ending } from '../../../src/data-api/requests/data-request.js';
import { DataRequestRepository } from '../../../src/data-api/requests/data-request.repository.js';
import type { Database } from '../../../src/persistence/index.js';

const FAILED: Ending = {
  status: 'failed',
  error: { code: 'INTERNAL', message: '', details: '' },
  durationMs: 1,
};

/** Runs each operation of the data request repository once. */
export async function runDataRequestOperations(db: Database): Promise<void> {
  const sut = new DataRequestRepository(db);
  const user = { id: 'usr_1', display_name: '', email: '', email_key: '', status: 'active' as const };
  await db.transaction(async (tx) => {
    await db
      .on(tx)
      .insertInto('users')
      .values({ ...user, created_at: 1, updated_at: 1 })
      .execute();
    const what = { userId: user.id, processor: 'profile', inputBytes: 1, options: {}, createdAt: 1 } as const;
    const claim = { key: 'k', fingerprint: 'f' };
    await sut.insert(tx, { ...what, id: 'dpr_1', claim, progress: { status: 'processing', leaseUntil: 1 } });
    await sut.insert(tx, { ...what, id: 'dpr_2', input: 'x', progress: { status: 'queued' } });
    await sut.findByKey(tx, user.id, claim.key);
    await sut.freeKey(tx, user.id, claim.key, 0);
    await sut.renewLease(tx, 'dpr_1', 1, 2);
    await sut.end(tx, 'dpr_1', FAILED, 2);
    await sut.abandon(tx, 'dpr_1', 2);
    await sut.countWaiting(tx, user.id);
    await sut.begin(tx, 'dpr_2');
  });
  await sut.find(user.id, 'dpr_1');
  await sut.findWaiting('dpr_2');
  await db.transaction((tx) => sut.end(tx, 'dpr_2', FAILED));
  await db.transaction((tx) => sut.deleteOlderThan(tx, 2, 10));
}
