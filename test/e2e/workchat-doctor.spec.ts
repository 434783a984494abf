import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WorkplaceSimulator } from '../../simulators/index.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/free-port.js';
import { GatewayProcess } from './support/gateway-process.js';

interface Finding {
  readonly id: string;
  readonly state: string;
  readonly message: string;
  readonly setting: string | null;
  readonly remedy: string | null;
}

let cloud: WorkplaceSimulator;
let gateway: GatewayProcess;
/** The address outside, which a test may lead astray. */
let proxy: Server;
let leadsElsewhere = false;

beforeAll(async () => {
  cloud = await WorkplaceSimulator.start();
  const port = await freePort();
  proxy = createServer((_request, response) => {
    if (leadsElsewhere) return void response.writeHead(404).end('a page of another site');
    void fetch(`http://127.0.0.1:${port}/api/messages`, { method: 'POST', body: '{}' }).then(
      async (answer) => response.writeHead(answer.status).end(await answer.text()),
      () => response.writeHead(502).end(),
    );
  });
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  const publicUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const workchat = { ...cloud.settings, webhook: { port }, welcomeText: '' };
  const env = { npm_config_registry: 'http://127.0.0.1:1' };
  gateway = new GatewayProcess({ gateway: { publicUrl }, channels: { workchat } }, { env });
  expect(await gateway.cli('plugins', 'install', 'workchat')).toMatchObject({ code: 0 });
  await gateway.start();
  const isConnected = async () => (await gateway.cli('channels', 'list')).stdout.includes(' connected ');
  await eventually(isConnected, { what: 'the connection', timeoutMs: 20_000 });
}, 120_000);
afterAll(async () => {
  await gateway.dispose();
  proxy.close();
  await cloud.stop();
});

async function faults(): Promise<readonly Finding[]> {
  const { stdout } = await gateway.cli('doctor', '--only', 'workchat', '--json');
  const { checks } = JSON.parse(stdout) as { checks: readonly Finding[] };
  expect(checks.length).toBeGreaterThan(8);
  return checks.filter(({ state }) => state !== 'ok');
}
const says = (text: string) => expect.stringContaining(text) as string;

describe('gatehouse doctor --only workchat', () => {
  it('finds every check ok on a healthy gateway, and sends nothing', async () => {
    expect(await faults()).toEqual([]);
    const { code, stdout } = await gateway.cli('doctor', '--only', 'workchat');
    expect([code, stdout]).toEqual([0, says('✓ workchat.credentials')]);
    expect(cloud.requestsTo('service')).toEqual([]);
  });

  it('names an endpoint that leads elsewhere, with its remedy', async () => {
    leadsElsewhere = true;
    const { code, stdout, stderr } = await gateway.cli('doctor', '--only', 'workchat');
    leadsElsewhere = false;
    expect([code, stderr]).toEqual([1, says('1 check failed')]);
    expect(stdout).toMatch(
      /^✗ workchat\.endpoint +http\S+ answers 404, but not from the gateway\n +Setting +gateway\.publicUrl\n +Remedy +Make the proxy or tunnel forward/,
    );
  });

  it('names a permission that the settings need, with its remedy', async () => {
    const allowFrom = ['config', 'set', 'channels.workchat.allowFrom'];
    expect(await gateway.cli(...allowFrom, '["Irene Paz"]')).toMatchObject({ code: 0 });
    expect(await faults()).toMatchObject([
      {
        id: 'workchat.permissions',
        state: 'failed',
        message: 'needed but not granted: User.Read.All',
        setting: 'channels.workchat.allowFrom',
        remedy: says('grant admin consent'),
      },
      { id: 'workchat.names', state: 'warning', message: says("'Irene Paz'") },
    ]);
    expect(await gateway.cli(...allowFrom, '[]')).toMatchObject({ code: 0 });
    expect(await faults()).toEqual([]);
  });

  it('names a secret that the directory refuses, without showing it', async () => {
    cloud.app.expireSecret(1);
    const found = await faults();
    expect(found).toMatchObject([
      {
        id: 'workchat.credentials',
        state: 'failed',
        message: says('AADSTS7000222'),
        setting: 'channels.workchat.appPassword',
        remedy: says('gatehouse config set channels.workchat.appPassword -'),
      },
      { id: 'workchat.permissions', state: 'unknown' },
    ]);
    expect(JSON.stringify(found)).not.toContain(cloud.app.secret);
  });
});

it('gatehouse workchat doctor runs the same checks beside the gateway', async () => {
  const { code, stdout } = await gateway.cli('workchat', 'doctor', '--json');
  const { checks } = JSON.parse(stdout) as { checks: readonly Finding[] };
  expect([code, checks.map(({ id, state }) => `${id} ${state}`)]).toEqual([
    1,
    [
      'credentials failed',
      'clock ok',
      'keys ok',
      'listener ok',
      'endpoint ok',
      'permissions unknown',
      'package unknown',
    ],
  ]);
});
