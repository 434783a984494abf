import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { BridgeSimulator, ModelSimulator, WorkplaceSimulator } from '../../simulators/index.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/free-port.js';
import { describeWith } from '../support/needs.js';
import {
  accessibilityFindings,
  launchBrowser,
  openPage,
  sidewaysScroll,
  signIn,
  type WatchedPage,
} from './support/browser.js';
import { GatewayProcess } from './support/gateway-process.js';

const APP = '5c1f0a7e-2b34-4d8e-9a61-7e0d3c5b8f21';
const TENANT = 'a9d4e3b2-17c6-4f05-8b3e-60d2f1c7a854';
const APP_PASSWORD = 'value-of-the-client-secret';
const ANN = '+12025550143';
const VIEWS: readonly (readonly [string, BrowserContextOptions])[] = [
  ['desktop light', { colorScheme: 'light' }],
  ['desktop dark', { colorScheme: 'dark' }],
  ['narrow light', { colorScheme: 'light', viewport: { width: 360, height: 740 } }],
  ['narrow dark', { colorScheme: 'dark', viewport: { width: 360, height: 740 } }],
];

describeWith('chromium')('channels and agents in the console', () => {
  let bridge: BridgeSimulator;
  let cloud: WorkplaceSimulator;
  let model: ModelSimulator;
  let gateway: GatewayProcess;
  let browser: Browser;
  let watched: WatchedPage;
  let page: Page;

  beforeAll(async () => {
    bridge = await BridgeSimulator.start({ echoDelayMs: [1, 10], deliveryReceipts: false });
    cloud = await WorkplaceSimulator.start({ appPassword: APP_PASSWORD });
    model = await ModelSimulator.start({ reply: () => 'Monday, Tuesday and **not** Sunday.' });
    const runtime = { type: 'openai-compatible', baseUrl: model.baseUrl, model: 'm', apiKey: 'model-key' };
    const workchat = { cloud: cloud.settings.cloud, webhook: { port: await freePort() } };
    gateway = new GatewayProcess({ agents: { list: [{ id: 'main', runtime }] }, channels: { workchat } });
    expect((await gateway.cli('plugins', 'install', 'workchat')).code).toBe(0);
    await gateway.start();
    browser = await launchBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await gateway.dispose();
    await Promise.all([bridge.stop(), cloud.stop(), model.stop()]);
  });
  const open = async (options: BrowserContextOptions = {}, token = gateway.token) => {
    watched = await openPage(browser, gateway.url, options);
    ({ page } = watched);
    await signIn(page, token);
  };
  afterEach(() => watched.context.close());

  const check = async (picture: string) => {
    expect(await accessibilityFindings(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    expect(watched.problems).toEqual([]);
    const folder = process.env.GATEHOUSE_TEST_PICTURES;
    if (folder === undefined) return;
    mkdirSync(folder, { recursive: true });
    await page.screenshot({ path: join(folder, `${picture.replaceAll(' ', '-')}.png`), fullPage: true });
  };
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const field = (path: string) => page.locator(`[name="${path}"]`);
  const heading = (name: string) => page.getByRole('heading', { level: 2, name, exact: true }).waitFor();
  const file = () =>
    JSON.parse(readFileSync(join(gateway.stateDir, 'gatehouse.json'), 'utf8')) as {
      channels: { imbridge?: Record<string, unknown>; workchat: Record<string, unknown> };
    };

  it.each(VIEWS)('ask and show everything, %s', async (view, options) => {
    await open(options);
    await page.goto('/console/channels');
    await page.getByRole('link', { name: 'Set up imbridge' }).waitFor();
    await page.getByText('No polls yet').waitFor();
    await check(`channels-${view}`);
    await page.getByRole('link', { name: 'Set up imbridge' }).click();
    await field('channels.imbridge.serverUrl').fill('nowhere');
    await field('channels.imbridge.password').fill('x');
    await press('Test and continue');
    await page.locator('.problem').waitFor();
    await check(`setup-imbridge-${view}`);
    await page.goto('/console/agents');
    await page.getByLabel('Question').fill('Which days?');
    await press('Try');
    await page.getByText('Monday, Tuesday and **not** Sunday.').waitFor();
    await check(`try-${view}`);
    expect(file().channels.imbridge).toBeUndefined();
  });

  it('lead from nothing to a bridge that works, and say which answer is wrong', async () => {
    await open();
    await page.goto('/console/channels/setup/imbridge');
    await field('channels.imbridge.serverUrl').fill(bridge.url);
    await field('channels.imbridge.password').fill('wrong');
    await press('Test and continue');
    const password = page.locator('.field', { has: field('channels.imbridge.password') });
    await password.getByText('refuses the password').waitFor();
    expect(await field('channels.imbridge.password').getAttribute('aria-invalid')).toBe('true');
    await page.getByRole('button', { name: 'Continue anyway' }).waitFor();
    await field('channels.imbridge.password').fill(bridge.password);
    await press('Test and continue');
    await heading('Webhook');
    await page.getByText('accepts the password').waitFor();
    await press('Continue');
    await heading('People');
    await field('channels.imbridge.dmPolicy').selectOption('open');
    await press('Continue');
    await heading('Review');
    await page.getByText('Everyone who knows the address can use the assistant.').waitFor();
    const written = (await page.getByRole('main').textContent()) ?? '';
    expect(written).not.toContain(bridge.password);
    expect(file().channels.imbridge).toBeUndefined();
    await check('setup-review');
    await press('Save');
    await page.getByText('imbridge is set up.').first().waitFor();
    expect(file().channels.imbridge).toEqual({
      serverUrl: bridge.url,
      password: bridge.password,
      webhookPath: '/imbridge-webhook',
      webhookSecret: expect.stringMatching(/^[\w-]{32}$/) as string,
      dmPolicy: 'open',
    });
    await check('setup-saved');
    await eventually(() => bridge.webhooks.length === 1, { what: 'the registration of the webhook' });
    bridge.receiveText({ from: ANN, text: 'Which days?' });
    const answers = () => bridge.chats.flatMap(({ guid }) => bridge.sentMessages(guid));
    await eventually(() => answers().some(({ text }) => text?.startsWith('Monday')), { what: 'an answer' });
    const log = await gateway.cli('logs', '--limit', '500');
    expect(log.stdout + gateway.output).not.toContain(bridge.password);
  });

  it('keep the input when another operator saves, and save it after showing that', async () => {
    await open();
    await page.goto('/console/channels/setup/imbridge');
    expect(await field('channels.imbridge.password').inputValue()).toBe('');
    await press('Test and continue');
    await heading('Webhook');
    await press('Continue');
    await field('channels.imbridge.allowFrom').fill(`${ANN}, ann@example.org`);
    await press('Continue');
    await heading('Review');
    await gateway.admin('PATCH', '/config', { set: { 'messages.apology': 'Oh no.' } });
    await press('Save');
    await page.getByText('Another operator has changed the configuration in the meantime').waitFor();
    expect(file().channels.imbridge).not.toHaveProperty('allowFrom');
    await press('Save');
    await page.getByText('imbridge is set up.').first().waitFor();
    expect(file().channels.imbridge).toMatchObject({
      allowFrom: [ANN, 'ann@example.org'],
      password: bridge.password,
    });
  });

  it('set workchat up, with a secret that is wrong at first, and give its app package', async () => {
    await open();
    await page.goto('/console/channels/setup/workchat');
    await field('channels.workchat.appId').fill(APP);
    await field('channels.workchat.appPassword').fill('wrong');
    await field('channels.workchat.tenantId').fill(TENANT);
    await press('Test and continue');
    const secret = page.locator('.field', { has: field('channels.workchat.appPassword') });
    await secret.getByText('the client secret is wrong').waitFor();
    await field('channels.workchat.appPassword').fill(APP_PASSWORD);
    await press('Test and continue');
    await heading('Endpoint');
    await press('Continue');
    await heading('People');
    await field('channels.workchat.groupPolicy').selectOption('disabled');
    expect(await field('channels.workchat.teams').count()).toBe(0);
    await field('channels.workchat.groupPolicy').selectOption('allowlist');
    await field('channels.workchat.teams').fill('Sales, Work/General');
    await press('Continue');
    await heading('Review');
    await page.getByText('https://<host>/api/messages').first().waitFor();
    await press('Save');
    await page.getByText('workchat is set up.').first().waitFor();
    expect(file().channels.workchat).toMatchObject({
      appPassword: APP_PASSWORD,
      teams: { Sales: {}, Work: { channels: { General: {} } } },
    });
    await page.getByText('App package', { exact: true }).click();
    await press('Download');
    await page.getByText('website is required').waitFor();
    watched.problems.splice(0);
    await page.getByLabel('Website').fill('https://northwind.example');
    const download = page.waitForEvent('download');
    await press('Download');
    const saved = await (await download).path();
    const files = unzipSync(readFileSync(saved));
    expect(Object.keys(files).sort()).toEqual(['color.png', 'manifest.json', 'outline.png']);
    expect(JSON.parse(Buffer.from(files['manifest.json']!).toString())).toMatchObject({
      bots: [{ botId: APP }],
    });
  });

  it.each([
    ['viewer', 0],
    ['operator', 1],
  ])('show a %s only what it may use', async (role, trials) => {
    await open({}, String((await gateway.admin('POST', '/tokens', { role })).body.token));
    await page.goto('/console/channels/setup/imbridge');
    await page.getByRole('heading', { level: 1, name: 'Channels' }).waitFor();
    await page.getByRole('heading', { level: 2, name: 'workchat' }).waitFor();
    expect(await page.getByRole('link', { name: /^(?:Set up|Change) / }).count()).toBe(0);
    await page.goto('/console/agents');
    await page.getByRole('table', { name: 'Agents' }).waitFor();
    expect(await page.getByRole('button', { name: 'Try', exact: true }).count()).toBe(trials);
    expect(watched.problems).toEqual([]);
  });

  it('answer a question while the model writes, and stop on request', async () => {
    await open();
    const conversations = async () => (await gateway.admin('GET', '/conversations')).body;
    const deliveries = async () => (await gateway.admin('GET', '/deliveries')).body;
    const before = [await conversations(), await deliveries()];
    await page.goto('/console/agents');
    await page.getByLabel('Question').fill('Which days?');
    model.faults.completions.next({ kind: 'hang-stream', afterChunks: 2 });
    await press('Try');
    // A part of the answer is there while the rest is awaited.
    await page.getByText('Monday').waitFor();
    await press('Stop');
    await page.getByText('Stopped.').waitFor();
    await press('Try');
    await page.getByText('Monday, Tuesday and **not** Sunday.').waitFor();
    await page.getByText(/tokens in/).waitFor();
    model.faults.completions.next({ kind: 'status', status: 401 });
    await press('Try');
    await page.getByText('The model rejected the key.').waitFor();
    await page.getByText('agents.list[0].runtime.apiKey').first().waitFor();
    expect([await conversations(), await deliveries()]).toEqual(before);
    const { body } = await gateway.admin('GET', '/audit');
    const tried = (body.items as { action: string }[]).filter(({ action }) => action === 'agent.tried');
    expect(tried.length).toBeGreaterThanOrEqual(3);
    expect(JSON.stringify(tried)).not.toContain('Which days');
  });
});
