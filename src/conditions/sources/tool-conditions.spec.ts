import type { AgentToolCounts, AgentTools } from '../../operator/index.js';
import type { Mcp, ServerView } from '../../mcp/index.js';
import { checksOf } from '../condition.js';
import { ToolConditions } from './tool-conditions.js';

interface World {
  readonly servers?: readonly Partial<ServerView>[];
  readonly leftOut?: readonly Partial<Record<'over-limit' | 'denied' | 'unfit', number>>[];
  readonly unfit?: AgentToolCounts['unfit'];
}

function examine({ servers = [], leftOut = [], unfit = [] }: World) {
  const views = servers.map((view) => ({ name: 'files', url: undefined, tools: [], withheld: [], ...view }));
  const counts = leftOut.map((each) => ({ agent: 'main', unfit, leftOut: new Map(Object.entries(each)) }));
  const check = new ToolConditions(
    { views: () => views } as unknown as Mcp,
    { counts: async () => counts as unknown as readonly AgentToolCounts[] } as unknown as AgentTools,
  );
  return checksOf([check])[0]!.run(AbortSignal.timeout(10_000));
}

const state = (isUp: boolean | undefined, problem?: string, note?: string) => ({
  state: { isUp, problem, since: 0, revision: undefined, wantsLogin: false, isStarting: false, note },
});
const withheld = (...reasons: ('new' | 'changed' | 'unfit' | 'not-chosen')[]) => ({
  withheld: reasons.map((reason) => ({ server: 'files', name: 'a', reason })),
});

it.each<[string, World, string]>([
  ['without any', {}, 'no MCP server is configured'],
  [
    'when all answer',
    { servers: [state(true), { ...state(true), name: 'desk' }] },
    'no problem with files, desk',
  ],
  ['before the first attempt', { servers: [state(undefined), {}] }, 'no problem with files, files'],
  [
    'when no one can accept a withheld tool',
    { servers: [withheld('unfit', 'not-chosen')] },
    'no problem with',
  ],
  ['when tools are left out as the policy says', { leftOut: [{ denied: 4 }] }, 'no MCP server'],
])('MCP servers are well %s', async (_, world, message) => {
  expect(await examine(world)).toEqual([{ state: 'ok', message: expect.stringContaining(message) }]);
});

it.each<[string, World, object]>([
  [
    'failed with one that is down',
    { servers: [state(true), { name: 'desk', ...state(false, 'no connection') }] },
    {
      state: 'failed',
      message: 'the MCP server desk does not answer: no connection',
      setting: 'mcp.servers.desk',
      remedy: expect.stringContaining('mcp list --probe'),
    },
  ],
  [
    'a warning with one that declares no tools',
    { servers: [state(true, undefined, 'it has no tools')] },
    {
      state: 'warning',
      message: 'the MCP server files: it has no tools',
      remedy: expect.stringContaining('mcp remove files'),
    },
  ],
  [
    'a warning with a tool that has changed',
    { servers: [withheld('changed', 'unfit')] },
    {
      state: 'warning',
      message: '1 new or changed tool of files waits to be accepted',
      remedy: expect.stringContaining('mcp accept files'),
    },
  ],
  [
    'a warning with several that wait',
    { servers: [withheld('new', 'changed')] },
    { state: 'warning', message: '2 new or changed tools of files wait to be accepted' },
  ],
  [
    'a warning with a tool above the limit',
    { leftOut: [{ 'over-limit': 1 }] },
    { state: 'warning', message: '1 tool is left out for agent main', setting: 'agents.list' },
  ],
  [
    'a warning with several above the limit',
    { leftOut: [{ 'over-limit': 7, denied: 1 }] },
    {
      state: 'warning',
      message: '7 tools are left out for agent main',
      remedy: expect.stringContaining('agent main'),
    },
  ],
  [
    'a warning with tools that a model does not get',
    {
      leftOut: [{ unfit: 1 }],
      unfit: Array.from({ length: 7 }, (_, n) => ({
        server: 'files',
        tool: `t${n}`,
        model: 'gpt',
        detail: 'it is odd',
      })),
    },
    {
      state: 'warning',
      message: expect.stringMatching(
        /^models of agent main do not get every tool: gpt: files\.t0, it is odd; .*files\.t4, it is odd; and 2 more$/,
      ),
      setting: 'mcp.servers.files',
      remedy: expect.stringMatching(/agent main; `gatehouse mcp tools files`/),
    },
  ],
])('MCP servers are %s', async (_, world, finding) => {
  expect(await examine(world)).toEqual([expect.objectContaining(finding)]);
});

it('MCP servers show every fault at once', async () => {
  const found = await examine({
    servers: [{ ...state(false), ...withheld('new') }],
    leftOut: [{ 'over-limit': 2 }],
  });
  expect(found.map((each) => each.state)).toEqual(['failed', 'warning', 'warning']);
  expect(found[0]!.message).toContain('no reason given');
});
