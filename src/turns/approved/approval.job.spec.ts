import { jest } from '@jest/globals';
import { FakeClock } from '../../../test/support/fake-clock.js';
import { type ClaimedJob, type Database, DONE, type Tx } from '../../persistence/index.js';
import type { Approval } from '../../conversations/approvals/approval.js';
import type { Approvals } from '../../conversations/approvals/approvals.service.js';
import { type ApprovalDisplay, ApprovalJob } from './approval.job.js';
import type { ApprovedCalls } from './approved-calls.service.js';

const HOUR_MS = 3_600_000;
const TX = {} as Tx;

/** The job about an approval in its present form. */
function world(approval: Partial<Approval> | undefined) {
  const clock = new FakeClock();
  const done: string[] = [];
  const note = (what: string) => async () => void done.push(what);
  const find = jest.fn(async () => approval);
  const show = jest.fn(async (): Promise<string | undefined> => undefined);
  const giveUp = jest.fn(async () => undefined);
  const sut = new ApprovalJob(
    { transaction: (work: (tx: Tx) => unknown) => work(TX) } as unknown as Database,
    { find, expire: note('expire') } as unknown as Approvals,
    { make: async () => 'made', giveUp } as unknown as ApprovedCalls,
    { show } as unknown as ApprovalDisplay,
    clock,
  );
  const handle = (task: string) =>
    sut.handle({
      payload: { task, approvalId: 'apr_1' },
      complete: note('complete'),
    } as unknown as ClaimedJob);
  return { clock, done, find, show, giveUp, sut, handle };
}

describe('the job of an approval', () => {
  it.each([
    ['approved', 'made'],
    ['running', 'made'],
    ['pending', DONE],
    ['done', DONE],
  ] as const)('makes the call of one that is %s: %s', async (state, expected) => {
    const { handle, done, find } = world({ state });
    expect(await handle('call')).toEqual(expected);
    expect([done, find.mock.calls]).toEqual([expected === 'made' ? [] : ['complete'], [['apr_1']]]);
  });

  it('ends where there is none any more', async () => {
    const { handle, done } = world(undefined);
    const ends = [await handle('call'), await handle('expire'), await handle('show')];
    expect(ends).toEqual([DONE, DONE, DONE]);
    expect(done).toEqual(Array(3).fill('complete'));
  });

  it('expires a request at its time, and not before', async () => {
    const expiresAt = new FakeClock().now() + 1_000;
    const { clock, done, handle } = world({ state: 'pending', expiresAt });
    const waits = { kind: 'retry', reason: 'it waits for a person', free: true };
    expect(await handle('expire')).toEqual({ ...waits, afterMs: 1_000 });
    clock.advance(999);
    expect([await handle('expire'), done]).toEqual([{ ...waits, afterMs: 1 }, []]);
    clock.advance(1);
    expect([await handle('expire'), done]).toEqual([DONE, ['expire', 'complete']]);
  });

  it('expires none that was answered', async () => {
    const { done, handle } = world({ state: 'denied', expiresAt: new FakeClock().now() + 1_000 });
    expect([await handle('expire'), done]).toEqual([DONE, ['complete']]);
  });

  it.each(['endedAt', 'decidedAt'] as const)('shows an end until an hour after its %s', async (time) => {
    const { clock, done, handle, show } = world({ state: 'done', [time]: new FakeClock().now() });
    show.mockResolvedValue('the channel is away');
    clock.advance(HOUR_MS);
    const again = { kind: 'retry', afterMs: 10_000, reason: 'the channel is away', free: true };
    expect([await handle('show'), done]).toEqual([again, []]);
    clock.advance(1);
    expect([await handle('show'), done]).toEqual([DONE, ['complete']]);
  });

  it('ends once the end is shown', async () => {
    const { done, handle } = world({ state: 'done', endedAt: new FakeClock().now() });
    expect([await handle('show'), done]).toEqual([DONE, ['complete']]);
  });

  it.each([
    ['call', 'running', true],
    ['call', 'approved', true],
    ['call', 'done', false],
    ['show', 'running', false],
  ] as const)('that fails (%s, %s) abandons the call: %s', async (task, state, isGivenUp) => {
    const { find, giveUp, sut } = world({ state });
    await sut.buried(TX, { task, approvalId: 'apr_1' }, 'eight tries');
    expect(giveUp.mock.calls).toEqual(isGivenUp ? [[TX, { state }, 'eight tries']] : []);
    expect(find.mock.calls).toEqual([['apr_1', TX]]);
  });

  it.each([
    ['call', 'approved', true],
    ['call', 'failed', false],
    ['show', 'failed', true],
    ['show', undefined, false],
  ] as const)('runs again (%s, %s): %s', async (task, state, expected) => {
    const { sut } = world(state && { state });
    expect(await sut.revived(TX, { task, approvalId: 'apr_1' })).toBe(expected);
  });
});
