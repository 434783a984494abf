import { AuditRepository } from '../../src/access-control/audit/audit.repository.js';
import { accountsWorld } from '../support/accounts.js';
import { DATABASES } from '../support/databases.js';

describe.each(DATABASES)('the audit log on %s', (_, open) => {
  const world = accountsWorld(open);

  it('lists only the entries that match every filter, newest first', async () => {
    const { db } = world.database;
    const sut = new AuditRepository(db);
    const entries = [
      ['token:a', 'grant.added', 's1', 1_000],
      ['token:b', 'grant.added', 's1', 2_000],
      ['token:a', 'grant.removed', 's1', 3_000],
      ['token:a', 'grant.added', 's2', 4_000],
      ['token:a', 'grant.added', 's1', 5_000],
    ] as const;
    for (const [actor, action, subject, at] of entries)
      await db.transaction((tx) => sut.append(tx, { actor, action, subject, at, details: {}, change: null }));
    const timesOf = async (...args: Parameters<AuditRepository['page']>) =>
      (await sut.page(...args)).map(({ at }) => at).filter((at) => at <= 5_000);
    expect(await timesOf(50, undefined, { actor: 'token:b' })).toEqual([2_000]);
    expect(await timesOf(50, undefined, { action: 'grant.removed' })).toEqual([3_000]);
    expect(await timesOf(50, undefined, { subject: 's2' })).toEqual([4_000]);
    expect(await timesOf(50, undefined, { since: 2_000, until: 4_000 })).toEqual([3_000, 2_000]);
    const narrow = { actor: 'token:a', action: 'grant.added', subject: 's1' };
    expect(await timesOf(50, undefined, narrow)).toEqual([5_000, 1_000]);
    const [newest] = await sut.page(1, undefined, narrow);
    expect(await timesOf(1, newest?.seq, narrow)).toEqual([1_000]);
  });
});
