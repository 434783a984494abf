import type { Clock } from '../../common/index.js';
import { JOB_KINDS, type JobQueue, type Tx } from '../../persistence/index.js';
import type { Approval, Decider } from './approval.js';
import type { ApprovalsRepository, ApprovalVerdict } from './approvals.repository.js';
import { Approvals } from './approvals.service.js';
import type { DecisionRecord } from './decision-record.service.js';
import type { PermissionsRepository } from './permissions.repository.js';

const NOW = 1_000;
const BOSS: Decider = { id: 'sender:fake:boss', role: 'operator', name: 'Boss' };
const CALL = {
  provider: 'mcp.desk',
  tool: 'create',
  modelName: 'desk__create',
  origin: 'o',
  definition: 'd',
};
const APPROVAL = {
  id: 'apr_1',
  state: 'pending',
  agentId: 'main',
  call: { ...CALL, input: '{}' },
  sessionKey: 's',
  askedIn: {
    channel: 'fake',
    account: 'one',
    conversation: { id: 'g', kind: 'group' },
    thread: 't',
    sender: { id: 'ann', name: 'Ann' },
  },
  reason: 'fine',
} as unknown as Approval;
const PERMISSION = {
  agentId: 'main',
  call: CALL,
  place: { channel: 'fake', account: 'one', conversation: 'g' },
  senderId: 'ann',
  senderName: 'Ann',
  grantedBy: BOSS.id,
  createdAt: NOW,
  endsAt: NOW + 3_600_000,
};

/** @param found the approval as it is read each time; `isFirst`: no one has decided it */
function approvalsWith({ found = [APPROVAL] as (Approval | undefined)[], isFirst = [true], isDown = false }) {
  const did: unknown[] = [];
  const work: string[] = [];
  const verdicts: ApprovalVerdict[] = [];
  const first = () => (isFirst.length > 1 ? isFirst.shift()! : isFirst[0]!);
  const repository = {
    insert: async (_tx: Tx, { id }: Approval) => void did.push(['insert', id]),
    find: async () => (found.length > 1 ? found.shift() : found[0]),
    decide: async (_tx: Tx, _id: string, verdict: ApprovalVerdict) => verdicts.push(verdict) > 0 && first(),
    begin: async () => first(),
    end: async (_tx: Tx, id: string, end: object) => did.push(['end', id, end]) > 0 && first(),
    pendingOf: async () => [APPROVAL, APPROVAL],
    pendingIn: async () => [APPROVAL, { ...APPROVAL, sessionKey: 'other' }, APPROVAL],
    withCode: async (code: string) => ({ code }),
  };
  const noting = (name: string) => async (_tx: Tx, of: { state?: string }, by?: Decider) =>
    void did.push([name, of.state ?? of, ...(by ? [by.id] : [])]);
  const record = {
    asked: noting('asked'),
    decided: noting('decided'),
    ended: noting('ended'),
    permissionGranted: noting('granted'),
    permissionEnded: noting('permission ended'),
  };
  const permissions = {
    insert: async (_tx: Tx, permission: object) => void did.push(['permit', permission]),
    end: async (_tx: Tx, id: string, now: number) =>
      id === 'prm_1' ? { state: `ended at ${now}` } : undefined,
  };
  const queue = {
    enqueue: async (_tx: Tx, { kind, key, payload }: Record<string, unknown>) =>
      void work.push(`${kind as string} ${key as string} ${JSON.stringify(payload)}`),
    expedite: async (kind: string, key: string) => {
      work.push(`expedite ${kind} ${key}`);
      if (isDown) throw new Error('down');
    },
  };
  const sut = new Approvals(
    repository as unknown as ApprovalsRepository,
    permissions as unknown as PermissionsRepository,
    record as unknown as DecisionRecord,
    queue as unknown as JobQueue,
    { now: () => NOW } as unknown as Clock,
  );
  const later: (() => void)[] = [];
  const tx = { afterCommit: (then: () => void) => void later.push(then) } as unknown as Tx;
  const commit = () => later.splice(0).forEach((each) => each());
  const job = (task: string) =>
    `${JOB_KINDS.approval} ${task}:apr_1 ${JSON.stringify({ task, approvalId: 'apr_1' })}`;
  return { sut, tx, commit, did, work, verdicts, job };
}

const EXPEDITED = `expedite ${JOB_KINDS.approval} expire:apr_1`;
const decidedAs = (state: string, reason?: string) => ({
  ...APPROVAL,
  state,
  decidedAt: NOW,
  decidedBy: BOSS.id,
  decidedByName: BOSS.name,
  reason,
});

