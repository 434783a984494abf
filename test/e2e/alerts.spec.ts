import { BridgeSimulator } from '../../simulators/index.js';
import { eventually } from '../support/eventually.js';
import { GatewayProcess } from './support/gateway-process.js';

const OPERATOR = '+12025550177';

/** Two bridges, and an operator who is told by either. */
describe('an account that is away for a while', () => {
  let mac: BridgeSimulator;
  let spare: BridgeSimulator;
  let gateway: GatewayProcess;

  beforeAll(async () => {
    const options = { echoDelayMs: [1, 10], deliveryReceipts: false } as const;
    mac = await BridgeSimulator.start(options);
    spare = await BridgeSimulator.start(options);
    for (const bridge of [mac, spare]) bridge.directChat(OPERATOR);
    const accounts = {
      mac: { serverUrl: mac.url, password: mac.password, webhookSecret: 'hook-of-the-mac' },
      spare: { serverUrl: spare.url, password: spare.password, webhookSecret: 'hook-of-the-spare' },
    };
    const to = ['mac', 'spare'].map((account) => ({ channel: 'imbridge', account, target: OPERATOR }));
    gateway = new GatewayProcess({
      alerts: { channelDownMinutes: 0, to },
      channels: { imbridge: { accounts } },
    });
    await gateway.start();
    await eventually(() => mac.webhooks.length === 1 && spare.webhooks.length === 1, {
      what: 'the registration of both webhooks',
    });
  }, 60_000);
  afterAll(async () => {
    await gateway.dispose();
    await Promise.all([mac.stop(), spare.stop()]);
  });

  const told = (bridge: BridgeSimulator) =>
    bridge.sentMessages(bridge.directChat(OPERATOR).guid).map(({ text }) => text ?? '');
  const alerts = async () =>
    (await gateway.admin('GET', '/alerts')).body.items as readonly {
      code: string;
      subject: string;
      cleared_at: string | null;
    }[];

  it('is reported by the other one, once when it begins and once when it is over, over a kill', async () => {
    await mac.down();
    await eventually(() => told(spare).length === 1, { what: 'the first notice' });
    expect(told(spare)[0]).toMatch(
      /^Problem: imbridge\/mac is transient-disconnect.*\nSince .* UTC\.\nWhat to do: .+\nSetting: channels\.imbridge/,
    );
    expect(await alerts()).toMatchObject([
      { code: 'account-down', subject: 'imbridge/mac', cleared_at: null },
    ]);
    await gateway.kill();
    await gateway.start();
    await mac.up();
    await eventually(() => told(spare).length >= 2 && told(mac).length >= 1, {
      what: 'the notices of the end',
    });
    expect(await alerts()).toMatchObject([{ subject: 'imbridge/mac', cleared_at: expect.any(String) }]);
    // The end is told at both, because both are up again.
    for (const [bridge, count] of [
      [spare, 2],
      [mac, 1],
    ] as const) {
      expect(told(bridge)).toHaveLength(count);
      expect(told(bridge).at(-1)).toMatch(
        /^Resolved: imbridge\/mac is .*\nIt lasted \d+ seconds?, from .* to .*\.$/,
      );
    }
  }, 60_000);
});
