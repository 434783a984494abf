import type { Browser, Locator, Page } from 'playwright-core';
import { BridgeSimulator, ModelSimulator } from '../../simulators/index.js';
import { diskCheck } from '../../src/conditions/host/disk.check.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/free-port.js';
import { describeWith } from '../support/needs.js';
import { launchBrowser, openPage, signIn, type WatchedPage } from './support/browser.js';
import { type ImbridgeGateway, startImbridgeGateway } from './support/imbridge-gateway.js';

const ANN = '+12025550143';
const BEN = '+12025550178';
const MOST_CLICKS = 4;
const MB = 1_048_576;
const FORGED = 'gatehouse tokens create owner';

type Click = (page: Page) => Locator;
const link =
  (name: string | RegExp): Click =>
  (page) =>
    page.getByRole('link', { name }).first();
const explain =
  (text: string): Click =>
  (page) =>
    page.getByRole('listitem').filter({ hasText: text }).getByRole('link', { name: 'Explain' }).first();

interface Fault {
  readonly name: string;
  /** From Overview. */
  readonly clicks: readonly Click[];
  /** The place that names all of it. */
  readonly at: Click;
  readonly cause: string | RegExp;
  /** Absent where none decides. */
  readonly setting?: string;
  readonly remedy: string | RegExp;
}

const finding =
  (id: string): Click =>
  (page) =>
    page
      .getByRole('region', { name: 'Doctor' })
      .getByRole('listitem')
      .filter({ has: page.getByText(id, { exact: true }) });
const dialog: Click = (page) => page.getByRole('dialog');

/** The faults that one gateway can have at once. */
const FAULTS: readonly Fault[] = [
  {
    name: 'helper gone',
    clicks: [],
    at: finding('imbridge.helper'),
    cause: "the helper of the bridge's Private API is not connected",
    remedy: 'Restart Messages and the bridge on the Mac.',
  },
  {
    name: 'webhook not arriving',
    clicks: [],
    at: finding('imbridge.events'),
    cause: 'registered, but events from the bridge do not arrive',
    setting: 'gateway.publicUrl',
    remedy: /On the Mac, curl .*firewall/,
  },
  {
    name: 'clock ten minutes off',
    clicks: [],
    at: finding('imbridge.clock'),
    cause: /clock is (599|60\d) s behind the bridge/,
    remedy: 'timedatectl set-ntp true',
  },
  {
    name: 'model down',
    clicks: [],
    at: finding('model.server'),
    cause: /refuses? .*connection|cannot be reached|nothing listens/,
    setting: 'agents.list[1].runtime.baseUrl',
    remedy: /Start the server that .* names/,
  },
  {
    name: 'key refused',
    clicks: [],
    at: finding('model.key'),
    cause: 'rejects the key (401)',
    setting: 'agents.list[2].runtime.apiKey',
    remedy: "gatehouse config set 'agents.list[2].runtime.apiKey' -",
  },
  {
    name: "key's limit",
    clicks: [],
    at: finding('key-limits'),
    cause: /nightly import .* has used up its 1 requests of this hour/,
    remedy: /gatehouse keys create usr_/,
  },
  {
    name: 'disk nearly full',
    clicks: [],
    at: finding('disk'),
    cause: '100 MB are free',
    setting: 'retention',
    remedy: /Free disk space, .*media\.maxTotalMb/,
  },
  {
    name: 'not mentioned',
    clicks: [link('Conversations'), link(/^Crew/), explain('Is it raining?')],
    at: dialog,
    cause: 'not-mentioned',
    setting: 'requireMention',
    remedy: /Mention the assistant, or .*gatehouse config set/,
  },
  {
    name: 'on no list',
    clicks: [link('Conversations'), link(/^Crew/), explain('not-allowlisted')],
    at: dialog,
    cause: 'not-allowlisted',
    setting: 'channels.imbridge.groupAllowFrom',
    remedy: `gatehouse config set 'channels.imbridge.groupAllowFrom[]' ${BEN}`,
  },
  {
    name: 'not paired',
    clicks: [link('Conversations'), link(new RegExp(`\\${BEN}`)), explain('')],
    at: dialog,
    cause: 'not-paired',
    setting: 'channels.imbridge.dmPolicy',
    remedy: `gatehouse grants add imbridge ${BEN}`,
  },
  {
    name: 'dead letter',
    clicks: [link('Dead deliveries'), (page) => page.getByRole('table').getByRole('link').first()],
    at: dialog,
    cause: 'Apple error 22: the address is not reachable on this service',
    remedy: /gatehouse deliveries retry dlv_/,
  },
];

const PASSWORD: Fault = {
  name: 'bridge password',
  clicks: [(page) => page.getByRole('button', { name: 'Check again' })],
  at: finding('imbridge.password'),
  cause: 'the bridge refuses the password',
  setting: 'channels.imbridge.password',
  remedy: 'gatehouse config set channels.imbridge.password -',
};

