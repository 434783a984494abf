import {
  type AccountId,
  type ChannelId,
  type ConversationId,
  DEFAULT_ACCOUNT,
  type SenderId,
} from '../../src/channels/index.js';
import type { ApprovalRequest, AskedIn } from '../../src/conversations/approvals/approval.js';
import {
  ApprovalsRepository,
  type ApprovalVerdict,
} from '../../src/conversations/approvals/approvals.repository.js';
import {
  type PermittedCall,
  PermissionsRepository,
} from '../../src/conversations/approvals/permissions.repository.js';
import type { Approval, ToolPermission } from '../../src/conversations/index.js';
import type { Tx } from '../../src/persistence/index.js';
import { DATABASES, type TestDatabase } from '../support/databases.js';
import { FAKE } from '../support/fake-channel.js';
import { deleteOlder } from '../support/delete-older.js';

const BOSS = { id: 'sender:fake:boss', name: 'Boss' };

describe.each(DATABASES)('the tables of approvals on %s', (_, open) => {
  let database: TestDatabase;
  beforeEach(async () => (database = await open()));
  afterEach(() => database.close());

  describe('permission for an hour', () => {
    const granted: ToolPermission = {
      id: 'prm_1',
      agentId: 'main',
      senderId: 'ann',
      senderName: 'Ann',
      grantedBy: BOSS.id,
      call: {
        provider: 'mcp.desk',
        tool: 'create',
        modelName: 'desk__create',
        origin: 'https://desk.example',
        definition: 'd1',
      },
      place: { channel: FAKE, account: DEFAULT_ACCOUNT, conversation: 'chat-ann' as ConversationId },
      createdAt: 1_000,
      endsAt: 5_000,
    };
    const { agentId, call, place, senderId } = granted;
    const same = { agentId, call, place, senderId };

    it.each<[string, PermittedCall, number]>([
      ['agent', { ...same, agentId: 'other' }, 4_999],
      ['server', { ...same, call: { ...call, provider: 'mcp.other' } }, 4_999],
      ['tool', { ...same, call: { ...call, tool: 'delete' } }, 4_999],
      ['origin of the server', { ...same, call: { ...call, origin: 'https://other.example' } }, 4_999],
      ['definition of the tool', { ...same, call: { ...call, definition: 'd2' } }, 4_999],
      ['channel', { ...same, place: { ...place, channel: 'other' as ChannelId } }, 4_999],
      ['account', { ...same, place: { ...place, account: 'other' as AccountId } }, 4_999],
      ['conversation', { ...same, place: { ...place, conversation: 'g' as ConversationId } }, 4_999],
      ['sender', { ...same, senderId: 'ben' }, 4_999],
      ['hour', same, 5_000],
    ])('counts for no call of another %s', async (_field, other, now) => {
      const { db } = database;
      const sut = new PermissionsRepository(db);
      await db.transaction((tx) => sut.insert(tx, granted));
      expect([await sut.permits(same, 4_999), await sut.permits(other, now)]).toEqual([true, false]);
    });
  });

  it('permissions are listed while they are in force, newest first, and end once', async () => {
    const { db } = database;
    const sut = new PermissionsRepository(db);
    const place = { channel: FAKE, account: DEFAULT_ACCOUNT, conversation: 'chat-ann' as ConversationId };
    const call = {
      provider: 'mcp.desk',
      tool: 'create',
      modelName: 'desk__create',
      origin: 'o',
      definition: 'd',
    };
    const named = { agentId: 'main', call, place, senderId: 'ann', grantedBy: BOSS.id };
    const granted = (id: string, createdAt: number, senderName?: string): ToolPermission => ({
      ...named,
      id,
      createdAt,
      endsAt: createdAt + 100,
      senderName,
    });
    const [old, first, second] = [granted('prm_3', 900), granted('prm_2', 950, 'Ann'), granted('prm_1', 960)];
    await db.transaction(async (tx) => {
      for (const each of [old, first, second]) await sut.insert(tx, each);
    });
    expect(await sut.all(1_000)).toEqual([second, first]);
    const end = (id: string, now: number) => db.transaction((tx) => sut.end(tx, id, now));
    expect([await end('prm_3', 1_000), await end('prm_9', 1_000)]).toEqual([undefined, undefined]);
    expect(await end('prm_2', 1_001)).toEqual({ ...first, endsAt: 1_001 });
    expect(await end('prm_2', 1_001)).toBeUndefined();
    expect(await sut.all(1_000)).toEqual([second, { ...first, endsAt: 1_001 }]);
    expect(await sut.all(1_001)).toEqual([second]);
    expect(await deleteOlder(db, sut, 1_001, 9)).toBe(1);
    expect((await sut.all(0)).map(({ id }) => id)).toEqual(['prm_1', 'prm_2']);
  });

  describe('a stored approval', () => {
    const request = (n: number, more: Partial<ApprovalRequest> = {}): ApprovalRequest => ({
      id: `apr_${n}`,
      code: `CODE${n}`,
      agentId: 'main',
      digest: `digest${n}`,
      sessionKey: 's',
      eventId: 'e',
      call: {
        provider: 'mcp.desk',
        tool: 'create',
        modelName: 'desk__create',
        origin: 'o',
        definition: 'd',
        input: '{"b":1, "a":2}',
      },
      askedIn: {
        channel: FAKE,
        account: DEFAULT_ACCOUNT,
        accessKeys: ['sender:ann'],
        conversation: { id: 'g' as ConversationId, kind: 'group' },
        sender: { id: 'ann' as SenderId, isSelf: false },
      },
      shown: [
        {
          target: { channel: FAKE, account: DEFAULT_ACCOUNT, conversation: 'g' as ConversationId },
          deliveryId: 'dlv_1',
        },
      ],
      createdAt: 1_000,
      expiresAt: 2_000,
      ...more,
    });
    const UNDECIDED = {
      state: 'pending',
      decidedAt: undefined,
      decidedBy: undefined,
      decidedByName: undefined,
      reason: undefined,
      result: undefined,
      endedAt: undefined,
    };
    const stored = async (...requests: readonly ApprovalRequest[]) => {
      const { db } = database;
      const sut = new ApprovalsRepository(db);
      await db.transaction(async (tx) => {
        for (const each of requests) await sut.insert(tx, each);
      });
      const inTx = <T>(work: (tx: Tx) => Promise<T>) => db.transaction(work);
      return { sut, inTx };
    };
    const idsOf = (found: readonly Approval[]) => found.map(({ id }) => id);

    it('comes back as it was asked for, by its id, and the newest by its code', async () => {
      const { sut } = await stored(request(1), request(3, { code: 'CODE1' }), request(2, { code: 'CODE1' }));
      expect(await sut.find('apr_1')).toEqual({ ...request(1), ...UNDECIDED });
      expect(await sut.withCode('CODE1')).toEqual({ ...request(3), code: 'CODE1', ...UNDECIDED });
      expect([await sut.find('apr_9'), await sut.withCode('CODE9')]).toEqual([undefined, undefined]);
    });

    it('is listed in pages, newest first, by its state', async () => {
      const { sut, inTx } = await stored(...[2, 4, 1, 3].map((n) => request(n)));
      const by = BOSS;
      await inTx((tx) => sut.decide(tx, 'apr_2', { state: 'denied', at: 1_500, by }));
      await inTx((tx) => sut.decide(tx, 'apr_3', { state: 'approved', at: 1_500, by }));
      expect(idsOf(await sut.page({ limit: 2 }))).toEqual(['apr_4', 'apr_3']);
      expect(idsOf(await sut.page({ limit: 9, before: 'apr_3' }))).toEqual(['apr_2', 'apr_1']);
      expect(idsOf(await sut.page({ limit: 9, states: ['pending', 'denied'] }))).toEqual([
        'apr_4',
        'apr_2',
        'apr_1',
      ]);
      expect(idsOf(await sut.page({ limit: 9, states: ['pending'], before: 'apr_4' }))).toEqual(['apr_1']);
      expect([...(await sut.openCounts())]).toEqual([
        ['pending', 2],
        ['approved', 1],
        ['running', 0],
      ]);
    });

    it('waits in its conversation and its session, oldest first', async () => {
      const { askedIn } = request(0);
      const elsewhere: readonly Partial<AskedIn>[] = [
        { channel: 'other' as ChannelId },
        { account: 'other' as AccountId },
        { conversation: { id: 'h' as ConversationId, kind: 'group' } },
      ];
      const { sut, inTx } = await stored(
        ...[request(2), request(1), request(3)],
        ...elsewhere.map((place, at) =>
          request(at + 4, { askedIn: { ...askedIn, ...place }, sessionKey: 't' }),
        ),
      );
      await inTx((tx) => sut.decide(tx, 'apr_3', { state: 'withdrawn', at: 1_500, by: BOSS }));
      expect(idsOf(await inTx((tx) => sut.pendingIn(tx, askedIn)))).toEqual(['apr_1', 'apr_2']);
      expect(idsOf(await inTx((tx) => sut.pendingOf(tx, 's')))).toEqual(['apr_1', 'apr_2']);
      expect(idsOf(await inTx((tx) => sut.pendingOf(tx, 't')))).toEqual(['apr_4', 'apr_5', 'apr_6']);
    });

    it.each<[ApprovalVerdict['state'], number, boolean]>([
      ['approved', 1_999, true],
      ['approved', 2_000, false],
      ['denied', 1_999, true],
      ['denied', 2_000, false],
      ['expired', 1_999, false],
      ['expired', 2_000, true],
      ['withdrawn', 2_001, true],
    ])('is %s at %d of its 2000 ms: %s', async (state, at, isDecided) => {
      const { sut, inTx } = await stored(request(1), request(2));
      const decide = () => inTx((tx) => sut.decide(tx, 'apr_1', { state, at, by: BOSS, reason: 'no' }));
      expect(await decide()).toBe(isDecided);
      const decided = { state, decidedAt: at, decidedBy: BOSS.id, decidedByName: BOSS.name, reason: 'no' };
      const end = { endedAt: state === 'approved' ? undefined : at };
      expect(await sut.find('apr_1')).toEqual({
        ...request(1),
        ...UNDECIDED,
        ...(isDecided && { ...decided, ...end }),
      });
      expect(await sut.find('apr_2')).toEqual({ ...request(2), ...UNDECIDED });
      expect(await decide()).toBe(false);
    });

    it('is begun once after a yes, ends once, and is deleted by the age of its end', async () => {
      const { sut, inTx } = await stored(...[1, 2, 3].map((n) => request(n)));
      const [begin, end] = [
        (id: string) => inTx((tx) => sut.begin(tx, id)),
        (id: string, more: object = {}) =>
          inTx((tx) => sut.end(tx, id, { state: 'done', at: 1_700, ...more })),
      ];
      const yes = (id: string) =>
        inTx((tx) => sut.decide(tx, id, { state: 'approved', at: 1_500, by: BOSS, reason: 'fine' }));
      expect([await begin('apr_1'), await end('apr_1')]).toEqual([false, false]);
      for (const id of ['apr_1', 'apr_2']) await yes(id);
      expect([await begin('apr_1'), await begin('apr_1'), await end('apr_1', { result: '7' })]).toEqual([
        true,
        false,
        true,
      ]);
      expect([await end('apr_1'), await begin('apr_1')]).toEqual([false, false]);
      expect(await end('apr_2', { state: 'failed', reason: 'gone' })).toBe(true);
      expect(await sut.find('apr_1')).toMatchObject({
        state: 'done',
        result: '7',
        reason: 'fine',
        endedAt: 1_700,
      });
      expect(await sut.find('apr_2')).toMatchObject({ state: 'failed', result: undefined, reason: 'gone' });
      expect(await sut.find('apr_3')).toEqual({ ...request(3), ...UNDECIDED });
      expect(await deleteOlder(database.db, sut, 1_700, 9)).toBe(0);
      expect(await deleteOlder(database.db, sut, 1_701, 1)).toBe(1);
      expect(await deleteOlder(database.db, sut, 1_701, 9)).toBe(1);
      expect(idsOf(await sut.page({ limit: 9 }))).toEqual(['apr_3']);
    });
  });
});
