import { Registry } from 'prom-client';
import type { Mcp, ServerView } from '../mcp.service.js';
import { McpUpGauge } from './up-gauge.js';

describe('gatehouse_mcp_up', () => {
  const samplesWith = (...servers: readonly { name: string; isUp?: boolean; isKnown?: boolean }[]) => {
    const registry = new Registry();
    const views = servers.map(({ name, isUp, isKnown = true }) => ({
      name,
      url: undefined,
      tools: [],
      withheld: [],
      state: isKnown
        ? { isUp, since: 0, revision: undefined, problem: undefined, wantsLogin: false }
        : undefined,
    }));
    const mcp = { views: () => views as readonly ServerView[] };
    new McpUpGauge(registry, mcp as unknown as Mcp);
    const read = async () =>
      (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    return { read, views };
  };

  it('has a sample for each server that was tried', async () => {
    const { read } = samplesWith(
      { name: 'files', isUp: true },
      { name: 'desk', isUp: false },
      { name: 'new' },
      { name: 'elsewhere', isKnown: false },
    );
    expect(await read()).toEqual(['gatehouse_mcp_up{server="files"} 1', 'gatehouse_mcp_up{server="desk"} 0']);
  });

  it('has none without servers, nor of one that is not configured any more', async () => {
    const { read, views } = samplesWith({ name: 'files', isUp: true });
    expect(await read()).toHaveLength(1);
    views.pop();
    expect(await read()).toEqual([]);
  });
});
