import { BridgeSimulator } from '../../simulators/index.js';
import { eventually } from '../support/eventually.js';
import { GatewayProcess } from './support/gateway-process.js';
import { type ImbridgeGateway, startImbridgeGateway } from './support/imbridge-gateway.js';

const ANN = '+12025550143';
const THEIRS = 'https://other.example.org/hooks?password=theirs';

interface Found {
  readonly id: string;
  readonly state: string;
  readonly message: string;
  readonly remedy: string | null;
  readonly fixable: boolean;
}

/** The report of `gatehouse doctor --only imbridge`, without what is ok. */
async function examine(gateway: GatewayProcess) {
  const { code, stdout } = await gateway.cli('doctor', '--only', 'imbridge', '--json');
  const { checks } = JSON.parse(stdout) as { checks: Found[] };
  return { code, wrong: checks.filter(({ state }) => state !== 'ok'), ids: checks.map(({ id }) => id) };
}

describe('gatehouse doctor, with a bridge', () => {
  let world: ImbridgeGateway;
  let bridge: BridgeSimulator;
  let gateway: GatewayProcess;

  beforeAll(async () => {
    world = await startImbridgeGateway({ dmPolicy: 'open' });
    ({ bridge, gateway } = world);
  }, 60_000);
  afterEach(() => bridge.faults.clear());
  afterAll(() => world.stop());

  const isWell = () =>
    eventually(async () => (await examine(gateway)).wrong.length === 0, { what: 'a healthy bridge' });
  const callBridge = (method: string, path: string, body?: object) =>
    fetch(`${bridge.url}/api/v1${path}?password=${bridge.password}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });

  it('finds nothing wrong with a healthy one, and sends nothing', async () => {
    expect(await examine(gateway)).toEqual({
      code: 0,
      wrong: [],
      ids: [
        'imbridge.server',
        'imbridge.password',
        'imbridge.sign-in',
        'imbridge.helper',
        'imbridge.clock',
        'imbridge.webhook',
        'imbridge.other-gateway',
        'imbridge.events',
        'imbridge.localhost',
      ],
    });
    expect(bridge.messages()).toEqual([]);
    expect(bridge.typingEvents).toEqual([]);
  });

  it('names a clock that is ten minutes off', async () => {
    bridge.faults.clockAheadMs = 600_000;
    const { code, wrong } = await examine(gateway);
    expect(code).toBe(1);
    expect(wrong).toMatchObject([
      {
        id: 'imbridge.clock',
        state: 'failed',
        message: expect.stringMatching(/(599|60\d) s behind the bridge/),
      },
    ]);
    expect(wrong[0]!.remedy).toContain('timedatectl');
  });

  it('names a helper that is gone', async () => {
    bridge.faults.helperOff = true;
    const { code, stdout } = await gateway.cli('doctor', '--only', 'imbridge.helper');
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining('Restart Messages and the bridge on the Mac.'),
    ]);
    expect(stdout).toContain("helper of the bridge's Private API is not connected");
  });

  it('names a webhook that is registered and does not arrive', async () => {
    bridge.faults.webhooks.all({ kind: 'drop' });
    bridge.receiveText({ from: ANN, text: 'anybody there?', date: Date.now() - 8_000 });
    const { code, wrong } = await examine(gateway);
    expect([code, wrong.map(({ id }) => id)]).toEqual([1, ['imbridge.events']]);
    expect(wrong[0]).toMatchObject({
      message: expect.stringContaining('registered, but events from the bridge do not arrive'),
      remedy: expect.stringMatching(/On the Mac, `curl .*firewall/),
    });
    bridge.faults.clear();
    bridge.receiveText({ from: ANN, text: 'and now?' });
    await isWell();
  }, 60_000);

  it('registers a deleted webhook again, leaves others alone, and fetches what was written meanwhile', async () => {
    await callBridge('POST', '/webhook', { url: THEIRS, events: ['new-message'] });
    const ours = bridge.webhooks.find(({ url }) => url !== THEIRS)!;
    await callBridge('DELETE', `/webhook/${ours.id}`);
    bridge.receiveText({ from: ANN, text: 'while it was gone' });
    const { code, wrong } = await examine(gateway);
    expect([code, wrong]).toMatchObject([
      1,
      [{ id: 'imbridge.webhook', fixable: true }, { state: 'unknown' }],
    ]);
    const fixed = await gateway.cli('doctor', '--fix', '--only', 'imbridge.webhook');
    expect([fixed.code, fixed.stderr]).toEqual([0, '']);
    expect(fixed.stdout).toContain('re-register the webhook');
    expect(bridge.webhooks.map(({ url }) => url).toSorted()).toEqual([ours.url, THEIRS].toSorted());
    expect(fixed.stdout + fixed.stderr).not.toContain('password=');
    await eventually(
      () => bridge.sentMessages().some(({ text }) => text?.includes('while it was gone') === true),
      { timeoutMs: 20_000, what: 'its answer' },
    );
    await isWell();
  }, 60_000);
});

it('gatehouse doctor names a wrong password of the bridge, and never shows it', async () => {
  const bridge = await BridgeSimulator.start({ password: 'right-one' });
  const account = { serverUrl: bridge.url, password: 'wr0ng-one' };
  const gateway = new GatewayProcess({ channels: { imbridge: account } });
  try {
    await gateway.start();
    const { code, wrong } = await examine(gateway);
    expect([code, wrong[0]]).toMatchObject([
      1,
      {
        id: 'imbridge.password',
        state: 'failed',
        message: expect.stringContaining('the bridge refuses the password'),
        remedy: expect.stringContaining('gatehouse config set channels.imbridge.password -'),
      },
    ]);
    const { stdout } = await gateway.cli('doctor');
    expect(stdout).not.toContain(account.password);
  } finally {
    await gateway.dispose();
    await bridge.stop();
  }
}, 60_000);
