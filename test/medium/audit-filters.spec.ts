import { AuditLog, SYSTEM } from '../../src/access-control/index.js';
import { accountsWorld } from '../support/accounts.js';
import { DATABASES } from '../support/databases.js';
import { deleteOlder } from '../support/delete-older.js';

describe.each(DATABASES)('the audit log on %s', (_, open) => {
  const world = accountsWorld(open);

  it('lists only the entries that match every filter, newest first', async () => {
    const { db } = world.database;
    let now = 0;
    const sut = new AuditLog(db, { now: () => now, elapsed: () => now });
    const entries = [
      ['token:a', 'grant.added', 's1', 1_000],
      ['token:b', 'grant.added', 's1', 2_000],
      ['token:a', 'grant.removed', 's1', 3_000],
      ['token:a', 'grant.added', 's2', 4_000],
      ['token:a', 'grant.added', 's1', 5_000],
    ] as const;
    for (const [id, action, subject, at] of entries) {
      now = at;
      await db.transaction((tx) => sut.record(tx, { id, role: 'owner' }, { action, subject }));
    }
    const timesOf = async (...args: Parameters<AuditLog['list']>) =>
      (await sut.list(...args)).map(({ at }) => at).filter((at) => at <= 5_000);
    expect(await timesOf(50, undefined, { actor: 'token:b' })).toEqual([2_000]);
    expect(await timesOf(50, undefined, { action: 'grant.removed' })).toEqual([3_000]);
    expect(await timesOf(50, undefined, { subject: 's2' })).toEqual([4_000]);
    expect(await timesOf(50, undefined, { since: 2_000, until: 4_000 })).toEqual([3_000, 2_000]);
    const narrow = { actor: 'token:a', action: 'grant.added', subject: 's1' };
    expect(await timesOf(50, undefined, narrow)).toEqual([5_000, 1_000]);
    const [newest] = await sut.list(1, undefined, narrow);
    expect(await timesOf(1, newest?.seq, narrow)).toEqual([1_000]);
  });

  it('gives what came since an entry, oldest first, and is deleted by age', async () => {
    const { db } = world.database;
    const { audit, clock } = { ...world.sut, clock: world.clock };
    expect(await audit.latest()).toBeUndefined();
    const heard: unknown[] = [];
    audit.onEntry(async (_tx, actor, entry) => void heard.push([actor, entry]));
    const change = { before: {}, after: { name: 'x'.repeat(1_001) } };
    const acts = [
      { action: 'a', subject: '1', details: { why: 'w' }, change },
      { action: 'b', subject: '2' },
      { action: 'c', subject: '3' },
    ];
    const begin = clock.now();
    for (const act of acts) {
      await db.transaction((tx) => audit.record(tx, SYSTEM, act));
      clock.advance(1_000);
    }
    // What listens has the whole value, the log a bounded one.
    expect(heard).toEqual(acts.map((act) => [SYSTEM, act]));
    const last = (await audit.latest())!;
    const [first] = await audit.since({ after: 0, upTo: last, limit: 1 });
    expect(first).toEqual({
      seq: expect.any(Number),
      at: begin,
      actor: 'system',
      action: 'a',
      subject: '1',
      details: { why: 'w' },
      change: { before: {}, after: { name: `${'x'.repeat(1_000)}… (1001 characters)` } },
    });
    const since = async (range: object) =>
      (await audit.since({ after: first!.seq, upTo: last, limit: 9, ...range })).map(({ action }) => action);
    expect(await since({})).toEqual(['b', 'c']);
    expect(await since({ after: 0, upTo: last - 1 })).toEqual(['a', 'b']);
    expect(await since({ after: 0, actions: ['c', 'a'] })).toEqual(['a', 'c']);
    expect(await since({ after: 0, actions: ['x'] })).toEqual([]);
    const [, second] = await audit.since({ after: 0, upTo: last, limit: 9 });
    expect([second?.details, second?.change]).toEqual([{}, null]);
    expect(await deleteOlder(db, audit, begin + 2_000, 1)).toBe(1);
    expect(await since({ after: 0 })).toEqual(['b', 'c']);
    expect(await deleteOlder(db, audit, begin + 2_000, 9)).toBe(1);
    expect(await since({ after: 0 })).toEqual(['c']);
  });
});
