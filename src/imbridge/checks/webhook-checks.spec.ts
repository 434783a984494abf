import { BridgeSimulator } from '../../../simulators/index.js';
import { eventually } from '../../../test/support/eventually.js';
import { type AccountFixture, accountOf, clientOf, RecordingSink } from '../../../test/support/imbridge.js';
import { startWebhookApp, type WebhookFixture } from '../../../test/support/imbridge-webhook-app.js';
import { DEFAULT_ACCOUNT } from '../../channels/index.js';
import { type CheckResult, repairAll, type RepairOutcome, runChecks } from '../../common/index.js';
import { WEBHOOK_EVENTS } from '../upkeep/registration-view.js';

const HOOK = 'hook+s3cret';
const ENCODED = encodeURIComponent(HOOK);
let bridge: BridgeSimulator;
let gateway: WebhookFixture;

beforeEach(async () => {
  bridge = await BridgeSimulator.start();
});
afterEach(async () => {
  await gateway.connector.disconnect(DEFAULT_ACCOUNT);
  await gateway.app.close();
  await bridge.stop();
});

async function start(more: Partial<Parameters<typeof startWebhookApp>[0]> = {}, isConnected = false) {
  const imbridge = {
    serverUrl: bridge.url,
    password: bridge.password,
    webhookSecret: HOOK,
    ...more.imbridge,
  };
  gateway = await startWebhookApp({ ...more, imbridge });
  if (!isConnected) return;
  gateway.connector.connect(DEFAULT_ACCOUNT, new RecordingSink());
  await bridge.waitFor(() => bridge.webhooks.length === 1);
}
const examine = () => runChecks(gateway.connector.checks(DEFAULT_ACCOUNT));
const found = async (id: string): Promise<readonly CheckResult[]> =>
  (await examine()).filter((each) => each.id === id);
const address = () => `${gateway.url}/imbridge-webhook`;
const urls = () => bridge.webhooks.map(({ url }) => url);

async function change(work: (client: ReturnType<typeof clientOf>) => Promise<unknown>): Promise<void> {
  const client = clientOf(bridge);
  await work(client);
  await client.close();
}
const enter = (url: string, events: readonly string[] = WEBHOOK_EVENTS) =>
  change((client) => client.createWebhook(url, events));
const forget = () =>
  change(async (client) => {
    for (const { id } of bridge.webhooks) await client.deleteWebhook(id);
  });
async function repair(): Promise<readonly RepairOutcome[]> {
  const outcomes: RepairOutcome[] = [];
  await repairAll(gateway.connector.checks(DEFAULT_ACCOUNT), (each) => outcomes.push(each));
  return outcomes;
}

it('a registered webhook is ok, and its address is shown without the secret', async () => {
  await start({}, true);
  expect(await found('webhook')).toEqual([
    { id: 'webhook', state: 'ok', message: `the bridge has the webhook: ${address()}` },
  ]);
  expect(await found('other-gateway')).toMatchObject([{ state: 'ok' }]);
  expect(await repair()).toEqual([]);
});

describe('a webhook of this gateway', () => {
  const gone = () => forget();
  const asked = (query: string, events?: readonly string[]) => async () => {
    await forget();
    await enter(`${address()}${query}`, events);
  };
  const doubled = () => enter(`${address()}?password=old`);

  it.each([
    ['that is gone', gone, 'failed', /has no webhook for this gateway/],
    ['with another secret', asked('?password=old'), 'failed', /has a different secret/],
    [
      'with its secret elsewhere',
      asked(`?token=${ENCODED}`),
      'warning',
      /differs from what this gateway registers/,
    ],
    ['without its events', asked(`?password=${ENCODED}`, ['new-message']), 'warning', /is missing events/],
    ['beside another of this gateway', doubled, 'warning', /several webhooks/],
  ])('%s is found, and the repair makes it right', async (_, damage, state, message) => {
    await start({}, true);
    await enter('https://other.example.org/imbridge-webhook?password=theirs');
    const theirs = bridge.webhooks.at(-1)!;
    await forgetOnly(theirs.id, damage);
    const [finding] = await found('webhook');
    expect(finding).toMatchObject({ state, message: expect.stringMatching(message) });
    expect(finding?.remedy).toContain('gatehouse doctor --only imbridge.webhook --fix');
    const doing = `re-register the webhook ${address()} with the bridge`;
    expect(await repair()).toEqual([{ id: 'webhook', change: doing, problem: undefined }]);
    expect(await found('webhook')).toMatchObject([{ state: 'ok' }]);
    expect(urls().toSorted()).toEqual([`${address()}?password=${ENCODED}`, theirs.url].toSorted());
    expect(JSON.stringify(await examine())).not.toContain('theirs');
  });

  /** Damages only what is ours: the webhook of the other gateway stays. */
  async function forgetOnly(theirs: number, damage: () => Promise<void>): Promise<void> {
    const { url } = bridge.webhooks.find(({ id }) => id === theirs)!;
    await damage();
    if (!urls().includes(url)) await enter(url);
  }

  it('is repaired by a replica without the duty, too', async () => {
    await start({}, true);
    await forget();
    gateway.connector.setUpkeep(DEFAULT_ACCOUNT, false);
    expect(await repair()).toMatchObject([{ problem: undefined }]);
    expect(urls()).toEqual([`${address()}?password=${ENCODED}`]);
    // The replica with the duty fetches what was missed meanwhile.
    await eventually(() => gateway.state.values.has('default/catchUpCall'), { what: 'the request' });
  });

  it('that the bridge does not take leaves the repair with the reason', async () => {
    await start();
    const isPost = ({ method, path }: { method: string; path: string }) =>
      method === 'POST' && path.endsWith('/webhook');
    bridge.faults.requests.all({ kind: 'cut' }, { when: isPost });
    const [outcome] = await repair();
    expect(outcome?.problem).toMatch(/^the bridge closes the connection without a response/);
  });
});

