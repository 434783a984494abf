import { type ClaimedJob, type Database, DONE, type Tx } from '../../persistence/index.js';
import type { Approval, ApprovalState } from '../../conversations/approvals/approval.js';
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
});
