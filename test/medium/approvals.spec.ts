import { RuntimeFailure, type ToolResult } from '../../src/assistant/index.js';
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
import {
  type Approval,
  Approvals,
  type Decider,
  type Decision,
  type ToolPermission,
} from '../../src/conversations/index.js';
import { Mcp } from '../../src/mcp/index.js';
import { HttpMcpServer, textResult, toolNamed } from '../../src/mcp/testing/http-server.js';
import type { Tx } from '../../src/persistence/index.js';
import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { FAKE, only } from '../support/fake-channel.js';
import { FakeClock } from '../support/fake-clock.js';
import type { Asked, Pipeline } from '../support/pipeline.js';
import { pipelineWorld } from '../support/pipeline-world.js';

const signal = new AbortController().signal;
const BOSS: Decider = { id: 'sender:fake:boss', role: 'operator', name: 'Boss' };
const YES: Decision = { kind: 'approve', forAnHour: false };

describe.each(DATABASES)('approvals on %s', (_, open) => {
  const world = pipelineWorld(open);
  let server: HttpMcpServer;
  let p: Pipeline;
  const calls: unknown[] = [];
  const results: ToolResult[] = [];

  beforeEach(async () => {
    calls.length = 0;
    results.length = 0;
    server = await HttpMcpServer.start();
    server.tools = [toolNamed('create')];
    server.onCall = (params) => {
      calls.push(params.arguments);
      return textResult('created 7');
    };
  });
  afterEach(() => server.stop());

  const start = async (tools: object = {}, approvals: object = {}, clock = new FakeClock()) => {
    const agents = { list: [{ id: 'main', mcp: ['desk'], tools }] };
    const config = { agents, approvals, mcp: { servers: { desk: { url: server.url } } } };
    p = await world.start({ config, clock });
    p.connector.settings = { ...p.connector.settings, dmPolicy: 'open', allowFrom: only('ann', 'boss') };
    await p.module.get(Mcp).start();
    await eventually(() => (p.module.get(Mcp).toolsOf('desk')?.tools.length ?? 0) > 0);
    p.runtime.answer = answer({ title: 'a "b"\u202e' });
    return clock;
  };
  const answer = (input: object) => async (asked: Asked) => {
    if (asked.message.kind === 'notice') return 'it is done';
    results.push(await asked.tools!()!.call('desk__create', input, signal));
    return 'it waits';
  };
  const approvals = () => p.module.get(Approvals);
  const decide = (id: string, decision: Decision = YES, by = BOSS) =>
    p.db.transaction((tx) => approvals().decide(tx, id, decision, by));
  const pending = async (): Promise<Approval> => {
    await eventually(async () => (await approvals().list({ limit: 5, states: ['pending'] })).length > 0);
    return (await approvals().list({ limit: 5, states: ['pending'] }))[0]!;
  };
  const sent = () => p.connector.sent.map(({ text }) => text);
  const until = (state: Approval['state'], id: string) =>
    eventually(async () => (await approvals().find(id))?.state === state, { what: state });

  it('a call waits while its turn ends, and is made once with the stored arguments after a yes', async () => {
    await start();
    await p.connector.receive('ann', 'please');
    const approval = await pending();
    await eventually(() => sent().includes('it waits'));
    expect(results).toMatchObject([{ ok: true, value: { waiting_for_approval: approval.code } }]);
    expect(sent()).toContain(
      `main wants to call create of desk for ann\ntitle: "a \\"b\\"\\u{202e}"\n` +
        `To answer: 👍 or 👎, /approve ${approval.code}, /approve ${approval.code} hour, or /deny ${approval.code} reason`,
    );
    expect(calls).toEqual([]);
    expect((await decide(approval.id)).kind).toBe('decided');
    await until('done', approval.id);
    await eventually(() => sent().includes('it is done'));
    expect(calls).toEqual([{ title: 'a "b"\u202e' }]);
    await world.idle();
    const [, told] = p.runtime.asked;
    expect(told).toMatchObject({ message: { kind: 'notice', from: { id: 'ann' } } });
    expect(told!.text).toContain('Allowed by Boss, and done: create of desk');
    expect(told!.text).toContain('created 7');
    expect(await decide(approval.id)).toMatchObject({ kind: 'already', approval: { decidedBy: BOSS.id } });
  });

  it('a refusal is told in the chat and to the assistant, and nothing is called', async () => {
    await start();
    await p.connector.receive('ann', 'please');
    const { id, code } = await pending();
    await decide(id, { kind: 'deny', reason: 'not today' });
    await eventually(() => sent().includes(`Refused by Boss: create of desk (${code}). Reason: not today`));
    await p.connector.receive('ann', 'and?');
    await eventually(() => p.runtime.asked.length === 2);
    expect(p.runtime.asked[1]!.history.map(({ text }) => text).join('\n')).toContain('Refused by Boss');
    expect(calls).toEqual([]);
  });

  it('what nobody answers expires, and a late yes is told so', async () => {
    const clock = await start({}, { expireMinutes: 5 });
    await p.connector.receive('ann', 'please');
    const { id } = await pending();
    clock.advance(5 * 60_000);
    expect(await decide(id)).toMatchObject({ kind: 'already', approval: { state: 'expired' } });
    await eventually(() => sent().some((text) => text.startsWith('Nobody answered in time')));
    expect(calls).toEqual([]);
  });

  it('nobody may decide where no list names anybody: the model is told at once', async () => {
    await start();
    p.connector.settings = { ...p.connector.settings, allowFrom: only() };
    await p.connector.receive('ann', 'please');
    await eventually(() => results.length === 1);
    expect(results).toMatchObject([{ ok: false }]);
    expect(await approvals().list({ limit: 5 })).toEqual([]);
  });

  it('a request is found by a turn that runs again, though nobody may decide by then', async () => {
    const clock = await start();
    p.runtime.answer = async (asked) => {
      await answer({ title: 'a' })(asked);
      p.connector.settings = { ...p.connector.settings, allowFrom: only() };
      if (results.length === 1) throw new RuntimeFailure('cut', true);
      return 'it waits';
    };
    await p.connector.receive('ann', 'please');
    await eventually(() => {
      clock.advance(1_000);
      return sent().includes('it waits');
    });
    const { code } = await pending();
    const waits = { ok: true, value: { waiting_for_approval: code } };
    expect(results).toMatchObject([waits, waits]);
  });

  it.each([
    ['the person is not let in any more', () => ({ dmPolicy: 'disabled' as const })],
    ['the definition has changed', () => undefined],
  ])('a call that was allowed is not made when %s', async (_name, change) => {
    await start();
    await p.connector.receive('ann', 'please');
    const { id } = await pending();
    const settings = change();
    if (settings) p.connector.settings = { ...p.connector.settings, ...settings };
    else {
      server.tools = [toolNamed('create', { description: 'sends it to somebody else' })];
      await p.module.get(Mcp).refresh();
    }
    await decide(id);
    await until('failed', id);
    expect(calls).toEqual([]);
  });

  it('permission for an hour makes equal calls at once, until it is ended', async () => {
    await start();
    await p.connector.receive('ann', 'please');
    const { id } = await pending();
    await decide(id, { kind: 'approve', forAnHour: true });
    await until('done', id);
    await p.connector.receive('ann', 'again');
    await eventually(() => calls.length === 2);
    const [permission] = await approvals().listPermissions();
    await p.db.transaction((tx) => approvals().endPermission(tx, permission!.id, BOSS));
    await p.connector.receive('ann', 'once more');
    await pending();
    expect(calls).toHaveLength(2);
  });

  describe('permission for an hour', () => {
    const granted: ToolPermission = {
      ...{ id: 'prm_1', agentId: 'main', senderId: 'ann', senderName: 'Ann', grantedBy: BOSS.id },
      call: {
        ...{ provider: 'mcp.desk', tool: 'create', modelName: 'desk__create' },
        ...{ origin: 'https://desk.example', definition: 'd1' },
      },
      place: { channel: FAKE, account: DEFAULT_ACCOUNT, conversation: 'chat-ann' as ConversationId },
      ...{ createdAt: 1_000, endsAt: 5_000 },
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
      const { db } = world.database;
      const sut = new PermissionsRepository(db);
      await db.transaction((tx) => sut.insert(tx, granted));
      expect([await sut.permits(same, 4_999), await sut.permits(other, now)]).toEqual([true, false]);
    });
  });

  it('permissions are listed while they are in force, newest first, and end once', async () => {
    const { db } = world.database;
    const sut = new PermissionsRepository(db);
    const place = { channel: FAKE, account: DEFAULT_ACCOUNT, conversation: 'chat-ann' as ConversationId };
    const call = {
      provider: 'mcp.desk',
      tool: 'create',
      modelName: 'desk__create',
      origin: 'o',
      definition: 'd',
    };
    const named = { ...{ agentId: 'main', call, place, senderId: 'ann' }, grantedBy: BOSS.id };
    const granted = (id: string, createdAt: number, senderName?: string): ToolPermission => ({
      ...{ ...named, id, createdAt, endsAt: createdAt + 100, senderName },
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
    expect(await db.transaction((tx) => sut.deleteOlderThan(tx, 1_001, 9))).toBe(1);
    expect((await sut.all(0)).map(({ id }) => id)).toEqual(['prm_1', 'prm_2']);
  });

  describe('a stored approval', () => {
    const request = (n: number, more: Partial<ApprovalRequest> = {}): ApprovalRequest => ({
      ...{
        id: `apr_${n}`,
        code: `CODE${n}`,
        agentId: 'main',
        digest: `digest${n}`,
        sessionKey: 's',
        eventId: 'e',
      },
      call: {
        ...{ provider: 'mcp.desk', tool: 'create', modelName: 'desk__create' },
        ...{ origin: 'o', definition: 'd', input: '{"b":1, "a":2}' },
      },
      askedIn: {
        ...{ channel: FAKE, account: DEFAULT_ACCOUNT, accessKeys: ['sender:ann'] },
        conversation: { id: 'g' as ConversationId, kind: 'group' },
        sender: { id: 'ann' as SenderId, isSelf: false },
      },
      shown: [
        {
          target: { channel: FAKE, account: DEFAULT_ACCOUNT, conversation: 'g' as ConversationId },
          deliveryId: 'dlv_1',
        },
      ],
      ...{ createdAt: 1_000, expiresAt: 2_000, ...more },
    });
    const UNDECIDED = {
      ...{ state: 'pending', decidedAt: undefined, decidedBy: undefined, decidedByName: undefined },
      ...{ reason: undefined, result: undefined, endedAt: undefined },
    };
    const stored = async (...requests: readonly ApprovalRequest[]) => {
      const { db } = world.database;
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
        ...{ ...request(1), ...UNDECIDED, ...(isDecided && { ...decided, ...end }) },
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
      expect(await inTx((tx) => sut.deleteOlderThan(tx, 1_700, 9))).toBe(0);
      expect(await inTx((tx) => sut.deleteOlderThan(tx, 1_701, 1))).toBe(1);
      expect(await inTx((tx) => sut.deleteOlderThan(tx, 1_701, 9))).toBe(1);
      expect(idsOf(await sut.page({ limit: 9 }))).toEqual(['apr_3']);
    });
  });

  it('a trusted tool is called at once', async () => {
    await start({ trust: ['mcp.desk'] });
    await p.connector.receive('ann', 'please');
    await eventually(() => calls.length === 1);
    expect(await approvals().list({ limit: 5 })).toEqual([]);
  });

  it('`ask` wins over `trust`', async () => {
    await start({ trust: ['mcp.desk'], ask: ['mcp.desk.create'] });
    await p.connector.receive('ann', 'please');
    await pending();
    expect(calls).toEqual([]);
  });

  it('a message action that asks is done after a yes, with the stored target and text', async () => {
    await start({ ask: ['message.send'] });
    p.runtime.answer = async (asked) => {
      if (asked.message.kind === 'notice') return 'it is done';
      results.push(await asked.tools!()!.call('message', { action: 'send', message: 'to all' }, signal));
      return 'it waits';
    };
    await p.connector.receive('ann', 'please');
    const { id } = await pending();
    expect(sent()).not.toContain('to all');
    await decide(id);
    await eventually(() => sent().includes('it is done'));
    expect(sent().filter((text) => text === 'to all')).toHaveLength(1);
  });

  it('more than `maxPending` calls of one conversation are refused to the model', async () => {
    await start({}, { maxPending: 1 });
    p.runtime.answer = async (asked) => {
      for (const title of ['one', 'two'])
        results.push(await asked.tools!()!.call('desk__create', { title }, signal));
      return 'they wait';
    };
    await p.connector.receive('ann', 'please');
    await eventually(() => results.length === 2);
    expect(results).toMatchObject([{ ok: true }, { ok: false }]);
  });
});
