import { jest } from '@jest/globals';
import type { Database } from '../persistence/index.js';
import { ErasureWatch } from './erasure-watch.service.js';
import type { ErasuresRepository } from './erasures.repository.js';
import type { PersonalRows } from './rows/personal-rows.repository.js';

describe('the look at erasings of other replicas', () => {
  /** The ids of those under way, each with its person; without one once the rows are erased. */
  let underWay: Record<string, string[] | null>;
  let looks: number;
  /** Answers once it is resolved. */
  let database: Promise<unknown>;
  let forgotten: string[];
  let sut: ErasureWatch;

  const watchOn = (dialect: string) => {
    const find = async () => {
      await database;
      looks++;
      const addresses = (senders: string[]) => senders.map((senderId) => ({ senderId }));
      return Object.entries(underWay).map(([id, senders]) => ({
        id,
        person: senders && { addresses: addresses(senders) },
      }));
    };
    const forget = async (names: readonly string[]) => {
      if (names.includes('broken')) throw new Error('no memory');
      forgotten.push(names.join());
    };
    sut = new ErasureWatch(
      { dialect } as Database,
      { underWay: find } as unknown as ErasuresRepository,
      { forget } as unknown as PersonalRows,
    );
    sut.onApplicationBootstrap();
  };
  const pass = (ms = 500) => jest.advanceTimersByTimeAsync(ms);

  beforeEach(() => {
    jest.useFakeTimers();
    [underWay, looks, forgotten, database] = [{}, 0, [], Promise.resolve()];
  });
  afterEach(async () => {
    await sut.onModuleDestroy();
    jest.useRealTimers();
  });

  it('has each person forgotten when their erasing begins, and when it has ended', async () => {
    watchOn('postgres');
    underWay = { ers_1: ['ann', 'ann@example.org'], ers_2: null };
    await pass(499);
    expect(looks).toBe(0);
    await pass(1);
    expect(forgotten).toEqual(['ann,ann@example.org']);
    underWay.ers_3 = ['ben'];
    await pass();
    await pass();
    expect(forgotten.slice(1)).toEqual(['ben']);
    underWay.ers_1 = null;
    await pass();
    await pass();
    expect(forgotten.slice(2)).toEqual(['ann,ann@example.org']);
    expect(looks).toBe(5);
  });

  it('is made again after one that has failed', async () => {
    watchOn('postgres');
    underWay = { ers_1: ['broken'] };
    await pass();
    underWay = { ers_1: ['ann'] };
    await pass();
    expect(forgotten).toEqual(['ann']);
  });

  it('is not made on an embedded database', async () => {
    watchOn('sqlite');
    await pass(60_000);
    expect(looks).toBe(0);
  });

  it('ends with the program, which waits for the one under way', async () => {
    watchOn('postgres');
    const slow = Promise.withResolvers<undefined>();
    database = slow.promise;
    await pass();
    let isOver = false;
    const end = sut.onModuleDestroy().then(() => (isOver = true));
    await pass(0);
    expect(isOver).toBe(false);
    slow.resolve(undefined);
    await end;
    await pass(60_000);
    expect(looks).toBe(1);

    watchOn('postgres');
    await sut.onModuleDestroy();
    await pass(60_000);
    expect(looks).toBe(1);
  });
});
