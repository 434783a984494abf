import { jest } from '@jest/globals';
import { Registry } from 'prom-client';
import type { GatehouseConfig } from '../../config/index.js';
import { ApprovalGauge } from './approval-gauge.js';
import type { Approvals } from './approvals.service.js';

const openCounts = jest.fn<Approvals['openCounts']>(async () => new Map([['pending', 2] as const]));

/** @param paths those that are set */
async function scrape(servers: object, paths: readonly string[] = []): Promise<string[]> {
  const registry = new Registry();
  const sets = (pattern: RegExp) => paths.some((path) => pattern.test(path));
  const config = { get: () => ({ servers }), sets } as unknown as GatehouseConfig;
  new ApprovalGauge(registry, { openCounts } as unknown as Approvals, config);
  return (await registry.metrics()).split('\n').filter((line) => /^gatehouse_approvals\{/.test(line));
}

afterEach(() => openCounts.mockClear());

it.each<[string, object, string[]]>([
  ['a server is configured', { linear: {} }, []],
  ['an agent asks', {}, ['agents.list[0].tools.ask']],
  ['a group asks', {}, ['channels.imbridge.groups.*.tools.ask']],
])('approvals are counted when %s', async (_, servers, paths) => {
  expect(await scrape(servers, paths)).toEqual(['gatehouse_approvals{state="pending"} 2']);
});

it('approvals cost no statement where nothing can ask', async () => {
  expect(await scrape({}, ['agents.list[0].tools.allow', 'agents.list[0].ask_me'])).toEqual([]);
  expect(openCounts).not.toHaveBeenCalled();
});
