import { FakeClock } from '../../test/support/fake-clock.js';
import { type Actor, type AuditLog, type Grants, SYSTEM } from '../access-control/index.js';
import type { Database, Tx } from '../persistence/index.js';
import type { PairingRepository, PairingRequest } from './pairing.repository.js';
import { PairingService } from './pairing.service.js';

const NOW = Date.parse('2026-03-01T10:00:00Z');
const BOSS: Actor = { ...SYSTEM, id: 'token:boss' };
const REQUEST = {
  id: 'pair_1',
  channel: 'fake',
  account: 'one',
  senderId: 'ann',
  code: 'AAAAAAAA',
  status: 'pending',
  createdAt: NOW,
  expiresAt: NOW + 1_000,
} as PairingRequest;
const SENDER = { channel: 'fake', account: 'one', sender_id: 'ann' };

/** @param stored what the repository finds: the request that can be decided, and one that cannot */
function pairing({ pending, decided }: { pending?: PairingRequest; decided?: PairingRequest }) {
  const done: unknown[] = [];
  const repository = {
    pendingBy: async (_tx: Tx, by: object) => (done.push(by), pending),
    find: async () => decided,
    decide: async (_tx: Tx, id: string, decision: object) => done.push({ id, ...decision }),
  };
  const note = (kind: string) => async (_tx: Tx, actor: Actor, what: object) =>
    done.push({ kind, actor: actor.id, ...what });
  const sut = new PairingService(
    {
      transaction: (work: (tx: Tx) => Promise<unknown>) => work({} as Tx),
      lockScope: async () => done.push('locked'),
    } as unknown as Database,
    repository as unknown as PairingRepository,
    { add: note('grant') } as unknown as Grants,
    { record: note('audit') } as unknown as AuditLog,
    new FakeClock(NOW),
  );
  return { sut, done };
}

describe('PairingService', () => {
  it('approves one at a time: decision, grant, steps of others, audit', async () => {
    const { sut, done } = pairing({ pending: REQUEST });
    sut.onLetIn(async (_tx, request) => void done.push(`first of ${request.id}`));
    sut.onLetIn(async () => void done.push('second'));
    const approved = await sut.approve(BOSS, { channel: 'fake', code: 'aaaa-aaaa', userId: 'usr_1' });
    expect(approved).toEqual({ ...REQUEST, status: 'approved', decision: { by: BOSS.id, at: NOW } });
    expect(done).toMatchObject([
      'locked',
      { channel: 'fake', code: 'AAAAAAAA' },
      { id: 'pair_1', status: 'approved', at: NOW, by: BOSS.id },
      { kind: 'grant', actor: BOSS.id, senderId: 'ann', source: 'pairing', userId: 'usr_1' },
      'first of pair_1',
      'second',
      {
        kind: 'audit',
        actor: BOSS.id,
        action: 'pairing.approved',
        subject: 'pair_1',
        details: SENDER,
        change: { before: { status: 'pending' }, after: { status: 'approved' } },
      },
    ]);
  });

  it('denies without a grant', async () => {
    const { sut, done } = pairing({ pending: REQUEST });
    sut.onLetIn(async () => void done.push('let in'));
    expect(await sut.deny(BOSS, { id: 'pair_1' })).toMatchObject({ status: 'denied' });
    expect(done).toMatchObject([
      'locked',
      { id: 'pair_1' },
      { id: 'pair_1', status: 'denied' },
      { kind: 'audit', action: 'pairing.denied' },
    ]);
  });

  const refused = (subject: string) => ({ kind: 'audit', action: 'pairing.decision-refused', subject });

  it.each([
    ['a code', { channel: 'fake', code: 'x' }, 'fake', 'code is unknown, used or expired'],
    ['an id', { id: 'pair_9' }, 'pair_9', 'no pairing request has this id'],
  ])('refuses %s that names no request, and records it', async (_, by, subject, details) => {
    const { sut, done } = pairing({});
    await expect(sut.approve(BOSS, by)).rejects.toMatchObject({ code: 'NOT_FOUND', details });
    expect(done.slice(2)).toMatchObject([refused(subject)]);
  });

  it.each([
    [
      'decided',
      { ...REQUEST, status: 'denied', decision: { by: 'token:ben', at: NOW - 1_000 } },
      'id is not pending: denied by token:ben at 2026-03-01T09:59:59.000Z',
    ],
    ['expired', { ...REQUEST, status: 'expired' }, 'id is not pending: expired at 2026-03-01T10:00:01.000Z'],
  ] as const)('says what became of a request that is %s', async (_, decided, details) => {
    const { sut, done } = pairing({ decided });
    await expect(sut.deny(BOSS, { id: 'pair_1' })).rejects.toMatchObject({ code: 'CONFLICT', details });
    expect(done.slice(2)).toMatchObject([refused('pair_1')]);
  });
});
