import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BridgeSimulator } from '../../simulators/index.js';
import { eventually } from '../support/eventually.js';
import { GatewayProcess } from './support/gateway-process.js';

const ANN = '+12025550143';

describe('the configuration of a running gateway', () => {
  let bridge: BridgeSimulator;
  let gateway: GatewayProcess;
  let file: string;

  beforeAll(async () => {
    bridge = await BridgeSimulator.start({ echoDelayMs: [1, 10] });
    gateway = new GatewayProcess({
      channels: { imbridge: { serverUrl: 'http://127.0.0.1:1', dmPolicy: 'disabled' } },
    });
    const secret = join(gateway.stateDir, 'bridge-password');
    writeFileSync(secret, `${bridge.password}\n`);
    Object.assign(gateway.variables, {
      GATEHOUSE__CHANNELS__IMBRIDGE__SERVER_URL: bridge.url,
      GATEHOUSE__CHANNELS__IMBRIDGE__PASSWORD_FILE: secret,
    });
    await gateway.start();
    file = join(gateway.stateDir, 'gatehouse.json');
    await eventually(() => bridge.webhooks.length === 1, { what: 'the registration of the webhook' });
  });
  afterAll(async () => {
    await gateway.dispose();
    await bridge.stop();
  });

  const answers = () => bridge.sentMessages(bridge.directChat(ANN).guid).map(({ text }) => text ?? '');
  const status = async () =>
    (await gateway.admin('GET', '/status')).body.configuration as {
      valid: boolean;
      problems: { path: string }[];
      pending_restart: string[];
    };
  const policy = async () => {
    const { body } = await gateway.admin('GET', '/channels/imbridge');
    return (body.accounts as { dm_policy: string }[])[0]?.dm_policy;
  };
  const text = () => readFileSync(file, 'utf8');

  it('is overridden by the environment, and a change in the file names the variable', async () => {
    const path = 'channels.imbridge.serverUrl';
    const variable = 'GATEHOUSE__CHANNELS__IMBRIDGE__SERVER_URL';
    const { body } = await gateway.admin('GET', '/config');
    expect(body).toMatchObject({
      config: { channels: { imbridge: { serverUrl: bridge.url, password: '********' } } },
      sources: { [path]: variable, 'channels.imbridge.dmPolicy': 'file' },
    });
    const change = await gateway.admin('PATCH', '/config', { set: { [path]: 'http://127.0.0.1:2' } });
    expect(change.body).toMatchObject({ applied: [], overridden: [{ path, variable }] });
    expect(text()).toContain('127.0.0.1:2');
    const file = join(gateway.stateDir, 'admin-token');
    const theft = { set: { 'agents.list[0].runtime.apiKey': { file } } };
    expect((await gateway.admin('PATCH', '/config', theft)).body.error).toMatchObject({
      details: expect.stringContaining('agents.list[0].runtime.apiKey may only name files inside') as string,
    });
  });

  it('follows a change of the file', async () => {
    writeFileSync(file, text().replace('"disabled"', '"open"').replace('{', '{ // who may write\n'));
    await eventually(async () => (await policy()) === 'open', { what: 'the new policy' });
    bridge.receiveText({ from: ANN, text: 'let me in' });
    await eventually(() => answers().length === 1, { what: 'the answer' });
  });

  it('is kept when the file is invalid, which the status reports', async () => {
    const good = text();
    writeFileSync(file, good.replace('"open"', '"everybody"'));
    await eventually(async () => !(await status()).valid, { what: 'the complaint' });
    expect((await status()).problems.map(({ path }) => path)).toEqual(['channels.imbridge.dmPolicy']);
    expect(await policy()).toBe('open');
    expect((await gateway.cli('status')).stdout).toContain('channels.imbridge.dmPolicy: must be');
    const metrics = await fetch(`${gateway.url}/metrics`, {
      headers: { authorization: `Bearer ${gateway.token}` },
    });
    expect(await metrics.text()).toContain('gatehouse_config_valid 0');
    expect(gateway.output).toContain('the previous configuration stays in effect');
    writeFileSync(file, good);
    await eventually(async () => (await status()).valid, { what: 'the repair' });
  });

  it('is not changed by an invalid patch, which is refused by its path', async () => {
    const before = text();
    const { status, body } = await gateway.admin('PATCH', '/config', {
      channels: { imbridge: { dmPolicy: 'everybody' } },
    });
    expect(status).toBe(400);
    expect((body.error as { details: string }).details).toContain('channels.imbridge.dmPolicy');
    expect(text()).toBe(before);
  });

  it('is changed by the command line, with comments kept, and audited without values', async () => {
    expect(await gateway.cli('config', 'set', 'channels.imbridge.dmPolicy', 'disabled')).toMatchObject({
      code: 0,
      stdout: 'channels.imbridge.dmPolicy: changed\n',
    });
    expect(await policy()).toBe('disabled');
    expect(text()).toContain('// who may write');
    const { body } = await gateway.admin('GET', '/audit');
    expect((body.items as object[])[0]).toMatchObject({
      action: 'config.changed',
      details: { changed: 'channels.imbridge.dmPolicy' },
    });
    expect((await gateway.cli('config', 'set', 'gateway.port', '1')).stdout).toContain('next start');
    expect((await status()).pending_restart).toEqual(['gateway.port']);
    expect((await gateway.cli('config', 'unset', 'gateway.port')).code).toBe(0);
  });

  it('moves an account to another webhook path, to none, and back', async () => {
    const set = (imbridge: object) => gateway.admin('PATCH', '/config', { channels: { imbridge } });
    await set({ webhookPath: '/hooks/bridge', dmPolicy: 'open' });
    await eventually(() => bridge.webhooks.some(({ url }) => url.includes('/hooks/bridge')), {
      what: 'the registration of the new path',
    });
    const before = answers().length;
    bridge.receiveText({ from: ANN, text: 'at the new door' });
    await eventually(() => answers().length === before + 1, { what: 'the answer' });
    const post = async (path: string) => (await fetch(gateway.url + path, { method: 'POST' })).status;
    expect([await post('/imbridge-webhook'), await post('/hooks/bridge')]).toEqual([404, 401]);
    await set({ enabled: false });
    await eventually(async () => (await post('/hooks/bridge')) === 404, { what: 'the closed door' });
    await set({ enabled: null });
    bridge.receiveText({ from: ANN, text: 'again' });
    await eventually(() => answers().length === before + 2, { what: 'the answer after the return' });
  });
});
