import { type ClaimedJob, type Database, DONE, type Tx } from '../../persistence/index.js';
import type { Approval, ApprovalState } from '../../conversations/approvals/approval.js';
import { HeldError } from '../../conversations/inbox/inbox.repository.js';
import { ApprovedCalls } from './approved-calls.service.js';
import type { CallCheck, CheckedCall } from './call-check.service.js';
import type { CallEnd, CallOutcome } from './call-outcome.service.js';

/** Makes a call that was stored in a state, and is checked with this result. */
async function make(state: ApprovalState, checked: CheckedCall | { readonly problem: string }) {
  const ends: CallEnd[] = [];
  const db = { transaction: async (work: (tx: Tx) => Promise<unknown>) => work({} as Tx) };
  const outcome = {
    begin: async () => undefined,
    end: async (_tx: Tx, _approval: Approval, end: CallEnd) => void ends.push(end),
  };
  const sut = new ApprovedCalls(
    db as unknown as Database,
    { of: async () => checked } as unknown as CallCheck,
    outcome as unknown as CallOutcome,
  );
  const job = { hold: async () => undefined, complete: async () => undefined } as unknown as ClaimedJob;
  const approval = { state, call: { modelName: 'create_issue' }, eventId: 'evt_1' } as unknown as Approval;
  expect(await sut.make(job, approval)).toBe(DONE);
  return ends;
}

const remote = (mayRunAgain: boolean) =>
  ({
    kind: 'remote',
    mayRunAgain,
    perform: async () => ({ ok: true, text: 'made' }),
  }) as unknown as CheckedCall;
const problem = { problem: 'the tool is not configured any more' };
const failed = { state: 'failed', reason: problem.problem };

describe('an approved call', () => {
  it.each([
    ['made', 'approved', remote(false), { state: 'done' }],
    ['not made as it is not allowed any more', 'approved', problem, failed],
    ['made again after a kill where that is harmless', 'running', remote(true), { state: 'done' }],
    ['interrupted by a kill where it is not', 'running', remote(false), { state: 'interrupted' }],
    ['interrupted by a kill, though not allowed any more', 'running', problem, { state: 'interrupted' }],
  ] as const)('is %s', async (_, state, checked, expected) => {
    expect(await make(state, checked)).toEqual([expect.objectContaining(expected)]);
  });

  it('ends as its result says: done, failed, or interrupted where that is not certain', async () => {
    const ended = async (result: object) =>
      make('approved', { kind: 'remote', mayRunAgain: false, perform: async () => result } as never);
    const [failed, unsure] = [
      { ok: false, error: 'no' },
      { ok: false, error: 'no', isUncertain: true },
    ];
    expect(await ended({ ok: true, value: 1 })).toEqual([{ state: 'done', result: { ok: true, value: 1 } }]);
    expect(await ended(failed)).toEqual([{ state: 'failed', result: failed }]);
    expect(await ended(unsure)).toEqual([{ state: 'interrupted', result: unsure }]);
  });

  describe('in the database', () => {
    const sending = (perform: () => Promise<object>) =>
      ({ kind: 'database', mayRunAgain: true, perform }) as unknown as CheckedCall;

    it('ends with its result, also when it runs again', async () => {
      const result = { ok: true, value: 'queued' };
      expect(
        await make(
          'running',
          sending(async () => result),
        ),
      ).toEqual([{ state: 'done', result }]);
    });

    it('fails where a person holds the conversation, and no other fault ends it', async () => {
      const held = sending(() => Promise.reject(new HeldError()));
      const reason = 'a person holds the conversation';
      expect(await make('approved', held)).toEqual([{ state: 'failed', reason }]);
      const away = sending(() => Promise.reject(new Error('away')));
      await expect(make('approved', away)).rejects.toThrow('away');
    });
  });

  it.each([
    ['running', 'interrupted'],
    ['approved', 'failed'],
  ] as const)('that is %s and fails ends as %s', async (state, end) => {
    const ends: unknown[] = [];
    const outcome = { end: async (...args: unknown[]) => void ends.push(args) };
    const sut = new ApprovedCalls({} as Database, {} as CallCheck, outcome as unknown as CallOutcome);
    await sut.giveUp('tx' as never, { state } as Approval, 'five tries');
    expect(ends).toEqual([['tx', { state }, { state: end, reason: 'five tries' }]]);
  });
});
