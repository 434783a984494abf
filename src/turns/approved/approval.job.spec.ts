import { jest } from '@jest/globals';
import { FakeClock } from '../../../test/support/fake-clock.js';
import type { ActionOutcome, ConnectorRegistry } from '../../channels/index.js';
import type { Deliveries } from '../../delivery/index.js';
import { type ClaimedJob, type Database, DONE, type Tx } from '../../persistence/index.js';
import type { Approval } from '../../conversations/approvals/approval.js';
import type { Approvals } from '../../conversations/approvals/approvals.service.js';
import { ApprovalDisplay, ApprovalJob } from './approval.job.js';
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

describe('the messages of a request', () => {
  const content = { kind: 'approval', approvalId: 'apr_1' };
  const sent = { content, state: 'sent', remoteId: 'm1' as string | null };
  const approval = (...channels: readonly string[]) =>
    ({
      id: 'apr_1',
      state: 'done',
      code: 'K7QX4M',
      call: { provider: 'mcp.desk', tool: 'create' },
      decidedByName: 'Ann',
      shown: channels.map((channel, at) => ({
        target: { channel, conversation: 'g' },
        deliveryId: `dlv_${at}`,
      })),
    }) as unknown as Approval;
  const { signal } = new AbortController();

  /** Of the channels `cards` and `plain`, one shows ends. */
  function displayWith(delivery: object, outcome: ActionOutcome = { kind: 'done' }) {
    const showApprovalEnd = jest.fn(async () => outcome);
    const get = jest.fn(async () => delivery);
    const connectors: Record<string, object> = { cards: { showApprovalEnd }, plain: {} };
    const sut = new ApprovalDisplay(
      { find: (channel: string) => connectors[channel] } as unknown as ConnectorRegistry,
      { get } as unknown as Deliveries,
    );
    return { sut, get, showApprovalEnd };
  }

  it('show the end where the channel can, in the message that was sent', async () => {
    const { sut, get, showApprovalEnd } = displayWith(sent);
    expect(await sut.show(approval('gone', 'plain', 'cards'), signal)).toBeUndefined();
    expect(get.mock.calls).toEqual([['dlv_2']]);
    const end = { content, outcome: 'Allowed by Ann, and done: create of desk (K7QX4M).' };
    const message = { target: { channel: 'cards', conversation: 'g' }, messageId: 'm1' };
    expect(showApprovalEnd.mock.calls).toEqual([[message, end, signal]]);
  });

  it.each<[string, object, string | undefined, number]>([
    ['are plain text', { content: { kind: 'text' } }, undefined, 0],
    ['wait', { state: 'pending' }, 'its request is not sent yet', 0],
    ['were not sent', { state: 'dead', remoteId: null }, undefined, 0],
    ['were sent in spite of a failure', { state: 'dead' }, undefined, 1],
  ])('that %s show no end before they can', async (_, more, problem, calls) => {
    const { sut, showApprovalEnd } = displayWith({ ...sent, ...more });
    expect(await sut.show(approval('cards'), signal)).toBe(problem);
    expect(showApprovalEnd).toHaveBeenCalledTimes(calls);
  });

  it.each<[Extract<ActionOutcome, { code: unknown }>['code'], boolean]>([
    ['unreachable', true],
    ['rate-limited', true],
    ['timeout', true],
    ['remote-error', true],
    ['in-flight', true],
    ['rejected', false],
  ])('are tried again after the fault %s: %s', async (code, isTriedAgain) => {
    const { sut, showApprovalEnd } = displayWith(sent, { kind: 'failed', code, detail: 'no' });
    const problem = `the outcome of approval apr_1 could not be shown: ${code}: no`;
    expect(await sut.show(approval('cards', 'cards'), signal)).toBe(isTriedAgain ? problem : undefined);
    expect(showApprovalEnd).toHaveBeenCalledTimes(2);
  });
});
