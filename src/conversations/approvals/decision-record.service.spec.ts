import { type Actor, type AuditLog, SYSTEM } from '../../access-control/index.js';
import type { Clock } from '../../common/index.js';
import type { Outbox } from '../../delivery/index.js';
import type { Tx } from '../../persistence/index.js';
import type { TranscriptRepository } from '../transcript/transcript.repository.js';
import type { ToolPermission } from './approval.js';
import { DecisionRecord } from './decision-record.service.js';

const TX = {} as Tx;
const CALL = { provider: 'mcp.desk', tool: 'create', input: '{"secret":"hunter2"}' };
const approvalOf = (state: string, more: object = {}) =>
  ({
    id: 'apr_1',
    code: 'K7QX4M',
    state,
    agentId: 'main',
    call: CALL,
    digest: 'd',
    sessionKey: 's',
    askedIn: { channel: 'fake', account: 'one', conversation: { id: 'g', kind: 'group' }, thread: 't' },
    decidedBy: 'sender:fake:ann',
    decidedByName: 'Ann',
    ...more,
  }) as never;
const DETAILS = {
  agent: 'main',
  provider: 'mcp.desk',
  tool: 'create',
  digest: 'd',
  channel: 'fake',
  account: 'one',
  conversation_id: 'g',
};

/** A record, and what it notes in the audit log, the outbox and the transcript. */
function recordWith() {
  const noted: unknown[] = [];
  const told: unknown[] = [];
  const happened: unknown[] = [];
  const record = new DecisionRecord(
    {
      record: async (_tx: Tx, actor: Actor, entry: object) => void noted.push([actor, entry]),
    } as unknown as AuditLog,
    { add: async (_tx: Tx, delivery: object) => void told.push(delivery) } as unknown as Outbox,
    {
      appendHappening: async (_tx: Tx, entry: object) => void happened.push(entry),
    } as unknown as TranscriptRepository,
    { now: () => 7 } as unknown as Clock,
  );
  return { record, noted, told, happened };
}

describe('the record of an approval', () => {
  it('has its question and the end of its call, without the arguments', async () => {
    const { record, noted, told, happened } = recordWith();
    await record.asked(TX, approvalOf('pending'));
    await record.ended(TX, approvalOf('failed'));
    expect(noted).toEqual([
      [SYSTEM, { action: 'approval.asked', subject: 'apr_1', details: DETAILS }],
      [SYSTEM, { action: 'approval.ended', subject: 'apr_1', details: { ...DETAILS, state: 'failed' } }],
    ]);
    expect([told, happened]).toEqual([[], []]);
  });

  const LATE = 'Expired without an answer; not run: create of desk (K7QX4M).';
  const ANN: Actor = { id: 'sender:fake:ann', role: 'operator' };
  it.each<[string, string | undefined, Actor, string | undefined, string | undefined]>([
    ['approved', ANN.id, ANN, undefined, undefined],
    ['denied', ANN.id, ANN, 'Denied by Ann: create of desk (K7QX4M).', 'told'],
    ['expired', 'gateway', SYSTEM, LATE, 'told'],
    ['expired', undefined, SYSTEM, LATE, 'told'],
    ['withdrawn', ANN.id, ANN, 'Cancelled: create of desk (K7QX4M).', undefined],
  ])(
    'has that it was %s by %s, for those who wait too',
    async (...[state, decidedBy, actor, text, isTold]) => {
      const { record, noted, told, happened } = recordWith();
      await record.decided(TX, approvalOf(state, { decidedBy }));
      expect(noted).toEqual([[actor, { action: `approval.${state}`, subject: 'apr_1', details: DETAILS }]]);
      const place = { channel: 'fake', account: 'one', conversation: 'g' };
      const delivery = {
        target: { ...place, thread: 't' },
        content: { kind: 'text', text },
        author: 'gateway',
      };
      expect(told).toEqual(isTold === undefined ? [] : [delivery]);
      const eventId = expect.stringMatching(/^evt_/) as string;
      const entry = { sessionKey: 's', at: 7, text, author: 'gateway', place, eventId };
      expect(happened).toEqual(text === undefined ? [] : [entry]);
    },
  );

  it('has a permission with its person, place and end, and who ended it', async () => {
    const { record, noted } = recordWith();
    const permission = {
      id: 'prm_1',
      agentId: 'main',
      call: CALL,
      senderId: 'ann',
      endsAt: 3_600_000,
      place: { channel: 'fake', account: 'one', conversation: 'g' },
    } as unknown as ToolPermission;
    const by = { id: 'sender:fake:boss', role: 'operator', name: 'Boss' } as const;
    await record.permissionGranted(TX, permission, by);
    await record.permissionEnded(TX, permission, by);
    const { digest: _, ...place } = DETAILS;
    const details = { ...place, sender_id: 'ann' };
    expect(noted).toEqual([
      [
        by,
        {
          action: 'permission.granted',
          subject: 'prm_1',
          details: { ...details, ends_at: '1970-01-01T01:00:00.000Z' },
        },
      ],
      [by, { action: 'permission.ended', subject: 'prm_1', details }],
    ]);
  });
});
