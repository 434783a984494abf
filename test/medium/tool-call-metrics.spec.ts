import { Registry } from 'prom-client';
import { Approvals } from '../../src/conversations/index.js';
import { Mcp } from '../../src/mcp/index.js';
import { HttpMcpServer, textResult, toolNamed } from '../../src/mcp/testing/http-server.js';
import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { only } from '../support/fake-channel.js';
import type { Pipeline } from '../support/pipeline.js';
import { pipelineWorld } from '../support/pipeline-world.js';

const { signal } = new AbortController();
const OF_TOOLS = /^gatehouse_(?:tool_calls_total|mcp_up)\{/;

/** The samples about tools, in alphabetical order. */
async function samplesOf({ module }: Pipeline): Promise<readonly string[]> {
  const lines = (await module.get(Registry, { strict: false }).metrics()).split('\n');
  return lines.filter((line) => OF_TOOLS.test(line)).toSorted();
}

describe.each(DATABASES)('metrics of tools on %s', (_, open) => {
  const world = pipelineWorld(open);
  let server: HttpMcpServer;

  beforeEach(async () => {
    server = await HttpMcpServer.start();
    server.tools = ['works', 'fails', 'breaks', 'asks'].map((name) => toolNamed(name));
    server.onCall = ({ name }, response) => {
      if (name === 'breaks') return void response.destroy();
      return name === 'fails' ? { ...textResult('no'), isError: true } : textResult('done');
    };
  });
  afterEach(() => server.stop());

  const start = async (config: object) => {
    const p = await world.start({
      config: { ...config },
      settings: { dmPolicy: 'open', allowFrom: only('ann') },
    });
    await p.module.get(Mcp).start();
    return p;
  };
  const CALLS = ['works', 'works', 'fails', 'breaks', 'asks', 'asks'];

  it('count each call by server and outcome, and an approved one again when it is made', async () => {
    const p = await start({
      agents: {
        list: [{ id: 'main', mcp: ['desk'], tools: { trust: ['mcp.desk'], ask: ['mcp.desk.asks'] } }],
      },
      approvals: { maxPending: 1 },
      mcp: { servers: { desk: { url: server.url }, gone: { url: 'http://127.0.0.1:1/mcp' } } },
    });
    const states = () =>
      p.module
        .get(Mcp)
        .views()
        .map(({ state }) => state?.isUp);
    await eventually(
      () => states().join() === 'true,false' && p.module.get(Mcp).toolsOf('desk')?.tools.length === 4,
    );
    p.runtime.answer = async ({ message, tools }) => {
      if (message.kind === 'notice') return 'it is done';
      const box = tools!()!;
      for (const [number, name] of CALLS.entries()) await box.call(`desk__${name}`, { number }, signal);
      await box.call('message', { action: 'send', message: 'hello' }, signal);
      return 'that is all';
    };
    await p.connector.receive('ann', 'go');
    await eventually(() => p.connector.sent.some(({ text }) => text === 'that is all'));
    const counted = (outcome: string, count: number, of = 'desk') =>
      `gatehouse_tool_calls_total{server="${of}",outcome="${outcome}"} ${count}`;
    const up = ['gatehouse_mcp_up{server="desk"} 1', 'gatehouse_mcp_up{server="gone"} 0'];
    const others = [
      counted('failed', 1),
      counted('interrupted', 1),
      counted('refused', 1),
      counted('waiting', 1),
      counted('done', 1, 'message'),
      ...up,
    ];
    expect(await samplesOf(p)).toEqual([counted('done', 2), ...others].toSorted());
    const approvals = p.module.get(Approvals);
    const [approval] = await approvals.list({ limit: 1 });
    const ann = { id: 'sender:fake:ann', role: 'operator', name: 'Ann' } as const;
    await p.db.transaction((tx) =>
      approvals.decide(tx, approval!.id, { kind: 'approve', forAnHour: false }, ann),
    );
    await eventually(() => p.connector.sent.some(({ text }) => text === 'it is done'));
    expect(await samplesOf(p)).toEqual([counted('done', 3), ...others].toSorted());
  });

  it('are none without servers and without calls', async () => {
    const p = await start({});
    await p.connector.receive('ann', 'hello');
    await eventually(() => p.connector.sent.length === 1);
    expect(await samplesOf(p)).toEqual([]);
  });
});
