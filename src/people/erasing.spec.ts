import { jest } from '@jest/globals';
import { FakeClock } from '../../test/support/fake-clock.js';
import type { AuditLog } from '../access-control/index.js';
import type { ClaimedJob, Database } from '../persistence/index.js';
import type { ErasuresRepository } from './erasures.repository.js';
import { Footprint, type Person } from './person.js';
import type { PersonalRows } from './rows/personal-rows.repository.js';

/** The waits, in ms, and what may end them. */
const waits: (readonly [ms: number, signal: AbortSignal | undefined])[] = [];
let clock: FakeClock;
jest.unstable_mockModule('node:timers/promises', () => ({
  setTimeout: async (ms: number, _value: unknown, { signal }: { signal?: AbortSignal } = {}) => {
    waits.push([ms, signal]);
    clock.advance(ms);
  },
}));
const { ErasingJob } = await import('./erasing.job.js');
const { ErasureRecords } = await import('./erasure-records.service.js');

const PERSON: Person = {
  addresses: [
    { channel: 'imbridge', account: null, senderId: 'ann' },
    { channel: 'workchat', account: null, senderId: 'ann@example.org' },
    { channel: 'imbridge', account: 'second', senderId: 'anna' },
  ],
  userId: null,
  pseudonym: 'erased_x',
};
const ACTOR = { id: 'token:owner', role: 'owner' } as const;

let done: string[];
const noting =
  (name: string) =>
  async (_tx: unknown, ...args: unknown[]) => {
    done.push([name, ...args].join(' '));
  };
const database = (dialect: string) =>
  ({
    dialect,
    transaction: async (work: (tx: unknown) => Promise<unknown>) => {
      await work({});
      done.push('commit');
    },
    expunge: noting('expunge'),
  }) as unknown as Database;
beforeEach(() => {
  done = [];
  waits.length = 0;
  clock = new FakeClock(7);
});

describe('the job that erases a person', () => {
  let erasure: { person: Person | null; finishedAt: number | null } | undefined;
  /** How many looks find a row that was written meanwhile. */
  let late: number;
  /** The events at each look for what is left. */
  let looks: string[];
  const { signal } = new AbortController();

  const erased = (dialect = 'sqlite') => {
    /** Finds one more event each time. */
    const find = async (person: Person, earlier?: Footprint) => {
      const footprint = new Footprint(person);
      if (earlier) footprint.include(earlier);
      footprint.events.add(`e${footprint.events.size}`);
      return footprint;
    };
    const rows = {
      find,
      erase: async ({ events }: Footprint) => void done.push(`erase ${[...events].join()}`),
      forget: async (names: readonly string[]) => void done.push(`forget ${names.join()}`),
      list: async function* ({ events }: Footprint) {
        looks.push([...events].join());
        if (late-- > 0) yield { kind: 'events', record: {} };
      },
    };
    const erasures = {
      find: async (id: string) => (id === 'ers_1' ? erasure : undefined),
      forgetPerson: noting('forgetPerson'),
      finish: noting('finish'),
    };
    return new ErasingJob(
      database(dialect),
      erasures as unknown as ErasuresRepository,
      rows as unknown as PersonalRows,
      clock,
    );
  };
  const handle = (dialect?: string) => {
    const job = {
      payload: { erasureId: 'ers_1' },
      signal,
      hold: noting('hold'),
      complete: noting('complete'),
    };
    return erased(dialect).handle(job as unknown as ClaimedJob);
  };

  beforeEach(() => {
    erasure = { person: PERSON, finishedAt: null };
    late = 0;
    looks = [];
  });

  const NAMES = 'forget ann,ann@example.org,anna';

  it('ends with one commit that forgets them, and one behind the new files of the database', async () => {
    expect(await handle()).toEqual({ kind: 'done' });
    expect(done).toEqual([
      'erase e0',
      NAMES,
      'hold',
      'forgetPerson ers_1',
      'commit',
      'expunge',
      'finish ers_1 507',
      'complete',
      'commit',
    ]);
  });

  it('erases again what is written while it waits, with what it knew before', async () => {
    late = 1;
    await handle();
    expect(done.slice(0, 5)).toEqual(['erase e0', NAMES, 'erase e0,e1', NAMES, 'hold']);
    expect(looks).toEqual(['e0,e1', 'e0,e1,e2']);
    expect(waits).toEqual([
      [500, signal],
      [500, signal],
    ]);
  });

  it('waits for longer where other replicas have yet to learn of it', async () => {
    await handle('postgres');
    expect(waits).toEqual([[1_500, signal]]);
  });

  it('fails after twenty rounds, and is finished neither in the rows nor in the files', async () => {
    late = 20;
    await expect(handle()).rejects.toThrow('keeps arriving');
    expect(done).toHaveLength(40);
    expect(done.filter((each) => each !== NAMES && !each.startsWith('erase '))).toEqual([]);
    done = [];
    late = 19;
    await handle();
    expect(done.at(-2)).toBe('complete');
  });

  it('continues behind the rows where a crash has ended it there', async () => {
    erasure = { person: null, finishedAt: null };
    const rest = ['expunge', 'finish ers_1 7', 'complete', 'commit'];
    await handle();
    expect(done).toEqual(rest);
    // Or where its record is too old by now.
    erasure = undefined;
    await handle();
    expect(done).toEqual([...rest, ...rest]);
  });

  it.each([
    ['is made again', true, { person: PERSON, finishedAt: null }],
    ['is over', false, { person: null, finishedAt: 0 }],
    ['is none', false, undefined],
  ])('that failed %s when it is revived: %s', async (_, is, of) => {
    erasure = of;
    expect(await erased().revived({}, { erasureId: 'ers_1' })).toBe(is);
  });
});

