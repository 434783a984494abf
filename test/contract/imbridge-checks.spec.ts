import { DEFAULT_ACCOUNT } from '../../src/channels/index.js';
import {
  BAD_SERVICES,
  BadService,
  expectChecksAsPromised,
  expectChecksToStop,
} from '../support/connector-checks.js';
import { RecordingSink } from '../support/imbridge.js';
import { BridgeSimulator } from '../../simulators/index.js';
import { startWebhookApp, type WebhookFixture } from '../support/imbridge-webhook-app.js';

const secrets = ['pa&ss w0rd', 'hook+s3cret'] as const;
let gateway: WebhookFixture;
let service: BadService | undefined;

async function start(serverUrl: string) {
  const [password, webhookSecret] = secrets;
  gateway = await startWebhookApp({ imbridge: { serverUrl, password, webhookSecret } });
  return { connector: gateway.connector, account: DEFAULT_ACCOUNT, secrets };
}
afterEach(async () => {
  await gateway.connector.disconnect(DEFAULT_ACCOUNT);
  await gateway.app.close();
  await service?.stop();
  service = undefined;
});

describe('the checks of a bridge', () => {
  it.each(Object.keys(BAD_SERVICES))('that %s keep their form, their time and the secrets', async (name) => {
    service = await BadService.start(BAD_SERVICES[name]!);
    const findings = await expectChecksAsPromised(await start(service.url));
    const states = ['server', 'password'].map((id) => findings.get(id)?.[0]?.state);
    expect(states).toContain('failed');
  });

  it('that cannot be reached keep them too', async () => {
    const findings = await expectChecksAsPromised(await start('http://127.0.0.1:1'));
    expect(findings.get('server')).toMatchObject([{ state: 'failed' }]);
  });

  it('that never answers end with their signal', async () => {
    service = await BadService.start(BAD_SERVICES['never answers']!);
    await expectChecksToStop(await start(service.url));
  });

  it('that is healthy are all ok', async () => {
    const bridge = await BridgeSimulator.start({ password: secrets[0], echoDelayMs: [0, 2] });
    const examined = await start(bridge.url);
    examined.connector.connect(DEFAULT_ACCOUNT, new RecordingSink());
    await bridge.waitFor(() => bridge.webhooks.length === 1);
    const findings = await expectChecksAsPromised(examined);
    expect([...findings].filter(([, found]) => found.some(({ state }) => state !== 'ok'))).toEqual([]);
    await bridge.stop();
  });
});
