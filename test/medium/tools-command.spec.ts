import type { AccountSettings } from '../../src/channels/index.js';
import { AgentTools } from '../../src/operator/index.js';
import { Mcp } from '../../src/mcp/index.js';
import { HttpMcpServer, toolNamed } from '../../src/mcp/testing/http-server.js';
import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { only } from '../support/fake-channel.js';
import type { Pipeline } from '../support/pipeline.js';
import { pipelineWorld } from '../support/pipeline-world.js';

describe.each(DATABASES)('/tools on %s', (_, open) => {
  const world = pipelineWorld(open);
  let server: HttpMcpServer;
  let p: Pipeline;

  beforeEach(async () => {
    server = await HttpMcpServer.start();
  });
  afterEach(() => server.stop());

  const start = async (names: readonly string[], tools: object) => {
    server.tools = names.map((name) => toolNamed(name));
    const agents = { list: [{ id: 'main', mcp: ['desk'], tools }] };
    const settings: Partial<AccountSettings> = {
      dmPolicy: 'open',
      groupPolicy: 'open',
      allowFrom: only('ann'),
      group: () => ({ isExcluded: false, requireMention: true, tools: { deny: ['mcp'] } }),
    };
    p = await world.start({ config: { agents, mcp: { servers: { desk: { url: server.url } } } }, settings });
    p.connector.features = { react: 'full', unsend: 'full' };
    await p.module.get(Mcp).start();
    await eventually(() => p.module.get(Mcp).toolsOf('desk')?.tools.length === names.length);
  };
  const told = async (from: string) => {
    await p.connector.receive(from, '/tools');
    await world.idle();
    return p.connector.textsTo(from).at(-1);
  };

  it('lists trusted, asking and unavailable tools for an operator', async () => {
    await start(['read', 'write', 'drop'], {
      deny: ['mcp.desk.drop'],
      trust: ['mcp.desk.read'],
      ask: ['message.react'],
    });
    expect(await told('ann')).toBe(
      [
        'Without approval:',
        'message: send, unsend',
        'desk: read',
        'Needs approval:',
        'message: react',
        'desk: write',
        'Left out:',
        'desk (denied): drop',
        'Reasons and fixes: `gatehouse mcp tools SERVER`',
      ].join('\n'),
    );
  });

  it("lists for others only their tools, without operators' actions", async () => {
    await start(['read', 'drop'], { deny: ['mcp.desk.drop'] });
    expect(await told('eve')).toBe(
      ['Without approval:', 'message: send, react', 'Needs approval:', 'desk: read'].join('\n'),
    );
  });

  it('leaves out a tool from the moment on when the model has refused it', async () => {
    await start(['read', 'odd'], { trust: ['mcp.desk'] });
    expect(await told('ann')).toContain('desk: odd, read');
    const detail = 'the model refused it';
    p.runtime.tools = {
      version: 1,
      problemOf: ({ name }) => (name === 'desk__odd' ? { detail, since: 7 } : undefined),
    };
    expect(await told('ann')).toMatch(/desk: read\n(?:.*\n)*desk \(unfit\): odd\n/);
    const [counts] = await p.module.get(AgentTools).counts();
    expect(counts).toMatchObject({ offered: 1, unfit: [{ server: 'desk', tool: 'odd', detail, since: 7 }] });
    const [use] = await p.module.get(AgentTools).usesOf('desk', 'odd');
    expect(use).toEqual({ agent: 'main', use: 'unfit', detail });
    await p.connector.receive('eve', 'hello');
    await world.idle();
    const offered = p.runtime.asked
      .at(-1)!
      .input.tools?.()
      ?.definitions.map(({ name }) => name);
    expect(offered).toEqual(['message', 'desk__read']);
  });

  it('follows the policy of the place', async () => {
    await start(['read'], {});
    await p.connector.receiveInGroup('g', 'ann', '/tools');
    await world.idle();
    expect(p.connector.textsIn('g').at(-1)).toMatch(
      /^Without approval:\nmessage: .*\nLeft out:\ndesk \(denied\): read\n/,
    );
  });

  it('says how many more there are than it names', async () => {
    const names = Array.from({ length: 30 }, (_each, index) => `tool_${10 + index}`);
    await start(names, {});
    expect(await told('eve')).toMatch(/^desk: tool_10, .*tool_21 and 18 more$/m);
  });

  it('tells a person without any tool so', async () => {
    await start(['read'], { allow: [] });
    expect(await told('eve')).toBe('The assistant has no tools here.');
  });
});
