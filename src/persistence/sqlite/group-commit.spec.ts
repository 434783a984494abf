import SqliteHandle from 'better-sqlite3';
import { Logger } from '@nestjs/common';
import { jest } from '@jest/globals';
import { type EndHooks, hooking, WriteHealth } from '../database/database.js';
import { type ClosableTx, GroupCommit } from './group-commit.js';
import { LogSyncError } from './log-sync.js';

describe('GroupCommit, while the log is synced', () => {
  let writer: SqliteHandle.Database;
  let sut: GroupCommit;
  let syncs: PromiseWithResolvers<undefined>[];
  let failure: Error | undefined;
  let restart: Promise<void> | undefined;
  const ended: string[] = [];

  beforeEach(() => {
    writer = new SqliteHandle(':memory:');
    writer.exec('create table kept (name text)');
    syncs = [];
    failure = undefined;
    restart = undefined;
    ended.splice(0);
    const disk = {
      sync: () => {
        const sync = Promise.withResolvers<undefined>();
        syncs.push(sync);
        return sync.promise.then(() => undefined);
      },
      refuseUnfit: () => {
        if (failure) throw failure;
      },
    };
    const newTx = (hooks: EndHooks) => ({ isOver: false, ...hooking(hooks) }) as ClosableTx;
    sut = new GroupCommit(writer, disk, newTx, new WriteHealth(), { beforeBatch: () => restart });
  });
  afterEach(() => {
    writer.close();
    jest.restoreAllMocks();
  });

  const put = (name: string) =>
    sut
      .transaction(async (tx) => {
        tx.afterCommit(() => ended.push(`${name} hook`));
        writer.prepare('insert into kept values (?)').run(name);
        return Promise.resolve(name);
      })
      .then(() => ended.push(name));
  const count = () => writer.prepare('select count(*) from kept').pluck().get();
  const turns = async (wanted: () => boolean) => {
    while (!wanted()) await new Promise((resolve) => setImmediate(resolve));
  };

  it('reports no commit before the sync ends', async () => {
    const done = put('a');
    await turns(() => syncs.length === 1);
    expect([writer.inTransaction, count(), ended]).toEqual([false, 1, []]);
    syncs[0]!.resolve(undefined);
    await done;
    expect(ended).toEqual(['a hook', 'a']);
  });

  it('commits later units together, with one sync', async () => {
    const all = [put('a')];
    await turns(() => syncs.length === 1);
    all.push(put('b'), put('c'));
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(count()).toBe(1);
    syncs[0]!.resolve(undefined);
    await turns(() => syncs.length === 2);
    expect([count(), ended]).toEqual([3, ['a hook', 'a']]);
    syncs[1]!.resolve(undefined);
    await Promise.all(all);
    expect(syncs).toHaveLength(2);
  });

  it('begins after the last pages of a checkpoint are copied', async () => {
    const copied = Promise.withResolvers<undefined>();
    restart = copied.promise.then(() => undefined);
    const done = put('a');
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(count()).toBe(0);
    restart = undefined;
    copied.resolve(undefined);
    await turns(() => syncs.length === 1);
    syncs[0]!.resolve(undefined);
    await done;
    expect(count()).toBe(1);
  });

  it('reports how long a batch has been waiting for the disk', async () => {
    expect(sut.busyMs).toBe(0);
    const done = put('a');
    await turns(() => syncs.length === 1);
    const now = performance.now();
    const clock = jest.spyOn(performance, 'now').mockReturnValue(now + 5_000);
    expect(sut.busyMs).toBeGreaterThanOrEqual(5_000);
    const next = put('b');
    syncs[0]!.resolve(undefined);
    await turns(() => syncs.length === 2);
    expect(sut.busyMs).toBe(0);
    clock.mockRestore();
    syncs[1]!.resolve(undefined);
    await Promise.all([done, next]);
    await sut.idle();
    expect(sut.busyMs).toBe(0);
  });

  it('has exclusive work alone, however much waits for it, and nothing is written meanwhile', async () => {
    const ends = [0, 1, 2].map(() => Promise.withResolvers<undefined>());
    let running = 0;
    const most: number[] = [];
    const all = ends.map(({ promise }) =>
      sut.exclusively(async () => {
        most.push(++running);
        await promise;
        running--;
      }),
    );
    const done = put('a');
    for (const [at, { resolve }] of ends.entries()) {
      await turns(() => most.length > at);
      expect(count()).toBe(0);
      resolve(undefined);
      await all[at];
    }
    await turns(() => syncs.length === 1);
    syncs[0]!.resolve(undefined);
    await Promise.all([done, ...all]);
    expect([most, count()]).toEqual([[1, 1, 1], 1]);
  });

  it('does not sync when nothing was written', async () => {
    await sut.transaction(() => Promise.resolve(count()));
    expect(syncs).toEqual([]);
  });

  it('fails units that are not on disk, and all later ones', async () => {
    jest.spyOn(Logger.prototype, 'error').mockReturnValue();
    const lost = put('a');
    await turns(() => syncs.length === 1);
    failure = new LogSyncError('gatehouse.db-wal', new Error('EIO'));
    syncs[0]!.reject(failure);
    const refused = { code: 'UNAVAILABLE', cause: { code: 'SQLITE_IOERR_FSYNC' } };
    await expect(lost).rejects.toMatchObject(refused);
    await expect(put('b')).rejects.toMatchObject(refused);
    expect([count(), ended]).toEqual([1, []]);
  });
});