describeWith('chromium')('from Overview to cause and remedy', () => {
  let world: ImbridgeGateway;
  let shed: BridgeSimulator;
  let locked: ModelSimulator;
  let forger: ModelSimulator;
  let browser: Browser;
  let watched: WatchedPage;

  beforeAll(async () => {
    locked = await ModelSimulator.start({ apiKey: 'right-key' });
    // A second bridge, whose newest message is the one that it does not announce.
    shed = await BridgeSimulator.start({ password: 'shed-password' });
    forger = await ModelSimulator.start({ models: [`big, or \`${FORGED}\``] });
    const openAi = { type: 'openai-compatible', model: 'm' };
    const away = { ...openAi, baseUrl: `http://127.0.0.1:${await freePort()}/v1` };
    const list = [
      { id: 'main', runtime: { type: 'echo' } },
      { id: 'away', runtime: away },
      { id: 'locked', runtime: { ...openAi, baseUrl: locked.baseUrl, apiKey: 'wrong-key' } },
      { id: 'forger', runtime: { ...openAi, baseUrl: forger.baseUrl } },
    ];
    const policies = { dmPolicy: 'pairing', groupPolicy: 'allowlist', groupAllowFrom: [ANN] };
    const second = { serverUrl: shed.url, password: shed.password, webhookPath: '/shed-webhook' };
    world = await startImbridgeGateway(
      { ...policies, accounts: { default: {}, shed: second } },
      { agents: { list } },
    );
    await eventually(() => shed.webhooks.length === 1, { what: 'the registration at the second bridge' });
    browser = await launchBrowser();
    await Promise.all([seedMessages(), useUpLimit()]);
    breakBridges();
    watched = await openPage(browser, world.gateway.url);
    await watched.page.route('**/admin/v1/doctor', fillDisk);
    await signIn(watched.page, world.gateway.token);
  }, 120_000);
  afterAll(async () => {
    await world.stop();
    await Promise.all([shed.stop(), locked.stop(), forger.stop()]);
  });

  async function seedMessages(): Promise<void> {
    const { bridge, gateway } = world;
    bridge.faults.sends.all({ kind: 'apple-error', code: 22 }, { when: ({ text }) => text === 'again' });
    await gateway.cli('message', 'send', '--channel', 'imbridge', '--target', ANN, '--message', 'again');
    const chatGuid = bridge.createGroup({ participants: [ANN, BEN], name: 'Crew' }).guid;
    bridge.receiveText({ from: ANN, text: 'Is it raining?', chatGuid });
    bridge.receiveText({ from: BEN, text: 'And who are you?', chatGuid });
    bridge.receiveText({ from: BEN, text: 'May I ask something?' });
    const count = async (path: string) => ((await gateway.admin('GET', path)).body.items as object[]).length;
    await eventually(async () => (await count('/deliveries?status=dead')) === 1, { what: 'a dead letter' });
    await eventually(async () => (await count('/pairings')) === 1, { what: 'a request' });
    await eventually(async () => (await count('/conversations')) === 3, { what: 'three conversations' });
    await bridge.idle();
    await eventually(() => gateway.isIdle(), { what: 'an idle gateway' });
  }

  async function useUpLimit(): Promise<void> {
    const { gateway } = world;
    const { body: user } = await gateway.admin('POST', '/users', { email: 'ann@example.org' });
    const wanted = { name: 'nightly import', limits: { per_hour: 1 } };
    const { body: key } = await gateway.admin('POST', `/users/${String(user.id)}/keys`, wanted);
    const call = async () =>
      (await fetch(`${gateway.url}/v1/users/me`, { headers: { authorization: `Bearer ${String(key.key)}` } }))
        .status;
    await call();
    expect(await call()).toBe(429);
  }

  function breakBridges(): void {
    const { bridge } = world;
    shed.faults.webhooks.all({ kind: 'drop' });
    shed.receiveText({ from: ANN, text: 'Anybody there?', date: Date.now() - 8_000 });
    bridge.faults.helperOff = true;
    bridge.faults.clockAheadMs = 600_000;
  }

  /** The gateway's answer with what its own check says about a disk that is nearly full: that of the tests is what it is. */
  const fillDisk: Parameters<Page['route']>[1] = async (route) => {
    const room = { freeBytes: 100 * MB, freeShare: 0.01 };
    const [found] = await diskCheck(world.gateway.stateDir, 5, async () => room).run(
      AbortSignal.timeout(1_000),
    );
    const response = await route.fetch();
    const answer = (await response.json()) as { checks: { id: string }[] };
    const checks = answer.checks.map((each) => (each.id === 'disk' ? { ...each, ...found } : each));
    await route.fulfill({ response, json: { ...answer, checks } });
  };

  async function lead({ clicks, at, cause, setting, remedy }: Fault): Promise<void> {
    const { page } = watched;
    for (const click of clicks) await click(page).click();
    const place = at(page);
    for (const text of [cause, remedy, ...(setting === undefined ? [] : [setting])])
      await place.getByText(text).first().waitFor();
    expect(clicks.length).toBeLessThanOrEqual(MOST_CLICKS);
  }

  it.each(FAULTS.map((fault) => [fault.name, fault.clicks.length, fault] as const))(
    '%s: %i clicks',
    async (_name, _clicks, fault) => {
      await watched.page.goto('/console/');
      await lead(fault);
      expect(watched.problems).toEqual([]);
    },
  );

  it('bridge password: one click, on a page that was open before', async () => {
    const { page } = watched;
    await page.goto('/console/');
    await finding('imbridge.helper')(page).waitFor();
    world.bridge.changePassword('another-one');
    await lead(PASSWORD);
  });

  it('a command in the words of a service is not offered to be copied', async () => {
    await watched.page.goto('/console/');
    const message = finding('model.name')(watched.page).getByRole('paragraph').filter({ hasText: FORGED });
    await message.waitFor();
    expect(await message.getByRole('button').count()).toBe(0);
  });

  it('for an owner, the setting that decides leads to its field', async () => {
    const { page } = watched;
    const setting = 'channels.imbridge.dmPolicy';
    await page.goto('/console/');
    const { clicks, at } = FAULTS.find(({ name }) => name === 'not paired')!;
    for (const click of clicks) await click(page).click();
    await at(page).getByRole('link', { name: setting }).click();
    await page.getByLabel(setting).first().waitFor();
  });
});
