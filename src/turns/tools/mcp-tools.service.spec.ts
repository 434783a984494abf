import { jest } from '@jest/globals';
import type { ToolCallCounter, ToolResult } from '../../assistant/index.js';
import { type GatehouseConfig, MCP } from '../../config/index.js';
import type { ApprovalRequests, Utterance } from '../../conversations/index.js';
import { type Mcp, McpFailure, type McpTool } from '../../mcp/index.js';
import { McpTools } from './mcp-tools.service.js';
import type { ToolChoices } from './servers/tool-choices.service.js';
import type { ToolTurn } from './tool-offer.js';
import type { TurnSteps } from './turn-steps.js';

const TOOL = { server: 'files', name: 'read', definition: { name: 'files__read' } } as unknown as McpTool;
const ASKER = { channel: 'fake', sender: { id: 'ann' } } as unknown as Utterance;
const { signal } = new AbortController();

/** @param servers as they are configured */
function toolsWith(servers: object = {}) {
  const counted: string[] = [];
  const call = jest.fn<Mcp['call']>(async () => ({
    parts: [{ kind: 'text', text: 'done' }],
    isError: false,
  }));
  const under = jest.fn(() => ({ tools: [TOOL], definitions: [TOOL.definition] }));
  const config = {
    get: (section: unknown) => (section === MCP ? { servers } : { promptImages: 0, promptMaxMb: 1 }),
  };
  const counter = {
    count: (server: string, outcome: string, result: ToolResult) => {
      counted.push(`${server} ${outcome}`);
      return result;
    },
  };
  const sut = new McpTools(
    { call } as unknown as Mcp,
    {} as ApprovalRequests,
    config as unknown as GatehouseConfig,
    { under } as unknown as ToolChoices,
    counter as unknown as ToolCallCounter,
  );
  const perform = () => sut.perform(TOOL, { a: 1 }, { asker: ASKER, signal });
  const offer = (mcp?: readonly string[]) =>
    sut.offer({ agent: { mcp }, policy: {} } as unknown as ToolTurn, {} as TurnSteps);
  return { sut, call, counted, under, perform, offer };
}

describe('a call of a tool of a server', () => {
  it('says who asks only where the server is told', async () => {
    const silent = toolsWith({ files: { maxResultChars: 100 } });
    expect(await silent.perform()).toEqual({ ok: true, value: '[result of files.read]\n| done' });
    expect([silent.call.mock.calls, silent.counted]).toEqual([
      [[TOOL, { a: 1 }, { signal }]],
      ['files done'],
    ]);
    const { call, perform } = toolsWith({ files: { maxResultChars: 100, identify: true } });
    await perform();
    const meta = { 'gatehouse/channel': 'fake', 'gatehouse/sender': 'ann' };
    expect(call.mock.calls).toEqual([[TOOL, { a: 1 }, { meta, signal }]]);
  });

  it('to a server that is not configured any more says nothing of who asks', async () => {
    const { call, perform } = toolsWith();
    expect(await perform()).toMatchObject({ ok: true });
    expect(call.mock.calls).toEqual([[TOOL, { a: 1 }, { signal }]]);
  });

  it.each([
    ['its server says so', undefined, 'failed', undefined],
    ['it was not made', new McpFailure('unreachable', 'no route'), 'failed', undefined],
    ['it may have been made', new McpFailure('interrupted', 'cut off'), 'interrupted', true],
  ] as const)('has failed where %s', async (_, failure, outcome, isUncertain) => {
    const { call, counted, perform } = toolsWith({ files: { maxResultChars: 100 } });
    if (failure) call.mockRejectedValue(failure);
    else call.mockResolvedValue({ parts: [], isError: true });
    const result = await perform();
    expect(result).toMatchObject({ ok: false });
    expect('isUncertain' in result ? result.isUncertain : undefined).toBe(isUncertain);
    expect(counted).toEqual([`files ${outcome}`]);
  });

  it('is ended by what ends its turn', async () => {
    const { call, counted, perform } = toolsWith();
    call.mockRejectedValue(new Error('stopped'));
    await expect(perform()).rejects.toThrow('stopped');
    expect(counted).toEqual([]);
  });

  it('is offered where the agent has a server, and one that there is not is refused', async () => {
    expect([toolsWith().offer(), toolsWith().offer([])]).toEqual([undefined, undefined]);
    const { offer, under } = toolsWith();
    const error = 'there is no tool files__fly';
    expect(await offer(['files'])!.call('files__fly', {}, signal)).toEqual({ ok: false, error });
    under.mockReturnValue({ tools: [], definitions: [] });
    expect(offer(['files'])).toBeUndefined();
  });
});
