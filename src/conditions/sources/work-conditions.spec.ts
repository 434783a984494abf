import { FakeClock } from '../../../test/support/fake-clock.js';
import { AlertsConfig, type GatehouseConfig } from '../../config/index.js';
import type { Holds, LoopBreaks } from '../../conversations/index.js';
import type { OldestUnanswered } from '../../operator/index.js';
import type { Deliveries } from '../../delivery/index.js';
import type { JobQueue } from '../../persistence/index.js';
import { checksOf } from '../condition.js';
import { TalkConditions, WorkConditions } from './work-conditions.js';

const clock = new FakeClock();
const MINUTE = 60_000;
const ago = (minutes: number) => clock.now() - minutes * MINUTE;

interface World {
  readonly deadMessages?: number;
  readonly deadJobs?: number;
  /** Of these, the newest that ended the gateway. */
  readonly crashed?: number;
  /** When the oldest message that waits was accepted. */
  readonly acceptedAt?: number;
  /** When each conversation was taken over. */
  readonly heldSince?: readonly number[];
  readonly loops?: number;
  readonly settings?: Partial<AlertsConfig>;
}

function examine(id: string, world: World = {}) {
  const {
    deadMessages = 0,
    deadJobs = 0,
    crashed = 0,
    acceptedAt,
    heldSince = [],
    loops = 0,
    settings,
  } = world;
  const alerts = Object.assign(new AlertsConfig(), settings);
  const jobs = Array.from({ length: deadJobs }, (_, index) => ({
    id: 9 - index,
    kind: 'delivery',
    reason: index < crashed ? 'crashed' : 'internal',
  }));
  const work = new WorkConditions(
    {
      countOpen: async () => new Map([['dead', deadMessages]]),
      oldestDead: async () => 0,
    } as unknown as Deliveries,
    { deadLetters: async () => jobs } as unknown as JobQueue,
    {
      find: async () => (acceptedAt === undefined ? undefined : { acceptedAt }),
    } as unknown as OldestUnanswered,
    { get: () => alerts } as unknown as GatehouseConfig,
    clock,
  );
  const talk = new TalkConditions(
    { list: async () => heldSince.map((since) => ({ since })) } as unknown as Holds,
    { list: async () => Array.from({ length: loops }) } as unknown as LoopBreaks,
    clock,
  );
  return checksOf([work, talk])
    .find((check) => check.id === id)!
    .run(AbortSignal.timeout(10_000));
}

describe('the checks of work', () => {
  it.each<[string, World]>([
    ['dead-letters', {}],
    ['unanswered', {}],
    ['unanswered', { acceptedAt: ago(4) }],
    ['unanswered', { acceptedAt: ago(9), settings: { unansweredMinutes: 10 } }],
    ['dead-letters', { deadJobs: 2, settings: { deadLetters: 3 } }],
    ['holds', { heldSince: [ago(23 * 60)] }],
    ['loops', {}],
  ])('%s are well with %j', async (id, world) => {
    expect(await examine(id, world)).toEqual([{ state: 'ok', message: expect.any(String) }]);
  });

  it.each<[string, World, string, string]>([
    [
      'dead-letters',
      { deadMessages: 2 },
      '2 outgoing messages failed for good',
      'deliveries list --status dead',
    ],
    ['dead-letters', { deadJobs: 1 }, '1 job failed for good', 'dead-letters list'],
    [
      'unanswered',
      { acceptedAt: ago(6) },
      'a message has waited for its answer for 6 minutes',
      'gatehouse explain',
    ],
    [
      'holds',
      { heldSince: [ago(25 * 60), ago(1)] },
      '1 conversation is on hold for more than a day',
      'release',
    ],
    [
      'loops',
      { loops: 2 },
      '2 conversations are not answered: two programs seem to answer each other there',
      'gatehouse loops end',
    ],
  ])('%s are a warning with %j', async (id, world, message, remedy) => {
    expect(await examine(id, world)).toMatchObject([
      { state: 'warning', message, remedy: expect.stringContaining(remedy) },
    ]);
  });
});

describe('a job that ended the gateway', () => {
  it('is a finding of its own, regardless of the limit for dead letters', async () => {
    const world = { deadJobs: 3, crashed: 2, settings: { deadLetters: 9 } };
    expect(await examine('dead-letters', world)).toMatchObject([
      { state: 'ok' },
      {
        state: 'warning',
        message: '2 jobs crashed the gateway and were set aside, the newest as dead letter 9 (delivery)',
        remedy: expect.stringContaining('gatehouse dead-letters retry'),
      },
    ]);
  });
});
