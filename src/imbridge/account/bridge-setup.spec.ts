import { checkConfig, CORE_SECTIONS, readEnvironment } from '../../config/index.js';
import type { HttpAdapterHost } from '@nestjs/core';
import { GatewayOrigin } from '../upkeep/gateway-origin.js';
import { BridgeSimulator } from '../../../simulators/index.js';
import { settingsFrom } from './accounts.js';
import { IMBRIDGE_CONFIG } from '../imbridge.config.js';
import { probeBridge, webhookSetup } from './bridge-setup.js';

const ELSEWHERE = 'http://192.168.1.20:1234';

function configured({ serverUrl = ELSEWHERE, gateway = {}, more = {} }) {
  const imbridge = { serverUrl, password: 'p&ss', ...more };
  const config = checkConfig(
    [...CORE_SECTIONS, IMBRIDGE_CONFIG],
    { gateway, channels: { imbridge } },
    readEnvironment({}),
  );
  return { config, settings: settingsFrom(config)[0]! };
}

describe('webhookSetup', () => {
  const setupFor = (options: Parameters<typeof configured>[0]) => {
    const { config, settings } = configured(options);
    return webhookSetup(config, settings);
  };

  it.each([
    ['a bridge on this machine', { serverUrl: 'http://localhost:1234' }],
    ['a gateway with a public address', { gateway: { publicUrl: 'https://chat.example.org' } }],
  ])('is automatic for %s', (_name, options) => {
    expect(setupFor(options).isAutomatic).toBe(true);
  });

  it.each([
    [{}, 'https://<gateway_host>:<port>/imbridge-webhook', true],
    [{ gateway: { host: '192.168.1.10' } }, 'http://192.168.1.10:3000/imbridge-webhook', false],
    [{ gateway: { host: '::', port: 80 }, more: { webhookPath: '/x' } }, 'http://<gateway_host>:80/x', false],
    [{ gateway: { host: 'fd00::1' } }, 'http://[fd00::1]:3000/imbridge-webhook', false],
  ])('is manual for a bridge elsewhere: %j', (options, address, isHidden) => {
    const setup = setupFor(options);
    expect(setup).toMatchObject({ isAutomatic: false, isHidden, secret: 'p&ss' });
    expect(setup.url(setup.secret)).toBe(`${address}?password=p%26ss`);
  });

  it.each([
    ['http://192.168.1.10:3000', 'http://192.168.1.10:3000/imbridge-webhook'],
    ['http://gate.local:3000/', 'http://gate.local:3000/imbridge-webhook'],
    ['https://chat.example.org/gate/imbridge-webhook', 'https://chat.example.org/gate/imbridge-webhook'],
  ])('is automatic for a bridge that reaches the gateway at webhookUrl %s', async (webhookUrl, address) => {
    const gateway = { publicUrl: 'https://other.example.org' };
    const { config, settings } = configured({ gateway, more: { webhookUrl } });
    const setup = webhookSetup(config, settings);
    expect(setup).toMatchObject({ isAutomatic: true, isHidden: false });
    expect(setup.url('s')).toBe(`${address}?password=s`);
    const origin = new GatewayOrigin(config, {} as HttpAdapterHost);
    expect(`${await origin.forBridge(settings)}${settings.webhookPath}`).toBe(address);
  });

  it('uses webhookSecret when one is set', () => {
    expect(setupFor({ more: { webhookSecret: 'hook' } }).secret).toBe('hook');
  });
});

describe('probeBridge', () => {
  let bridge: BridgeSimulator;
  beforeEach(async () => {
    bridge = await BridgeSimulator.start({ password: 'p&ss' });
  });
  afterEach(() => bridge.stop());
  const probe = (limits?: Parameters<typeof probeBridge>[1]) =>
    probeBridge(configured({ serverUrl: bridge.url }).settings, limits);

  it('reports macOS, server version and Private API of the bridge', async () => {
    expect(await probe()).toEqual({
      isReachable: true,
      isPasswordRight: true,
      info: {
        osVersion: '15.5.0',
        serverVersion: '1.9.9',
        privateApi: true,
        helperConnected: true,
        isSignedIn: true,
      },
    });
  });

  it('stops after its time limit', async () => {
    bridge.faults.requests.next({ kind: 'hang' });
    expect(await probe({ timeoutMs: 200 })).toEqual({
      isReachable: false,
      isPasswordRight: null,
      problem: 'no answer in time',
    });
  });

  it.each(['http://169.254.169.254', 'http://[::ffff:169.254.169.254]:1234'])(
    'asks nothing at the metadata service %s',
    async (serverUrl) => {
      expect(await probeBridge(configured({ serverUrl }).settings)).toEqual({
        isReachable: false,
        isPasswordRight: null,
        problem: 'the address belongs to a metadata service',
      });
    },
  );

  it('reports a right password even when the bridge does not answer server/info', async () => {
    const fault = { kind: 'answer', status: 503, text: 'busy' } as const;
    bridge.faults.requests.next(fault, { when: ({ path }) => path.endsWith('/server/info') });
    expect(await probe()).toEqual({
      isReachable: true,
      isPasswordRight: true,
      problem: 'HTTP 503, not from the bridge',
    });
  });
});
