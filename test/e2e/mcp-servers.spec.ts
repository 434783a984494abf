import type { ServerResponse } from 'node:http';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BridgeSimulator, ModelSimulator } from '../../simulators/index.js';
import { HttpMcpServer, textResult, toolNamed } from '../../src/mcp/testing/http-server.js';
import { eventually } from '../support/eventually.js';
import { GatewayProcess } from './support/gateway-process.js';

const ANN = '+12025550143';
/** Her agent has a model that sees no images. */
const BEN = '+12025550144';
const PNG_IN_A_REQUEST = /^data:image\/png;base64,iVBORw0KGgo/;

const programOf = (name: string) =>
  createRequire(import.meta.url).resolve(`@modelcontextprotocol/${name}/dist/index.js`);

describe('the published MCP servers, and one that changes', () => {
  let folder: string;
  let bridge: BridgeSimulator;
  let model: ModelSimulator;
  let desk: HttpMcpServer;
  /** The stream on which the desk tells that its tools have changed. */
  let notices: ServerResponse | undefined;
  let gateway: GatewayProcess;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'mcp-servers-'));
    writeFileSync(join(folder, 'lunch.txt'), 'Lunch is at noon.');
    bridge = await BridgeSimulator.start({ echoDelayMs: [1, 10], deliveryReceipts: false });
    model = await ModelSimulator.start();
    desk = await startedDesk();
    gateway = new GatewayProcess(configuration());
    await gateway.start();
    await eventually(() => bridge.webhooks.length === 1, { what: 'the registration of the webhook' });
    await eventually(areUp, { timeoutMs: 30_000, what: 'the servers' });
    await eventually(() => notices !== undefined, { what: 'the stream of notices' });
  }, 90_000);
  afterAll(async () => {
    // It ends the programs, one of which is busy.
    await gateway.terminate();
    await gateway.dispose();
    await Promise.all([bridge.stop(), model.stop(), desk.stop()]);
    rmSync(folder, { recursive: true });
  });

  const startedDesk = async () => {
    const server = await HttpMcpServer.start();
    server.capabilities = { tools: { listChanged: true } };
    server.tools = [toolNamed('open'), toolNamed('close')];
    server.intercept = ({ method }, response) => {
      if (method !== 'GET') return false;
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      notices = response;
      return true;
    };
    return server;
  };
  const configuration = () => {
    const program = (name: string, ...args: string[]) => ({
      command: process.execPath,
      args: [programOf(name), ...args],
    });
    const agent = (id: string, images: boolean) => ({
      id,
      mcp: ['everything', 'hasty', 'files', 'desk'],
      tools: { trust: ['mcp'] },
      runtime: { type: 'openai-compatible', baseUrl: model.baseUrl, model: 'm', apiKey: 'k', images },
    });
    return {
      mcp: {
        servers: {
          everything: program('server-everything', 'stdio'),
          hasty: { ...program('server-everything', 'stdio'), timeoutMs: 1_500 },
          files: program('server-filesystem', folder),
          desk: { url: desk.url, identify: true },
        },
      },
      agents: {
        list: [agent('main', true), agent('blind', false)],
        bindings: [{ agent: 'blind', channel: 'imbridge', sender: BEN }],
      },
      channels: {
        imbridge: { serverUrl: bridge.url, password: bridge.password, dmPolicy: 'open', allowFrom: ['*'] },
      },
      messages: { loopBreaker: { rounds: 0 } },
    };
  };
  const areUp = async () => {
    const { body } = await gateway.admin('GET', '/mcp/servers');
    const items = body.items as readonly { state: string; tools: number }[];
    return items.every(({ state, tools }) => state === 'up' && tools > 0);
  };

  let turns = 0;
  /** Lets the model call a tool in a turn. @returns what the model was told, and the request that told it */
  const called = async (name: string, input: Record<string, unknown>, from = ANN) => {
    const [words, chat] = [`turn ${++turns}.`, bridge.directChat(from).guid];
    model.script({ toolCalls: [{ name, arguments: input }] }, `end of ${words}`);
    bridge.receiveText({ from, text: words });
    await eventually(() => bridge.sentMessages(chat).some(({ text }) => text === `end of ${words}`), {
      what: `the end of ${words}`,
    });
    const { body } = model.requests.at(-1)!;
    return { told: body.messages.findLast(({ role }) => role === 'tool')!.content as string, body };
  };
  const offered = async () => {
    const { body } = await called('message', { action: 'nothing' });
    return (body.tools as readonly { function: { name: string; description: string } }[]).map(
      (each) => each.function,
    );
  };

  it('offer their tools, with instructions that say how results are to be read', async () => {
    const names = (await offered()).map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['everything__get-sum', 'files__read_text_file', 'desk__open']),
    );
    expect(JSON.stringify(model.requests.at(-1)!.body.messages[0])).toContain('named <server>__<tool>');
  });

  it('answer in a fence, with errors in their own words', async () => {
    const path = join(folder, 'lunch.txt');
    const { told } = await called('files__read_text_file', { path });
    expect(told).toContain('[result of files.read_text_file]');
    expect(told).toContain('| Lunch is at noon.');
    const outside = await called('files__read_text_file', { path: '/etc/passwd' });
    expect(outside.told).toMatch(/\[error of files\.read_text_file\]\W+n?\| .*outside allowed directories/);
    expect(outside.told).not.toContain('root:');
  });

  it('show an image to a model that sees it, and mention it to one that does not', async () => {
    const seen = await called('everything__get-tiny-image', {});
    expect(seen.told).toContain('| [image (image/png)]');
    const urls = (body: typeof seen.body) => JSON.stringify(body.messages).match(/data:image[^"]*/g) ?? [];
    expect(urls(seen.body)).toEqual([expect.stringMatching(PNG_IN_A_REQUEST)]);
    const unseen = await called('everything__get-tiny-image', {}, BEN);
    expect(unseen.told).toContain('| [image (image/png)]');
    expect(JSON.stringify(unseen.body)).not.toContain('iVBORw0KGgo');
  });

  it('may take as long as `timeoutMs` says, and no longer', async () => {
    const name = 'trigger-long-running-operation';
    const within = await called(`everything__${name}`, { duration: 0.5, steps: 2 });
    expect(within.told).toContain('| Long running operation completed. Duration: 0.5 seconds, Steps: 2.');
    const beyond = await called(`hasty__${name}`, { duration: 120, steps: 1 });
    expect(beyond.told).toContain(`[no result of hasty.${name}; it may or may not have happened]`);
    expect(beyond.told).toContain('| no answer within 1.5 s');
    expect(await areUp()).toBe(true);
  });

  it('give what has a structure, also one that is written nowhere else', async () => {
    const { told } = await called('everything__get-structured-content', { location: 'Chicago' });
    expect(told).toContain('Light rain / drizzle');
    desk.onCall = () => ({ content: [], structuredContent: { desks: 7 } });
    expect((await called('desk__open', {})).told).toMatch(/\| \{\\*"desks\\*":7\}/);
  });

  it('get the ids of channel and sender where `identify` is set', async () => {
    desk.onCall = () => textResult('done');
    await called('desk__open', { number: 1 });
    const { params } = desk.requests.findLast(({ method }) => method === 'tools/call')!.message;
    expect(params).toMatchObject({
      arguments: { number: 1 },
      _meta: { 'gatehouse/channel': 'imbridge', 'gatehouse/sender': ANN },
    });
  });

  it('may change their tools meanwhile, which wait until they are accepted', async () => {
    const change = 'opens, and tells everybody';
    desk.tools = [toolNamed('open', { description: change }), toolNamed('close'), toolNamed('burn')];
    notices!.write(`data: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n\n`);
    const shown = async () => (await gateway.cli('mcp', 'tools', 'desk')).stdout;
    await eventually(async () => (await shown()).includes('changed: accept it'), { what: 'the new list' });
    expect(await shown()).toMatch(/burn +new: accept it/);
    const ofDesk = async () => (await offered()).filter(({ name }) => name.startsWith('desk__'));
    expect((await ofDesk()).map(({ name }) => name)).toEqual(['desk__close']);
    const { stdout } = await gateway.cli('mcp', 'accept', 'desk', 'open', '--yes');
    expect(stdout).toContain(`    - "does open"\n    + "${change}"\nAccepted open.\n`);
    expect(await ofDesk()).toEqual([
      expect.objectContaining({ name: 'desk__close' }),
      expect.objectContaining({ name: 'desk__open', description: change }),
    ]);
  });
});
