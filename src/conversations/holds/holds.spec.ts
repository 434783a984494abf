import { jest } from '@jest/globals';
import { Registry } from 'prom-client';
import { eventually } from '../../../test/support/eventually.js';
import { FakeClock } from '../../../test/support/fake-clock.js';
import type { AccountId, ChannelId, ConversationId } from '../../channels/index.js';
import type { Database, Tx } from '../../persistence/index.js';
import {
  type HeldPlace,
  type Hold,
  HoldsRepository,
  type HoldTerms,
  type OpenMessage,
  type StoredHold,
} from './holds.repository.js';
import { HoldGauge } from './hold-gauge.js';
import type { HoldRecord } from './hold-record.service.js';
import type { HoldsInForce } from './holds-in-force.js';
import { Holds, OWNER } from './holds.service.js';
import type { OpenMessages } from './open-messages.service.js';

const ACTOR = { id: 'token:ops', role: 'operator' } as const;
const at = (conversation: string): HeldPlace => ({
  channel: 'imbridge' as ChannelId,
  account: 'a' as AccountId,
  conversation: conversation as ConversationId,
});
const OPEN_END: HoldTerms = { until: null, note: null };
const OPEN: OpenMessage = { eventId: 'evt_1', sessionKey: 's', payload: '{}' };
const MINUTE = 60_000;

