import type { InboundApprovalAnswer } from '../../channels/index.js';
import type { Tx } from '../../persistence/index.js';
import type { Approval, Decision, DecisionOutcome } from './approval.js';
import { ApprovalAnswers, decisionFrom } from './approval-answers.service.js';
import type { Approvals } from './approvals.service.js';
import type { Deciders, DecisionRefusal } from './deciders.service.js';

const AT = { channel: 'fake', account: 'one', conversation: { id: 'g', kind: 'group' } };
const EVENT = {
  ...AT,
  approvalId: 'apr_1',
  sender: { id: 'ben', name: 'Ben' },
} as unknown as InboundApprovalAnswer;
const approvalOf = (state: string, askedIn: object = {}) =>
  ({
    id: 'apr_1',
    state,
    code: 'K7QX4M',
    call: { provider: 'mcp.desk', tool: 'create' },
    decidedByName: 'Ann',
    askedIn: { ...AT, sender: { id: 'ann' }, ...askedIn },
  }) as unknown as Approval;
const YES: Decision = { kind: 'approve', forAnHour: false };
const NOT_KNOWN = 'This approval is no longer known.';

/** @param outcome of the decision; absent for none */
function answersWith({
  approval = undefined as Approval | undefined,
  refusal = undefined as DecisionRefusal | undefined,
  outcome = { kind: 'unknown' } as DecisionOutcome,
}) {
  const decided: unknown[] = [];
  const approvals = {
    find: async () => approval,
    decide: async (_tx: Tx, ...asked: readonly unknown[]) => {
      decided.push(asked);
      return outcome;
    },
  };
  const sut = new ApprovalAnswers(
    approvals as unknown as Approvals,
    { refusalOf: () => refusal } as unknown as Deciders,
  );
  const carryOut = (decision = YES) => sut.carryOut({} as Tx, EVENT, 'apr_1', decision);
  return { sut, carryOut, decided };
}

describe('the answer of a person', () => {
  const refusal = { reason: 'approval-not-allowed', text: 'not you' } as const;

  it.each([
    ['allow', YES],
    ['allow-hour', { kind: 'approve', forAnHour: true }],
    ['deny', { kind: 'deny', reason: undefined }],
  ] as const)('%s is that decision', (decision, expected) => {
    expect(decisionFrom(decision)).toEqual(expected);
  });

  it('has no effect where the approval is not known, they may not decide, or it has ended', async () => {
    const pending = approvalOf('pending');
    const problemOf = (world: Parameters<typeof answersWith>[0]) => answersWith(world).sut.problemOf(EVENT);
    expect(await problemOf({})).toEqual({ kind: 'unknown', text: NOT_KNOWN });
    expect(await problemOf({ approval: pending, refusal })).toEqual({ kind: 'sender', text: 'not you' });
    expect(await problemOf({ approval: approvalOf('denied') })).toEqual({
      kind: 'ended',
      text: 'Denied by Ann: create of desk (K7QX4M).',
    });
    expect(await problemOf({ approval: pending })).toBeUndefined();
  });

  it('is carried out by no one who may not decide, nor for what is not known', async () => {
    const unknown = { kind: 'refused', reason: 'approval-unknown', text: NOT_KNOWN };
    const none = answersWith({});
    expect([await none.carryOut(), none.decided]).toEqual([unknown, []]);
    const refused = answersWith({ approval: approvalOf('pending'), refusal });
    expect([await refused.carryOut(), refused.decided]).toEqual([{ kind: 'refused', ...refusal }, []]);
    const gone = answersWith({ approval: approvalOf('pending') });
    expect(await gone.carryOut()).toEqual(unknown);
    const by = { id: 'sender:fake:ben', role: 'operator', name: 'Ben' };
    expect(gone.decided).toEqual([['apr_1', YES, by]]);
  });

  const ALLOWED = 'Allowed by Ann: create of desk (K7QX4M).';
  const REFUSED = 'Denied by Ann: create of desk (K7QX4M).';
  const LATE = 'Expired without an answer; not run: create of desk (K7QX4M).';
  const HOUR = ' For one hour, such calls for ann need no approval in that chat.';

  it.each<[string, DecisionOutcome['kind'], string, string, object, Decision, string]>([
    ['allowed', 'decided', 'pending', 'approved', {}, YES, ALLOWED],
    [
      'allowed for an hour',
      'decided',
      'pending',
      'approved',
      {},
      { kind: 'approve', forAnHour: true },
      ALLOWED + HOUR,
    ],
    // What is told to the chat where it was asked for is not said there twice.
    [
      'refused where it was asked for',
      'decided',
      'pending',
      'denied',
      {},
      { kind: 'deny', reason: 'no' },
      '',
    ],
    ['late where it was asked for', 'already', 'pending', 'expired', {}, YES, ''],
    ['refused in another chat', 'decided', 'pending', 'denied', { conversation: { id: 'h' } }, YES, REFUSED],
    ['refused by another account', 'decided', 'pending', 'denied', { account: 'two' }, YES, REFUSED],
    ['refused in another channel', 'decided', 'pending', 'denied', { channel: 'x' }, YES, REFUSED],
    ['late in another chat', 'already', 'pending', 'expired', { conversation: { id: 'h' } }, YES, LATE],
    ['refused before', 'already', 'denied', 'denied', {}, YES, REFUSED],
    ['allowed before', 'already', 'approved', 'approved', {}, { kind: 'approve', forAnHour: true }, ALLOWED],
  ])(
    'that finds it %s is answered with that',
    async (...[_, kind, before, after, askedIn, decision, text]) => {
      const outcome = { kind, approval: approvalOf(after, askedIn) } as DecisionOutcome;
      const told = await answersWith({ approval: approvalOf(before, askedIn), outcome }).carryOut(decision);
      expect(told).toEqual(
        kind === 'decided' ? { kind, text } : { kind: 'refused', reason: 'approval-ended', text },
      );
    },
  );
});