describe('the record of an erasing', () => {
  /** When it is finished, by the clock; undefined = the record is gone. */
  let finishedAt: number | undefined;
  const acts: unknown[] = [];
  const sut = () => {
    const audit = {
      record: async (_tx: unknown, ...act: unknown[]) => void acts.push(act),
    };
    const erasures = {
      insert: async (_tx: unknown, row: unknown) => void acts.push(row),
      find: async () =>
        finishedAt === undefined
          ? undefined
          : { id: 'ers_1', finishedAt: clock.now() >= finishedAt ? finishedAt : null },
    };
    return new ErasureRecords(
      database('sqlite'),
      erasures as unknown as ErasuresRepository,
      audit as unknown as AuditLog,
      clock,
    );
  };
  beforeEach(() => {
    acts.length = 0;
    finishedAt = 0;
  });

  it('says who asked for it, and what there was; the act names no one', async () => {
    const erasure = sut().begin(ACTOR, PERSON, { events: 2, messages: 1 });
    expect(erasure).toEqual({
      id: expect.stringMatching(/^ers_/),
      pseudonym: 'erased_x',
      person: PERSON,
      requestedBy: 'token:owner',
      counts: { events: 2, messages: 1 },
      createdAt: 7,
      finishedAt: null,
    });
    await sut().note({} as never, ACTOR, erasure);
    const details = { channels: 'imbridge workchat', events: '2', messages: '1' };
    expect(acts).toEqual([erasure, [ACTOR, { action: 'person.erased', subject: 'erased_x', details }]]);
  });

  it.each([
    ['their first id', PERSON, 'imbridge:ann', 'imbridge workchat'],
    ['the user', { ...PERSON, userId: 'usr_1' }, 'usr_1', 'imbridge workchat'],
    ['the user without an id', { addresses: [], userId: 'usr_1', pseudonym: 'x' }, 'usr_1', ''],
  ])('has an export under %s', async (_, person, subject, channels) => {
    await sut().noteExport(ACTOR, new Footprint(person));
    expect(acts).toEqual([[ACTOR, { action: 'person.exported', subject, details: { channels } }]]);
    expect(done).toEqual(['commit']);
  });

  const started = () => sut().begin(ACTOR, PERSON, {});

  it.each([
    ['at its end', 107, 107, [100]],
    ['after fifteen seconds, when it continues', 15_108, null, Array<number>(151).fill(100)],
    ['at its end just before that', 15_107, 15_107, Array<number>(151).fill(100)],
  ])('is answered %s', async (_, at, shown, pauses) => {
    finishedAt = at;
    expect(await sut().finished(started())).toEqual({ id: 'ers_1', finishedAt: shown });
    expect(waits.map(([ms]) => ms)).toEqual(pauses);
  });

  it('is answered as it began where it is gone meanwhile', async () => {
    expect(await sut().get('ers_1')).toEqual({ id: 'ers_1', finishedAt: 0 });
    finishedAt = undefined;
    const erasure = started();
    expect(await sut().finished(erasure)).toBe(erasure);
    await expect(sut().get('ers_1')).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'No such erasure.',
      details: 'no erasure has this id',
    });
  });
});
