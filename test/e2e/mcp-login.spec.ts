import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { BridgeSimulator, ModelSimulator } from '../../simulators/index.js';
import { AuthorizationServer } from '../../src/mcp/testing/authorization-server.js';
import { HttpMcpServer, toolNamed } from '../../src/mcp/testing/http-server.js';
import { eventually } from '../support/eventually.js';
import { GatewayProcess } from './support/gateway-process.js';

const ANN = '+12025550143';

describe('a login to an MCP server', () => {
  let bridge: BridgeSimulator;
  let model: ModelSimulator;
  let desk: HttpMcpServer;
  let authority: AuthorizationServer;
  let gateway: GatewayProcess;

  beforeAll(async () => {
    bridge = await BridgeSimulator.start({ echoDelayMs: [1, 10], deliveryReceipts: false });
    [model, desk] = [await ModelSimulator.start(), await HttpMcpServer.start()];
    authority = await AuthorizationServer.start();
    authority.protect(desk);
    desk.tools = [toolNamed('open')];
    gateway = new GatewayProcess({
      mcp: { servers: { desk: { url: desk.url, issuer: authority.url } } },
      agents: {
        list: [
          {
            id: 'main',
            mcp: ['desk'],
            tools: { trust: ['mcp'] },
            runtime: { type: 'openai-compatible', baseUrl: model.baseUrl, model: 'm', apiKey: 'k' },
          },
        ],
      },
      channels: {
        imbridge: { serverUrl: bridge.url, password: bridge.password, dmPolicy: 'open', allowFrom: ['*'] },
      },
      logging: { level: 'debug' },
    });
    await gateway.start();
    await eventually(() => bridge.webhooks.length === 1, { what: 'the registration of the webhook' });
  }, 60_000);
  afterAll(async () => {
    await gateway.terminate();
    await gateway.dispose();
    await Promise.all([bridge.stop(), model.stop(), desk.stop(), authority.stop()]);
  });

  /** The address of a begun login. */
  const begun = async () => (await gateway.cli('mcp', 'login', 'desk', '--no-wait')).stdout.trim();
  const opened = async (address: URL | string) => {
    const response = await fetch(address);
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      text: await response.text(),
    };
  };
  const state = async () => {
    const { body } = await gateway.admin('GET', '/mcp/servers');
    return (body.items as readonly { state: string }[])[0]?.state;
  };
  const refreshes = () => authority.requests.filter((each) => each === 'POST /token refresh_token').length;

  let turns = 0;
  /** Lets the model call the tool in a turn. @returns what it was told */
  const called = async () => {
    const [words, chat] = [`turn ${++turns}.`, bridge.directChat(ANN).guid];
    model.script({ toolCalls: [{ name: 'desk__open', arguments: {} }] }, `end of ${words}`);
    bridge.receiveText({ from: ANN, text: words });
    await eventually(() => bridge.sentMessages(chat).some(({ text }) => text === `end of ${words}`), {
      what: `the end of ${words}`,
    });
    return model.requests.at(-1)!.body.messages.findLast(({ role }) => role === 'tool')!.content as string;
  };

  it('gives calls its token, fetches another after a 401, ends with a logout, and is nowhere in clear', async () => {
    const back = await authority.agree(await begun());
    const forged = new URL(back);
    forged.searchParams.set('state', 'x'.repeat(43));
    forged.searchParams.set('error_description', '<script>alert(1)</script>');
    const unknown = { status: 400, type: 'text/plain; charset=utf-8' };
    expect(await opened(forged)).toMatchObject({
      ...unknown,
      text: expect.not.stringContaining('script') as string,
    });
    expect(await opened(back)).toMatchObject({
      status: 200,
      text: expect.stringContaining('Signed in to desk') as string,
    });
    expect(await opened(back)).toMatchObject(unknown);
    await eventually(async () => (await state()) === 'up', { what: 'the server' });
    const [first] = authority.valid;
    expect(await called()).toContain('| done');
    expect(desk.requests.at(-1)!.headers.authorization).toBe(`Bearer ${first}`);

    authority.valid.clear();
    expect(await called()).toContain('| done');
    const [second] = authority.valid;
    expect([refreshes(), desk.requests.at(-1)!.headers.authorization]).toEqual([1, `Bearer ${second}`]);

    const logout = await gateway.cli('mcp', 'logout', 'desk');
    expect([logout.code, logout.stdout, authority.revoked]).toEqual([
      0,
      'Signed out of desk.\n',
      expect.arrayContaining([second]),
    ]);
    expect(await called()).not.toContain('| done');

    const secrets = [first, second, ...['code', 'state'].map((name) => back.searchParams.get(name))];
    for (const call of authority.tokenCalls)
      secrets.push(call.get('refresh_token') ?? call.get('code_verifier'));
    const shown = await everywhere(gateway);
    expect(secrets.filter((secret) => (secret ?? '').length < 8)).toEqual([]);
    for (const secret of secrets) expect(shown.includes(secret!)).toBe(false);
  }, 60_000);

  it('to a server that refuses every token asks for few others, and tells the model', async () => {
    expect(await opened(await authority.agree(await begun()))).toMatchObject({ status: 200 });
    await eventually(async () => (await state()) === 'up', { what: 'the server' });
    const before = refreshes();
    desk.intercept = (_, response) => {
      response.writeHead(401).end();
      return true;
    };
    // Its list may be asked for meanwhile, whose refusal ends the connection of the call.
    expect(await called()).toMatch(/\[(?:error|no result) of desk\.open/);
    expect(refreshes() - before).toBeLessThanOrEqual(2);
  }, 60_000);
});

/** All that a gateway writes and tells of itself: its files, output, audit log and export. */
async function everywhere(gateway: GatewayProcess): Promise<string> {
  const file = join(gateway.stateDir, 'export.gz');
  expect((await gateway.cli('db', 'export', file)).code).toBe(0);
  const { body } = await gateway.admin('GET', '/audit');
  expect(JSON.stringify(body)).toContain('mcp.logged-in');
  const files = readdirSync(gateway.stateDir, { recursive: true, encoding: 'utf8' })
    .map((name) => join(gateway.stateDir, name))
    .filter((each) => statSync(each).isFile());
  const bytes = [...files.map((each) => readFileSync(each)), gunzipSync(readFileSync(file))];
  return Buffer.concat(bytes).toString('latin1') + gateway.output + JSON.stringify(body);
}
