import { RuntimeFailure, type ToolResult } from '../../src/assistant/index.js';
import { type Approval, Approvals, type Decider, type Decision } from '../../src/conversations/index.js';
import { Mcp } from '../../src/mcp/index.js';
import { HttpMcpServer, textResult, toolNamed } from '../../src/mcp/testing/http-server.js';
import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { only } from '../support/fake-channel.js';
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
    expect(told!.text).toBe(
      `The gateway reports on a call that was waiting for an approval. Allowed by Boss, and done: create of desk (${approval.code}).\n` +
        '[result of desk.create]\n| created 7\n' +
        'Tell the person the outcome. The gateway makes each call once; do not repeat it.',
    );
    expect(await decide(approval.id)).toMatchObject({ kind: 'already', approval: { decidedBy: BOSS.id } });
  });

  it('a denial is reported in the chat and to the assistant, and nothing is called', async () => {
    await start();
    await p.connector.receive('ann', 'please');
    const { id, code } = await pending();
    await decide(id, { kind: 'deny', reason: 'not today' });
    await eventually(() => sent().includes(`Denied by Boss: create of desk (${code}). Reason: not today`));
    await p.connector.receive('ann', 'and?');
    await eventually(() => p.runtime.asked.length === 2);
    expect(p.runtime.asked[1]!.history.map(({ text }) => text).join('\n')).toContain('Denied by Boss');
    expect(calls).toEqual([]);
  });

  it('an unanswered request expires, and a late approval is answered with that', async () => {
    const clock = await start({}, { expireMinutes: 5 });
    await p.connector.receive('ann', 'please');
    const { id } = await pending();
    clock.advance(5 * 60_000);
    expect(await decide(id)).toMatchObject({ kind: 'already', approval: { state: 'expired' } });
    await eventually(() => sent().some((text) => text.startsWith('Expired without an answer')));
    expect(calls).toEqual([]);
  });

  it('no one may decide where no list names operators: the model gets an error at once', async () => {
    await start();
    p.connector.settings = { ...p.connector.settings, allowFrom: only() };
    await p.connector.receive('ann', 'please');
    await eventually(() => results.length === 1);
    expect(results).toMatchObject([{ ok: false }]);
    expect(await approvals().list({ limit: 5 })).toEqual([]);
  });

  it('a request is found by a turn that runs again, though no one may decide by then', async () => {
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
