import { jest } from '@jest/globals';
import { FakeClock } from '../../../test/support/fake-clock.js';
import { fakeTimeouts } from '../../../test/support/fake-timeouts.js';
import { MemoryState } from '../../../test/support/imbridge.js';
import type { ServiceOutcome } from './connector-service.js';
import type { Reference } from './references/references.js';
import { TeamGroups } from './references/team-groups.js';
import { TeamLookup } from './team-lookup.js';

const TEAM = '19:team@thread.tacv2';
const GROUP = 'e4c8b1d7-6a52-4f93-8e0b-1d7c3a9f5b26';
const reference = { team: TEAM, serviceUrl: 'https://service.example/' } as Reference;

const answered = (status: number, json: unknown = {}): ServiceOutcome => ({
  kind: 'answered',
  status,
  json,
  headers: {},
});

function lookupOf(answer: () => Promise<ServiceOutcome>, { isNeeded = true } = {}) {
  const team = jest.fn(answer);
  const teams = new TeamGroups(new MemoryState(), new FakeClock());
  return { sut: new TeamLookup({ team }, teams, () => isNeeded), team, teams };
}

afterEach(() => {
  jest.useRealTimers();
});

const FAILED: readonly (readonly [string, ServiceOutcome])[] = [
  ['a gateway without its service', answered(502)],
  ['a refused rate', answered(429)],
  ['a spent token', answered(401)],
  ['no answer', { kind: 'no-answer', detail: 'cut' } as unknown as ServiceOutcome],
  ['no token', { kind: 'no-token', isRefused: false, detail: 'away' }],
];

it.each(FAILED)(
  'a look-up that failed says so, and is not taken for a team without group: %s',
  async (_, outcome) => {
    const { sut } = lookupOf(() => Promise.resolve(outcome));
    await expect(sut.groupInTime(reference, TEAM)).rejects.toMatchObject({ isPassing: true });
    await expect(sut.groupOf(reference)).rejects.toMatchObject({ isPassing: true });
  },
);

it.each([
  ['a team without group', answered(200, { id: TEAM })],
  ['a group in another form', answered(200, { aadGroupId: 'none' })],
  ['an unknown team', answered(404)],
  ['a team without the bot', answered(403)],
])('an answer of the platform is one: %s', async (_, outcome) => {
  const { sut } = lookupOf(() => Promise.resolve(outcome));
  expect(await sut.groupInTime(reference, TEAM)).toBeUndefined();
  await expect(sut.groupOf(reference)).rejects.toMatchObject({ kind: 'absent' });
});

it('a call of the platform waits three seconds at most, and the next one has the late answer', async () => {
  fakeTimeouts();
  const late = Promise.withResolvers<ServiceOutcome>();
  const { sut, team } = lookupOf(() => late.promise);
  const first = Promise.allSettled([1, 2].map(() => sut.groupInTime(reference, TEAM)));
  jest.advanceTimersByTime(3_000);
  expect((await first).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const next = sut.groupInTime(reference, TEAM);
  late.resolve(answered(200, { aadGroupId: GROUP.toUpperCase() }));
  expect(await next).toBe(GROUP);
  expect(await sut.groupInTime(reference, TEAM)).toBe(GROUP);
  // All of them waited for one call.
  expect(team).toHaveBeenCalledTimes(1);
});

it('nothing is asked where no setting depends on it', async () => {
  const { sut, team, teams } = lookupOf(() => Promise.reject(new Error('asked')), { isNeeded: false });
  expect(await sut.groupInTime(reference, TEAM)).toBeUndefined();
  await teams.store(TEAM, GROUP);
  expect(await sut.groupInTime(reference, TEAM)).toBe(GROUP);
  expect(team).not.toHaveBeenCalled();
});
