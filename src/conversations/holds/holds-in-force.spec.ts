import { jest } from '@jest/globals';
import { FakeClock } from '../../../test/support/fake-clock.js';
import type { AccountId, ChannelId, ConversationId, InboundEvent } from '../../channels/index.js';
import type { Database } from '../../persistence/index.js';
import { type Hold, HoldsRepository } from './holds.repository.js';
import { HoldsInForce } from './holds-in-force.js';

const CLOCK = new FakeClock();
const at = (conversation: string, channel = 'imbridge', account = 'a') => ({
  channel: channel as ChannelId,
  account: account as AccountId,
  conversation: conversation as ConversationId,
});
const holdOf = (until: number | null, place = at('one')): Hold => ({
  ...place,
  since: 0,
  until,
  by: 'token:ops',
  note: null,
});

describe('the holds as a process last read them', () => {
  let stored: readonly Hold[];
  let reads: number;
  /** Each answers the next reading; left out = at once. */
  let slow: Promise<unknown>[];
  let sut: HoldsInForce;

  const startOn = (dialect: string) => {
    const db = { dialect } as Database;
    const repository = new HoldsRepository(db, CLOCK);
    repository.all = async () => {
      reads++;
      await slow.shift();
      return stored;
    };
    sut = new HoldsInForce(repository, db);
  };
  const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

  beforeEach(() => {
    jest.useFakeTimers();
    [stored, reads, slow] = [[], 0, []];
    startOn('sqlite');
  });
  afterEach(async () => {
    await sut.onModuleDestroy();
    jest.useRealTimers();
  });

  it('are none at first, and are found by channel, account and conversation', async () => {
    const eventAt = (conversation: string) =>
      ({ channel: 'imbridge', account: 'a', conversation: { id: conversation } }) as InboundEvent;
    stored = [holdOf(null), holdOf(CLOCK.now(), at('over')), holdOf(CLOCK.now() + 1, at('later'))];
    const held = () =>
      [at('one'), at('over'), at('later'), at('two'), at('one', 'other'), at('one', 'imbridge', 'b')].map(
        (place) => sut.isHeld(place),
      );
    expect([sut.list(), sut.isKnown(eventAt('one')), sut.find(at('one')), held()]).toEqual([
      [],
      false,
      undefined,
      Array(6).fill(false),
    ]);
    await sut.read();
    expect(sut.list()).toEqual(stored);
    expect(held()).toEqual([true, false, true, false, false, false]);
    expect(['one', 'over', 'two'].map((each) => sut.isKnown(eventAt(each)))).toEqual([true, true, false]);
    expect(sut.find(at('over'))).toBe(stored[1]);
    sut.forget(at('one'));
    expect(sut.list()).toEqual(stored.slice(1));
    await sut.forgetPeople();
    expect(sut.list()).toEqual(stored);
  });

  it('are read one after the other, and all followers are notified after each', async () => {
    const heard: number[] = [];
    sut.follow(() => heard.push(sut.list().length));
    sut.follow(() => heard.push(-1));
    const gate = Promise.withResolvers<undefined>();
    slow = [gate.promise];
    const [first, second] = [sut.read(), sut.read()];
    await pass(0);
    expect([reads, heard]).toEqual([1, []]);
    gate.resolve(undefined);
    await first;
    expect(heard).toEqual([0, -1]);
    stored = [holdOf(null)];
    await second;
    expect([reads, heard]).toEqual([2, [0, -1, 1, -1]]);
  });

  it('are read again after a failed reading, whose caller gets the error', async () => {
    slow = [Promise.reject(new Error('no connection'))];
    stored = [holdOf(null)];
    const [first, second] = [sut.read(), sut.read()];
    await expect(first).rejects.toThrow('no connection');
    await second;
    expect(sut.isHeld(at('one'))).toBe(true);
  });

  it('are read twice a second where other replicas may change them, also while that fails', async () => {
    startOn('postgres');
    await sut.read();
    slow = [Promise.reject(new Error('no connection'))];
    await pass(499);
    expect(reads).toBe(1);
    await pass(1);
    expect(reads).toBe(2);
    await pass(499);
    expect(reads).toBe(2);
    await pass(1);
    expect(reads).toBe(3);
  });

  it.each([
    ['not at all without an end', [null], undefined],
    ['at the first of their ends', [null, 10_000, 2_000, 3_000], 2_000],
    ['within a minute', [90_000], 60_000],
    ['after half a second where one is over', [-1, 90_000], 500],
  ])('are read again on an embedded database %s', async (_, ends, wait) => {
    stored = ends.map((end, index) => holdOf(end === null ? null : CLOCK.now() + end, at(`c${index}`)));
    await sut.read();
    await pass((wait ?? 3_600_000) - 1);
    expect(reads).toBe(1);
    await pass(1);
    expect(reads).toBe(wait === undefined ? 1 : 2);
  });

  it('have one look ahead of them, however often they are read', async () => {
    stored = [holdOf(CLOCK.now() + 2_000)];
    await sut.read();
    await pass(1_999);
    await sut.read();
    await pass(1_999);
    expect(reads).toBe(2);
    await pass(1);
    expect(reads).toBe(3);
  });

  it('are read no more once the program ends, which waits for the reading under way', async () => {
    startOn('postgres');
    await sut.read();
    await sut.onModuleDestroy();
    await pass(60_000);
    expect(reads).toBe(1);

    startOn('postgres');
    const gate = Promise.withResolvers<undefined>();
    slow = [gate.promise];
    const reading = sut.read();
    await pass(0);
    let isOver = false;
    const end = sut.onModuleDestroy().then(() => (isOver = true));
    await pass(0);
    expect(isOver).toBe(false);
    gate.resolve(undefined);
    await Promise.all([reading, end]);
    await pass(60_000);
    expect(reads).toBe(2);
  });
});
