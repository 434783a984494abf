import {
  startWebhookApp,
  type WebhookFixture,
  type WebhookOptions,
} from '../../../test/support/imbridge-webhook-app.js';
import type { AccountId } from '../../channels/index.js';
import { runChecks } from '../../common/index.js';

let gateway: WebhookFixture;

afterEach(() => gateway.app.close());

async function found(id: string, { imbridge, ...more }: Partial<WebhookOptions>, account = 'default') {
  const base = { serverUrl: 'http://127.0.0.1:1', password: 'p' };
  gateway = await startWebhookApp({ imbridge: { ...base, ...imbridge }, ...more });
  const checks = gateway.connector.checks(account as AccountId).filter((check) => check.id === id);
  return runChecks(checks);
}

describe('the localhost rule', () => {
  const REMOTE = { serverUrl: 'http://192.0.2.7:1234' };

  it.each([
    ['for a bridge on this machine', {}, {}, /can call \/imbridge-webhook without the secret$/],
    ['that is switched off', { ...REMOTE, trustLocalhost: false }, {}, /needs the secret$/],
    [
      'behind a proxy, where it is not in force',
      REMOTE,
      { trustedProxies: ['192.0.2.1'] },
      /needs the secret$/,
    ],
  ])('%s is ok', async (_, imbridge, gatewaySection, message) => {
    expect(await found('localhost', { imbridge, gateway: gatewaySection })).toMatchObject([
      { state: 'ok', message: expect.stringMatching(message) },
    ]);
  });

  it('in force for a bridge elsewhere is a warning, with the command that ends it', async () => {
    expect(await found('localhost', { imbridge: REMOTE })).toMatchObject([
      {
        state: 'warning',
        setting: 'channels.imbridge.trustLocalhost',
        remedy: '`gatehouse config set channels.imbridge.trustLocalhost false`',
      },
    ]);
  });
});

it('findings name the account where there are several', async () => {
  const accounts = { home: {}, work: { serverUrl: 'http://127.0.0.1:2', webhookSecret: 'w' } };
  const [finding] = await found('server', { imbridge: { accounts } }, 'work');
  expect(finding?.message).toMatch(/^work: nothing is listening/);
});
