import { ALL_RULES, ALL_SECTIONS } from '../app.sections.js';
import { checkConfig, ConfigInvalidError, readEnvironment } from '../config/index.js';
import { WORKCHAT } from '../workchat/index.js';

/** The paths of the problems of a configuration that has one server, `files`. */
function problemsOf(raw: object): readonly string[] {
  const known = { mcp: { servers: { files: { command: 'x' } } }, ...raw };
  try {
    checkConfig([...ALL_SECTIONS, WORKCHAT], known, readEnvironment({}), ALL_RULES);
    return [];
  } catch (error) {
    if (error instanceof ConfigInvalidError) return error.problems.map(({ path }) => path);
    throw error;
  }
}

const agent = (more: object) => ({ agents: { list: [{ id: 'main', ...more }] } });
const teams = (more: object) => ({ channels: { workchat: { teams: { Sales: more } } } });
const GROUPS = { serverUrl: 'http://127.0.0.1:1', password: 'x' };

describe('an unknown MCP server', () => {
  it.each([
    [agent({ mcp: ['files', 'linear'] }), 'agents.list[0].mcp[1]'],
    [agent({ tools: { deny: ['message', 'mcp.linear.move'] } }), 'agents.list[0].tools.deny[1]'],
    [agent({ tools: { allow: ['mcp.linear'] } }), 'agents.list[0].tools.allow[0]'],
    [agent({ tools: { trust: ['mcp.linear'] } }), 'agents.list[0].tools.trust[0]'],
    [agent({ tools: { ask: ['mcp.linear.x'] } }), 'agents.list[0].tools.ask[0]'],
    [
      agent({ toolsBySender: { 'imbridge:+1': { alsoAllow: ['mcp.linear'] } } }),
      'agents.list[0].toolsBySender["imbridge:+1"].alsoAllow[0]',
    ],
    [
      {
        channels: {
          imbridge: { ...GROUPS, groups: { 'iMessage;+;chat12': { tools: { deny: ['mcp.linear'] } } } },
        },
      },
      'channels.imbridge.groups["iMessage;+;chat12"].tools.deny[0]',
    ],
    [
      {
        channels: {
          imbridge: { ...GROUPS, groups: { '*': { toolsBySender: { '*': { allow: ['mcp.linear.x'] } } } } },
        },
      },
      'channels.imbridge.groups["*"].toolsBySender["*"].allow[0]',
    ],
    [teams({ tools: { alsoAllow: ['mcp.linear'] } }), 'channels.workchat.teams.Sales.tools.alsoAllow[0]'],
    [
      teams({ toolsBySender: { '*': { deny: ['mcp.files', 'mcp.linear.x'] } } }),
      'channels.workchat.teams.Sales.toolsBySender["*"].deny[1]',
    ],
    [
      teams({ channels: { '19:a@thread.tacv2': { tools: { ask: ['mcp.linear'] } } } }),
      'channels.workchat.teams.Sales.channels["19:a@thread.tacv2"].tools.ask[0]',
    ],
    [
      teams({ channels: { General: { toolsBySender: { '*': { trust: ['mcp.linear.x'] } } } } }),
      'channels.workchat.teams.Sales.channels.General.toolsBySender["*"].trust[0]',
    ],
    [
      {
        channels: {
          imbridge: { accounts: { b: { ...GROUPS, groups: { '*': { tools: { deny: ['mcp.linear'] } } } } } },
        },
      },
      'channels.imbridge.accounts.b.groups["*"].tools.deny[0]',
    ],
  ])('in %j is a problem of %s', (raw, path) => {
    expect(problemsOf(raw)).toContain(path);
  });

  it('is none where the entries name the configured one, a tool of it, or all', () => {
    const policy = { deny: ['mcp.files.move_file', 'mcp'], trust: ['mcp.files'], ask: ['message.send'] };
    expect(problemsOf(agent({ mcp: ['files'], tools: policy }))).toEqual([]);
    expect(problemsOf(teams({ tools: policy, channels: { General: { tools: policy } } }))).toEqual([]);
  });
});
