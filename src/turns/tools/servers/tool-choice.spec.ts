import type { ToolPolicy } from '../../../common/index.js';
import type { McpTool, ServerTools } from '../../../mcp/index.js';
import { chooseTools as choose, type Source } from './tool-choice.js';

const tool = (server: string, name: string, bytes = 10): McpTool => ({
  server,
  origin: 'o',
  name,
  definition: { name: `${server}__${name}`, description: '', inputSchema: {} },
  offered: { name, inputSchema: {} },
  digest: 'd',
  mayRunAgain: false,
  bytes,
});
const source = (server: string, list?: Partial<ServerTools>, isNamed = true): Source => ({
  server,
  list: list && { tools: [], withheld: [], ...list },
  isNamed,
});
/** Models that get every tool, unless it is said that one or all do not get it. */
const chooseTools = (
  sources: readonly Source[],
  policy: ToolPolicy,
  unfit: Readonly<Record<string, number>> = {},
) =>
  choose(sources, policy, {
    problemsOf: ({ name }) =>
      Array.from({ length: unfit[name] ?? 0 }, (_, n) => ({ model: `m${n}`, detail: 'it is odd', since: n })),
    isUnfit: ({ length }) => length === MODELS,
  });
const MODELS = 2;
const names = ({ tools }: ReturnType<typeof chooseTools>) => tools.map(({ name }) => name);

describe('the tools of servers under a policy', () => {
  it('are offered without a policy, in the order of the servers', () => {
    const choice = chooseTools(
      [source('b', { tools: [tool('b', 'z')] }), source('a', { tools: [tool('a', 'c'), tool('a', 'd')] })],
      {},
    );
    expect(names(choice)).toEqual(['z', 'c', 'd']);
    expect(choice.definitions.map(({ name }) => name)).toEqual(['b__z', 'a__c', 'a__d']);
    expect(choice.leftOut).toEqual([]);
  });

  it.each<[ToolPolicy, readonly string[]]>([
    [{ deny: ['mcp'] }, []],
    [{ deny: ['mcp.a'] }, []],
    [{ deny: ['mcp.a.one'] }, ['two']],
    [{ deny: ['*'], trust: ['mcp.a.one'] }, []],
    [{ allow: ['message'] }, []],
    [{ allow: ['message'], alsoAllow: ['mcp.a.two'] }, ['two']],
    [{ allow: ['mcp.a'], deny: ['mcp.a.two'] }, ['one']],
    [{ allow: ['mcp.b'] }, []],
  ])('are by %j only %j, and the others are denied', (policy, expected) => {
    const choice = chooseTools([source('a', { tools: [tool('a', 'one'), tool('a', 'two')] })], policy);
    expect(names(choice)).toEqual(expected);
    const others = ['one', 'two'].filter((name) => !expected.includes(name));
    expect(choice.leftOut).toEqual(others.map((name) => ({ server: 'a', tool: name, reason: 'denied' })));
  });

  it('have a reason each where they are withheld, or their server is not named or has listed none', () => {
    const withheld = [{ server: 'a', name: 'new-one', reason: 'new' } as const];
    const choice = chooseTools(
      [
        source('a', { withheld }),
        source('silent'),
        source('empty', {}),
        source('other', { tools: [tool('other', 'x')] }, false),
      ],
      {},
    );
    expect(choice.leftOut).toEqual([
      { server: 'a', tool: 'new-one', reason: 'new', detail: undefined },
      { server: 'silent', reason: 'no-list' },
      { server: 'empty', reason: 'no-list' },
      { server: 'other', reason: 'not-named' },
    ]);
    expect(choice.tools).toEqual([]);
  });

  it('are unfit where no model of the agent gets them, unless the policy denies them', () => {
    const sources = [source('a', { tools: [tool('a', 'one'), tool('a', 'two'), tool('a', 'three')] })];
    const choice = chooseTools(sources, { deny: ['mcp.a.three'] }, { a__one: 1, a__two: 2, a__three: 2 });
    expect(names(choice)).toEqual(['one']);
    expect(choice.leftOut).toEqual([
      { server: 'a', tool: 'two', reason: 'unfit', detail: 'it is odd' },
      { server: 'a', tool: 'three', reason: 'denied' },
    ]);
    expect(choice.unfit.map((each) => `${each.model} ${each.tool}`)).toEqual(['m0 one', 'm0 two', 'm1 two']);
  });

  it('are at most 127, the rest over the limit', () => {
    const tools = Array.from({ length: 130 }, (_, n) => tool('a', `t${n}`));
    const choice = chooseTools([source('a', { tools })], {});
    expect(choice.tools).toHaveLength(127);
    expect(choice.leftOut.map(({ tool: name, reason }) => [name, reason])).toEqual([
      ['t127', 'over-limit'],
      ['t128', 'over-limit'],
      ['t129', 'over-limit'],
    ]);
  });

  it('have at most 128 kB together: a large one makes no room for itself, a small one behind it still fits', () => {
    const tools = [tool('a', 'one', 100_000), tool('a', 'large', 30_000), tool('a', 'small', 20_000)];
    const choice = chooseTools([source('a', { tools })], {});
    expect(names(choice)).toEqual(['one', 'small']);
    expect(choice.leftOut).toEqual([{ server: 'a', tool: 'large', reason: 'over-limit' }]);
  });
});