it('a password that was changed a moment ago is no fault: the webhook is judged when it carries the new one', async () => {
  await start();
  const origin = 'http://127.0.0.1:1';
  const before = accountOf(bridge, { origin, webhookSecret: bridge.password });
  before.account.connect(before.sink);
  await eventually(() => bridge.webhooks.length === 1, { what: 'the webhook under the old password' });
  bridge.changePassword('new-password');
  const { account } = accountOf(bridge, { origin, webhookSecret: 'new-password' }, before.state);
  account.takeOver(before.account);
  const results = await runChecks(account.checks({ trustsLocalhost: false, isSet: () => false }));
  expect(results.find(({ id }) => id === 'webhook')).toEqual({
    id: 'webhook',
    state: 'ok',
    message: `the bridge has the webhook: ${origin}/imbridge-webhook`,
  });
  await account.disconnect();
});

it('a webhook at the address of another gateway is a warning, and stays', async () => {
  await start({}, true);
  await enter('https://other.example.org/imbridge-webhook?password=theirs');
  expect(await found('other-gateway')).toMatchObject([
    {
      state: 'warning',
      message: expect.stringContaining('also sends its events to https://other.example.org/imbridge-webhook'),
      remedy: expect.stringContaining('Stop one of the two gateways'),
    },
  ]);
  expect(await repair()).toEqual([]);
  expect(urls()).toHaveLength(2);
});

describe('where only a person knows the address of the gateway', () => {
  const PATH = '/imbridge-webhook';
  let sut: AccountFixture;

  beforeEach(async () => {
    await start();
    sut = accountOf(bridge, { webhookSecret: HOOK, origin: undefined });
  });
  const webhookOf = async () => {
    const results = await runChecks(sut.account.checks({ trustsLocalhost: false, isSet: () => false }));
    return results.filter(({ id }) => id === 'webhook' || id === 'other-gateway');
  };

  it('a missing webhook is failed, and names gateway.publicUrl', async () => {
    expect(await webhookOf()).toMatchObject([
      {
        state: 'failed',
        setting: 'gateway.publicUrl',
        remedy: expect.stringContaining('Set webhookUrl or gateway.publicUrl, or'),
      },
      { state: 'ok' },
    ]);
    expect((await webhookOf())[0]?.repair).toBeUndefined();
  });

  it.each([
    [`https://tunnel.example${PATH}?password=${ENCODED}`, WEBHOOK_EVENTS, 'ok'],
    [`https://imb:${ENCODED}@tunnel.example${PATH}`, ['*'], 'ok'],
    [`https://tunnel.example${PATH}?token=${ENCODED}`, ['new-message'], 'warning'],
    [`https://tunnel.example${PATH}`, WEBHOOK_EVENTS, 'failed'],
    [`https://im%ZZ:other@tunnel.example${PATH}`, WEBHOOK_EVENTS, 'failed'],
  ])('%s with %j is %s', async (url, events, state) => {
    await enter(url, events);
    expect(await webhookOf()).toMatchObject([{ state }, { state: 'ok' }]);
  });

  it('a webhook beside ours that has a different secret is of another gateway', async () => {
    await enter(`https://tunnel.example${PATH}?password=${ENCODED}`);
    await enter(`https://other.example${PATH}?password=theirs`);
    expect(await webhookOf()).toMatchObject([
      { state: 'ok' },
      { state: 'warning', message: expect.stringContaining(`https://other.example${PATH};`) },
    ]);
  });
});