describe('a decision', () => {
  it('that allows a call has it made and its message changed, and nothing waits for its time any more', async () => {
    const { sut, tx, commit, did, work, job } = approvalsWith({});
    expect(await sut.decide(tx, 'apr_1', { kind: 'approve', forAnHour: false }, BOSS)).toEqual({
      kind: 'decided',
      approval: decidedAs('approved'),
    });
    expect([did, work]).toEqual([[['decided', 'approved']], [job('show'), job('call')]]);
    commit();
    expect(work.at(-1)).toBe(EXPEDITED);
  });

  it('for an hour permits the call to its person in its place', async () => {
    const { sut, tx, did } = approvalsWith({});
    await sut.decide(tx, 'apr_1', { kind: 'approve', forAnHour: true }, BOSS);
    const permission = { ...PERMISSION, id: expect.stringMatching(/^prm_/) as string };
    expect(did).toStrictEqual([
      ['decided', 'approved'],
      ['permit', permission],
      ['granted', permission, BOSS.id],
    ]);
  });

  it('that refuses a call has its reason, and no call', async () => {
    const { sut, tx, commit, work, verdicts, job } = approvalsWith({ isDown: true });
    expect(await sut.decide(tx, 'apr_1', { kind: 'deny', reason: 'no' }, BOSS)).toEqual({
      kind: 'decided',
      approval: decidedAs('denied', 'no'),
    });
    expect(verdicts).toEqual([{ state: 'denied', at: NOW, by: BOSS, reason: 'no' }]);
    expect(work).toEqual([job('show')]);
    commit();
    expect(work).toEqual([job('show'), EXPEDITED]);
  });

  it('that comes second has no effect, and the first is its answer', async () => {
    const other = { ...APPROVAL, state: 'denied' } as Approval;
    const { sut, tx, did, work } = approvalsWith({ found: [APPROVAL, other], isFirst: [false] });
    expect(await sut.decide(tx, 'apr_1', { kind: 'approve', forAnHour: true }, BOSS)).toEqual({
      kind: 'already',
      approval: other,
    });
    expect([did, work]).toEqual([[], []]);
  });

  it('after the time has the approval expire, once, and finds that', async () => {
    const over = { ...APPROVAL, state: 'expired' } as Approval;
    const { sut, tx, commit, did, work, verdicts, job } = approvalsWith({
      found: [APPROVAL, APPROVAL, over],
      isFirst: [false, true],
    });
    expect(await sut.decide(tx, 'apr_1', { kind: 'approve', forAnHour: false }, BOSS)).toEqual({
      kind: 'already',
      approval: over,
    });
    expect(did).toEqual([['decided', 'expired']]);
    expect(verdicts.at(-1)).toEqual({
      state: 'expired',
      at: NOW,
      by: { id: 'gateway', name: 'the gateway' },
    });
    commit();
    expect(work).toEqual([job('show')]);
  });

  it('about what is not known has no effect', async () => {
    const { sut, tx, verdicts } = approvalsWith({ found: [undefined] });
    expect(await sut.decide(tx, 'apr_1', { kind: 'deny', reason: undefined }, BOSS)).toEqual({
      kind: 'unknown',
    });
    expect(verdicts).toEqual([]);
  });
});

describe('an approval', () => {
  it('that is asked for is stored and recorded, and its time is watched', async () => {
    const { sut, tx, did, work, job } = approvalsWith({});
    await sut.ask(tx, APPROVAL);
    expect(did).toEqual([
      ['insert', 'apr_1'],
      ['asked', 'pending'],
    ]);
    expect(work).toEqual([job('expire')]);
  });

  it('expires once, and has its message changed then', async () => {
    const { sut, tx, work, job } = approvalsWith({ isFirst: [true, false] });
    expect([await sut.expire(tx, APPROVAL), await sut.expire(tx, APPROVAL)]).toEqual([true, false]);
    expect(work).toEqual([job('show')]);
  });

  it('is found by its code as people type it', async () => {
    expect(await approvalsWith({}).sut.withCode('k7q3-wxyr')).toEqual({ code: 'K7Q3WXYR' });
  });

  it('begins its call once', async () => {
    const { sut, tx } = approvalsWith({ isFirst: [true, false] });
    await sut.begin(tx, APPROVAL);
    await expect(sut.begin(tx, APPROVAL)).rejects.toThrow('apr_1');
  });

  it.each([
    [{ state: 'failed', reason: 'gone' } as const, { state: 'failed', reason: 'gone', result: undefined }],
    [{ state: 'done', result: '7' } as const, { state: 'done', reason: 'fine', result: '7' }],
  ])('ends its call once, and keeps the reason of its decision: %j', async (end, expected) => {
    const { sut, tx, did, work, job } = approvalsWith({ isFirst: [true, false] });
    expect(await sut.end(tx, APPROVAL, end)).toEqual({ ...APPROVAL, ...expected, endedAt: NOW });
    expect(did).toEqual([
      ['end', 'apr_1', { ...end, at: NOW }],
      ['ended', end.state],
    ]);
    expect(await sut.end(tx, APPROVAL, end)).toBeUndefined();
    expect(work).toEqual([job('show')]);
  });

  it('is withdrawn with its session, or in its conversation, if it waits still', async () => {
    const { sut, tx, verdicts } = approvalsWith({ isFirst: [true, false, true] });
    expect(await sut.withdrawSession(tx, 's', BOSS)).toBe(1);
    expect(await sut.withdrawIn(tx, APPROVAL.askedIn, 's', BOSS)).toBe(2);
    expect(verdicts).toEqual(Array(4).fill({ state: 'withdrawn', at: NOW, by: BOSS }));
  });

  it('has a permission that ends once, by a person', async () => {
    const { sut, tx, did } = approvalsWith({});
    expect([await sut.endPermission(tx, 'prm_1', BOSS), await sut.endPermission(tx, 'prm_2', BOSS)]).toEqual([
      true,
      false,
    ]);
    expect(did).toEqual([['permission ended', `ended at ${NOW}`, BOSS.id]]);
  });
});
