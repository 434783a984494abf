import { adminApp, errorOf } from '../../../test/support/admin-app.js';

const sut = adminApp();
const DIGEST = 'a'.repeat(64);
const tool = (name: string) => ({ name, modelName: `files__${name}`, withheld: undefined, digest: DIGEST });
const server = {
  name: 'files',
  url: undefined,
  state: {
    isUp: false,
    since: 60_000,
    revision: '2025-11-25',
    problem: 'no answer',
    wantsLogin: false,
    isStarting: false,
    note: undefined,
  },
  tools: [],
  withheld: [
    { server: 'files', name: 'fresh', reason: 'new' },
    { server: 'files', name: 'odd', reason: 'unfit' },
  ],
} as const;

describe('MCP servers', () => {
  it('are listed with their state and pending approvals of tools', async () => {
    sut.services.mcp.views.mockReturnValue([server]);
    const { body } = await sut.call('GET /mcp/servers');
    expect(body).toMatchObject({
      items: [{ name: 'files', url: null, state: 'down', problem: 'no answer', withheld: 2, waiting: 1 }],
    });
  });

  it('tell for each tool what every agent may do with it', async () => {
    sut.services.mcp.listed.mockResolvedValue([tool('read')]);
    sut.services.agentTools.usesOf.mockResolvedValue([{ agent: 'main', use: 'asks', detail: null }]);
    const { body } = await sut.call('GET /mcp/servers/files/tools');
    expect(body).toMatchObject({
      items: [
        { model_name: 'files__read', withheld: null, agents: [{ agent: 'main', use: 'asks', detail: null }] },
      ],
    });
  });

  it.each([
    ['GET /mcp/servers/nope/tools', undefined, 404],
    ['GET /mcp/servers/No_name/tools', undefined, 400],
    ['POST /mcp/servers/nope/tools/accept', { tools: [{ name: 'x', digest: DIGEST }] }, 404],
    ['POST /mcp/servers/files/tools/accept', { tools: [] }, 400],
    ['POST /mcp/servers/files/tools/accept', { tools: [{ name: 'x', digest: 'short' }] }, 400],
  ])('refuse %s with %j', async (route, body, status) => {
    expect((await sut.call(route, body)).status).toBe(status);
  });

  it('accept what was shown, with an entry of the audit log for each tool', async () => {
    sut.services.mcp.listed.mockResolvedValue([tool('read')]);
    const { status } = await sut.call('POST /mcp/servers/files/tools/accept', {
      tools: [{ name: 'read', digest: DIGEST }],
    });
    expect(status).toBe(200);
    expect(sut.services.audit.record).toHaveBeenCalledWith(
      expect.anything(),
      expect.anything(),
      expect.objectContaining({ action: 'mcp.tool-accepted', subject: 'files/read' }),
    );
    expect(sut.services.mcp.reread).toHaveBeenCalled();
  });

  it('accept nothing that the server offers otherwise by now', async () => {
    sut.services.mcp.listed.mockResolvedValue([tool('read')]);
    sut.services.mcp.accept.mockResolvedValue('read');
    const { status, body } = await sut.call('POST /mcp/servers/files/tools/accept', {
      tools: [{ name: 'read', digest: DIGEST }],
    });
    expect([status, errorOf(body).details]).toEqual([409, 'read']);
    expect(sut.services.audit.record).not.toHaveBeenCalled();
  });
});

describe('GET /status', () => {
  it('tells of a server that is down, and of tools that wait', async () => {
    sut.services.mcp.views.mockReturnValue([server]);
    sut.services.agentTools.counts.mockResolvedValue([
      { agent: 'main', offered: 3, asking: 1, unfit: [], leftOut: new Map([['denied', 2]]) },
    ]);
    const { body } = await sut.call('GET /status');
    expect(body).toMatchObject({
      mcp_servers: [{ name: 'files', state: 'down' }],
      agent_tools: [{ agent: 'main', offered: 3, asking: 1, left_out: { denied: 2 } }],
      alerts: [
        { code: 'mcp-server-down', setting: 'mcp.servers.files' },
        { code: 'mcp-tools-waiting', remedy: expect.stringContaining('mcp accept files') as string },
      ],
    });
  });
});