describe('the holds of conversations', () => {
  let clock: FakeClock;
  let stored: Map<string, StoredHold>;
  /** What this process knows of them. */
  let known: Hold[];
  let done: string[];
  let isAnswerable: boolean;
  /** The open transactions at each look. */
  let writers: string[][];
  /** How many transactions fail. */
  let failures: number;
  let follower: () => void;
  let reading: () => Promise<void>;
  let sut: Holds;

  const short = ({ conversation, until }: Hold) => `${conversation} ${until === null ? '-' : until - BEGIN}`;
  let BEGIN: number;

  beforeEach(() => {
    clock = new FakeClock();
    BEGIN = clock.now();
    [stored, known, done, isAnswerable, writers] = [new Map(), [], [], true, []];
    failures = 0;
    reading = async () => {
      done.push('read');
      known = [...stored.values()];
    };
    const db = {
      transaction: async <T>(work: (tx: Tx) => Promise<T>) => {
        if (failures > 0) {
          failures--;
          throw new Error('no connection');
        }
        const hooks: (() => void)[] = [];
        const result = await work({ afterCommit: (hook: () => void) => void hooks.push(hook) } as Tx);
        done.push('commit');
        for (const hook of hooks) hook();
        return result;
      },
      lockScope: async (_tx: Tx, scope: string) => void done.push(`lock ${scope}`),
    } as unknown as Database;
    const repository = new HoldsRepository(db, clock);
    repository.all = async () => [...stored.values()];
    repository.find = async (_tx, { conversation }) => {
      const hold = stored.get(conversation);
      return hold && !repository.isOver(hold) ? hold : undefined;
    };
    repository.upsert = async (_tx, place, by, terms) => {
      const { since = clock.now(), open } = stored.get(place.conversation) ?? {};
      const hold = { ...place, since, by, ...terms, open };
      stored.set(place.conversation, hold);
      return hold;
    };
    repository.remove = async (_tx, { conversation }, which) => {
      const hold = stored.get(conversation);
      if (!hold || (which === 'over' && !repository.isOver(hold))) return undefined;
      stored.delete(conversation);
      return hold;
    };
    repository.turnsCommitting = async () => {
      done.push('look');
      return new Set(writers.shift());
    };
    const inForce = {
      follow: (listener: () => void) => (follower = listener),
      find: ({ conversation }: HeldPlace) => known.find((each) => each.conversation === conversation),
      list: () => known,
      read: () => reading(),
      forget: ({ conversation }: HeldPlace) => void done.push(`forget ${conversation}`),
    };
    const record = {
      tellBeginning: async (_tx: Tx, hold: Hold) => void done.push(`begin ${short(hold)}`),
      tellEnd: async (_tx: Tx, hold: Hold, end: number) =>
        void done.push(`end ${hold.conversation} ${end - BEGIN}`),
      held: async (_tx: Tx, { id }: { id: string }, hold: Hold, before?: Hold) =>
        void done.push(`held by ${id}: ${short(hold)}, was ${before ? short(before) : 'none'}`),
      released: async (_tx: Tx, { id }: { id: string }, hold: Hold, answers?: string) =>
        void done.push(`released by ${id}: ${short(hold)}, answers ${answers}`),
    };
    const open = {
      reopen: async (_tx: Tx, { eventId }: OpenMessage) => {
        done.push(`reopen ${eventId}`);
        return isAnswerable;
      },
    };
    sut = new Holds(
      ...([db, repository, inForce as unknown as HoldsInForce] as const),
      ...([record as unknown as HoldRecord, open as unknown as OpenMessages] as const),
    );
  });

  const given = (conversation: string, more: Partial<StoredHold> = {}) => {
    const hold: StoredHold = {
      ...at(conversation),
      since: BEGIN,
      until: null,
      by: 'token:ops',
      note: null,
      open: undefined,
      ...more,
    };
    stored.set(conversation, hold);
    known = [...stored.values()];
    return hold;
  };
  const LOCK = 'lock hold:imbridge:a:one';

  it('are read at the start, and listed and counted while they are in force, the oldest first', async () => {
    given('new', { since: BEGIN + 2 });
    given('over', { until: BEGIN });
    given('old', { since: BEGIN - 1, until: BEGIN + 1 });
    given('middle');
    await sut.onModuleInit();
    expect(done).toEqual(['read']);
    expect((await sut.list()).map(({ conversation }) => conversation)).toEqual(['old', 'middle', 'new']);
    const registry = new Registry();
    expect(new HoldGauge(registry, sut)).toBeDefined();
    expect(await registry.metrics()).toMatch(/^gatehouse_holds 3$/m);
  });

  it('are begun behind a lock, told and recorded, read, and outlast the turns that were committing', async () => {
    writers = [['1', '2'], ['2', '3'], ['3']];
    expect(await sut.hold(ACTOR, at('one'), OPEN_END)).toMatchObject({ since: BEGIN, until: null });
    expect(done).toEqual([
      LOCK,
      'begin one -',
      'held by token:ops: one -, was none',
      'commit',
      'read',
      'read',
      'look',
      'look',
      'look',
    ]);
  });

  it('are begun after ten seconds where a turn commits for longer', async () => {
    let now = 0;
    const time = jest.spyOn(performance, 'now').mockImplementation(() => (now += 4_000));
    writers = Array(9).fill(['1']);
    await sut.hold(ACTOR, at('one'), OPEN_END).finally(() => time.mockRestore());
    expect(done.filter((each) => each === 'look')).toHaveLength(3);
  });

  it.each([
    ['the end', { until: MINUTE, note: null }],
    ['the note', { until: null, note: 'refund' }],
  ])('keep their beginning where %s is changed, and are not told again', async (_, { until, note }) => {
    given('one', { since: BEGIN - 9, open: OPEN });
    const terms = { until: until === null ? null : BEGIN + until, note };
    expect(await sut.hold(ACTOR, at('one'), terms)).toMatchObject({ since: BEGIN - 9, ...terms });
    expect(done.slice(0, 3)).toEqual([LOCK, `held by token:ops: one ${until ?? '-'}, was one -`, 'commit']);
  });

  it('stay as they are where nothing of their terms is new', async () => {
    const hold = given('one', { until: BEGIN + MINUTE, note: 'refund', by: 'token:other' });
    expect(await sut.hold(ACTOR, at('one'), { until: BEGIN + MINUTE, note: 'refund' })).toBe(hold);
    expect(done).toEqual([LOCK, 'commit', 'read', 'look']);
  });

  it('that are over are ended, as of their end, before another begins', async () => {
    given('one', { until: BEGIN + 5 });
    clock.advance(9);
    await sut.hold(ACTOR, at('one'), OPEN_END);
    expect(done.slice(0, 5)).toEqual([
      LOCK,
      'end one 5',
      'released by system: one 5, answers undefined',
      'begin one -',
      'held by token:ops: one -, was none',
    ]);
  });

  it.each([
    ['answers its open message', { open: OPEN, isAnswered: true, answers: 'evt_1' }],
    ['answers none that was taken back', { open: OPEN, isAnswered: true, answers: undefined }],
    ['answers none where that is not wanted', { open: OPEN, isAnswered: false, answers: undefined }],
    ['answers none where there is none', { open: undefined, isAnswered: true, answers: undefined }],
  ])('one that is handed back %s', async (_, { open, isAnswered, answers }) => {
    const hold = given('one', { open, until: BEGIN + MINUTE });
    isAnswerable = answers !== undefined;
    clock.advance(3);
    expect(await sut.release(ACTOR, at('one'), isAnswered)).toEqual({ hold, answers });
    expect(done).toEqual([
      ...(open && isAnswered ? ['reopen evt_1'] : []),
      'end one 3',
      `released by token:ops: one ${MINUTE}, answers ${answers}`,
      'commit',
      'read',
      'read',
    ]);
  });

  it('that no one has are handed back without a word', async () => {
    expect(await sut.release(ACTOR, at('one'), true)).toEqual({ hold: undefined, answers: undefined });
    expect(done).toEqual(['commit', 'read']);
  });

  it('are asked for without a query, and end with the question once they are over', async () => {
    given('one', { until: BEGIN + 1 });
    const isHeld = async () => [await sut.isHeld(at('one')), await sut.isHeld(at('two'))];
    expect([await isHeld(), done]).toEqual([[true, false], []]);
    expect([await sut.isHeldIn({} as Tx, at('one')), await sut.isHeldIn({} as Tx, at('two'))]).toEqual([
      true,
      false,
    ]);
    clock.advance(1);
    expect(await sut.isHeldIn({} as Tx, at('one'))).toBe(false);
    expect(await isHeld()).toEqual([false, false]);
    expect(done).toEqual([
      'end one 1',
      'released by system: one 1, answers undefined',
      'commit',
      'read',
      'forget one',
    ]);
  });

  it('that another replica has prolonged meanwhile are not ended here', async () => {
    given('one', { until: BEGIN });
    stored.set('one', { ...stored.get('one')!, until: BEGIN + MINUTE });
    expect(await sut.isHeld(at('one'))).toBe(false);
    expect([[...stored.keys()], done]).toEqual([['one'], ['commit', 'forget one']]);
  });

  it('that are over are ended at each reading, also behind one that cannot be', async () => {
    await sut.onModuleInit();
    given('one', { until: BEGIN });
    given('two');
    given('three', { until: BEGIN });
    failures = 1;
    follower();
    await eventually(() => done.includes('forget three'));
    expect([...stored.keys()]).toEqual(['one', 'two']);
    expect(done).not.toContain('forget two');
    expect(failures).toBe(0);
  });

  it('are known although a reading that follows a commit fails', async () => {
    given('one');
    let readings = 0;
    reading = async () => {
      if (++readings === 1) throw new Error('no connection');
    };
    await expect(sut.release(ACTOR, at('one'), false)).resolves.toBeDefined();
    expect(readings).toBe(2);
  });

  describe('for the owner who writes with the account', () => {
    const write = (forMs: number, since: number) =>
      sut.holdForOwner({ afterCommit: () => undefined } as never, at('one'), forMs, since);

    it('last as long from the message on, unless that is over', async () => {
      await write(MINUTE, BEGIN - MINUTE);
      expect(done).toEqual([]);
      await write(MINUTE, BEGIN - MINUTE + 1);
      expect(stored.get('one')).toMatchObject({ until: BEGIN + 1, by: OWNER.id, note: null });
    });

    it.each([
      ['stay without an end', null, null],
      ['stay where they last longer', 90_000, 90_000],
      ['stay where a tenth of the time is not gained', 54_001, 54_001],
      ['are prolonged by a tenth of the time, with their note', 54_000, MINUTE],
    ])('%s', async (_, until, then) => {
      const timeOf = (ms: number | null) => (ms === null ? null : BEGIN + ms);
      given('one', { until: timeOf(until), note: 'refund' });
      await write(MINUTE, BEGIN);
      const by = until === then ? 'token:ops' : 'account-owner';
      expect(stored.get('one')).toMatchObject({ until: timeOf(then), note: 'refund', by });
    });
  });
});
