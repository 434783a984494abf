import type { Browser, Page, Request } from 'playwright-core';
import { timeLimit } from '../../simulators/common/time-limit.js';
import { BridgeSimulator } from '../../simulators/index.js';
import { eventually } from '../support/eventually.js';
import { describeWith } from '../support/needs.js';
import { type PostgresServer, startPostgres } from '../support/postgres-server.js';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.js';
import { launchBrowser, openPage, signIn } from './support/browser.js';
import { emptyDatabaseOn } from './support/empty-database.js';
import type { GatewayProcess } from './support/gateway-process.js';
import { type ImbridgeGateway, startImbridgeGateway } from './support/imbridge-gateway.js';
import { Replicas } from './support/replicas.js';

const ANN = '+12025550143';
const BEN = '+12025550178';
const CEM = '+12025550191';

const isCallOf = (request: Request, path: string) => new URL(request.url()).pathname === `/admin/v1${path}`;
/** Resolves once the page has been drawn again. */
const frames = (page: Page) =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
const live = (page: Page) => page.getByText('Live', { exact: true }).waitFor();

describeWith('chromium')('the live console', () => {
  let world: ImbridgeGateway;
  let browser: Browser;
  let viewer: string;

  beforeAll(async () => {
    world = await startImbridgeGateway({ dmPolicy: 'pairing' }, { session: { dmScope: 'per-sender' } });
    viewer = String((await admin('POST', '/tokens', { role: 'viewer', name: 'wall screen' })).token);
    browser = await launchBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await world.stop();
  });

  const admin = async (method: string, path: string, body?: unknown) =>
    (await world.gateway.admin(method, path, body)).body;
  const items = async (path: string) => (await admin('GET', path)).items as Record<string, string>[];
  const requestOf = async (sender: string): Promise<string> => {
    const found = () =>
      items('/pairings?status=pending').then((all) => all.find((each) => each.sender_id === sender));
    await eventually(async () => (await found()) !== undefined, { what: `the request of ${sender}` });
    return (await found())!.id!;
  };
  const knock = (from: string) => {
    world.bridge.receiveText({ from, text: 'Hello?' });
    return requestOf(from);
  };
  const say = (text: string) =>
    admin('POST', '/messages', { channel: 'imbridge', target: `imessage:${ANN}`, message: text });
  const open = async (token = viewer) => {
    const watched = await openPage(browser, world.gateway.url);
    await signIn(watched.page, token);
    return watched;
  };
  const show = async (page: Page, path: string) => {
    await page.goto(`/console/${path}`);
    await live(page);
  };

  it('shows a viewer each kind of change without being loaded again', async () => {
    const { page, context, problems } = await open();
    const main = page.getByRole('main');
    const appears = (text: string) => main.getByText(text).filter({ visible: true }).first().waitFor();

    await show(page, 'pairings');
    const [ann, ben] = [await knock(ANN), await knock(BEN)];
    await appears(ANN);
    await appears(BEN);
    await admin('POST', `/pairings/${ann}/approve`, {});
    await main.getByText(ANN).waitFor({ state: 'detached' });
    await admin('POST', `/pairings/${ben}/deny`);
    await appears('No pending requests.');

    await show(page, 'conversations');
    await page.getByRole('link', { name: BEN }).click();
    world.bridge.receiveText({ from: BEN, text: 'Please?' });
    await page.getByRole('list', { name: 'Transcript' }).getByText('dropped').waitFor();

    await show(page, 'deliveries');
    world.bridge.faults.sends.next({ kind: 'hang', ms: 1_500 });
    await say('to be sent');
    await main.getByRole('row').nth(1).getByText('sending').waitFor();
    await main.getByRole('row').nth(1).getByText('sent', { exact: true }).waitFor();

    await show(page, '');
    world.bridge.faults.sends.next({ kind: 'apple-error', code: 22 });
    await say('to be given up');
    await appears('1 outgoing message failed for good');

    await show(page, 'conversations');
    const [{ id: held }] = (await items('/conversations')) as [{ id: string }];
    await admin('PUT', `/conversations/${held}/hold`, {});
    await main.getByText('held', { exact: true }).waitFor();
    await world.gateway.cli('conversations', 'release', held);

    await show(page, 'access');
    await admin('POST', '/grants', { channel: 'imbridge', sender_id: CEM });
    await appears(CEM);

    await show(page, 'users');
    const { id } = await admin('POST', '/users', { email: 'ann@example.org', display_name: 'Ann' });
    await appears('ann@example.org');
    await show(page, `users/${String(id)}`);
    await admin('POST', `/users/${String(id)}/keys`, { name: 'nightly import' });
    await appears('nightly import');

    await show(page, 'channels');
    await world.bridge.down();
    await say('to nobody');
    await main.getByText('transient-disconnect').first().waitFor();
    await world.bridge.up();
    await main.getByText('connected', { exact: true }).first().waitFor();
    expect(problems).toEqual([]);
    await context.close();
  }, 180_000);

  it('does not show an older answer after a newer one', async () => {
    const { page, context } = await open(world.gateway.token);
    const [first, second] = ['+12025550110', '+12025550111'];
    await knock(first);
    await show(page, 'pairings');
    await page.getByRole('cell', { name: first, exact: true }).waitFor();
    const late = Promise.withResolvers<undefined>();
    const isHeld = Promise.withResolvers<Request>();
    let reads = 0;
    await page.route('**/admin/v1/pairings?*', async (route) => {
      if (reads++ > 0) return route.continue();
      // Read now, and answered after the next one.
      const response = await route.fetch();
      isHeld.resolve(route.request());
      await late.promise;
      return route.fulfill({ response });
    });
    await knock(second);
    const held = await isHeld.promise;
    await page.getByRole('button', { name: `Deny ${first}` }).click();
    await page.getByRole('cell', { name: second, exact: true }).waitFor();
    await page.getByRole('cell', { name: first, exact: true }).waitFor({ state: 'detached' });
    late.resolve(undefined);
    await (await held.response())!.finished();
    await frames(page);
    expect(await page.getByRole('cell', { name: first, exact: true }).count()).toBe(0);
    await admin('POST', `/pairings/${await requestOf(second)}/deny`);
    await context.close();
  });

  it('reads a list about once a second while much happens', async () => {
    const { page, context } = await open();
    await show(page, 'deliveries');
    await page.getByRole('table').waitFor();
    let reads = 0;
    context.on('request', (request) => (reads += Number(isCallOf(request, '/deliveries'))));
    const begin = performance.now();
    await Promise.all(Array.from({ length: 40 }, (_, n) => say(`one of many ${n}`)));
    await eventually(
      async () => (await items('/deliveries?limit=40')).every(({ status }) => status === 'sent'),
      {
        what: 'the end of all deliveries',
      },
    );
    await page.getByRole('table').getByText('sending').first().waitFor({ state: 'detached' });
    expect(reads).toBeGreaterThan(0);
    expect(reads).toBeLessThanOrEqual((performance.now() - begin) / 1_000 + 2);
    await context.close();
  });

  it('begins no second reading of a list before the first is answered', async () => {
    const { page, context } = await open();
    await show(page, 'deliveries');
    const other = await context.newPage();
    await show(other, 'deliveries');
    const rows = await other.getByRole('row').count();
    await page.clock.install();
    const isAnswered = Promise.withResolvers<undefined>();
    let reads = 0;
    await page.route('**/admin/v1/deliveries?*', async (route) => {
      reads++;
      await isAnswered.promise;
      return route.continue();
    });
    await say('one');
    await eventually(() => reads === 1, { what: 'the first reading' });
    await say('two');
    // Both tabs have been told of it by then.
    await other
      .getByRole('row')
      .nth(rows + 1)
      .waitFor();
    await page.clock.runFor(10_000);
    expect(reads).toBe(1);
    isAnswered.resolve(undefined);
    await eventually(() => reads > 1, { what: 'the second reading' });
    await context.close();
  });

  it('stays signed in where the browser stores nothing', async () => {
    const { page, context } = await openPage(browser, world.gateway.url);
    await context.addInitScript(
      `Object.defineProperty(window, 'localStorage', { get() { throw new Error('no') } })`,
    );
    await signIn(page, viewer);
    await page.reload();
    await live(page);
    // A stream that cannot be resumed asks who is signed in.
    await page.route('**/admin/v1/events', (route) => route.fulfill({ status: 503 }));
    await world.gateway.kill();
    await page.getByText('Connection lost').waitFor();
    await world.gateway.start();
    await page.waitForResponse((response) => response.url().endsWith('/admin/v1/session') && response.ok());
    await page.unroute('**/admin/v1/events');
    await live(page);
    await context.close();
  }, 120_000);

  it('makes no calls after a sign-out, although much happens', async () => {
    const { page, context, problems } = await open();
    await show(page, 'deliveries');
    const isRead = page.waitForRequest((request) => isCallOf(request, '/deliveries'));
    await say('one more');
    await isRead;
    await page.getByRole('button', { name: 'Sign out' }).click();
    await say('and another');
    await page.getByLabel('Admin token').waitFor();
    await knock('+12025550112');
    await frames(page);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('continues in the other tabs when the one with the stream is closed, or crashes', async () => {
    const { page, context } = await open();
    let streams = 0;
    context.on('request', (request) => (streams += Number(isCallOf(request, '/events'))));
    const tabs = [page];
    for (let tab = 0; tab < 3; tab++) tabs.push(await context.newPage());
    for (const tab of tabs) await show(tab, 'users');
    const [first, second, ...others] = tabs;
    await first!.close();
    await seesUser([second!, ...others], 'after-the-first');
    const before = streams;
    // Whichever has the stream now.
    await second!.goto('chrome://crash').catch(() => undefined);
    await seesUser(others, 'after-the-second');
    expect(streams).toBeLessThanOrEqual(before + 1);
    await context.close();
  }, 120_000);

  async function seesUser(tabs: readonly Page[], name: string): Promise<void> {
    await admin('POST', '/users', { email: `${name}@example.org` });
    for (const tab of tabs) await tab.getByText(`${name}@example.org`).waitFor();
  }

  it('shows the log in eight tabs at once, over one stream', async () => {
    const { page, context, problems } = await open(world.gateway.token);
    let streams = 0;
    context.on('request', (request) => {
      streams += Number(isCallOf(request, '/logs') && request.resourceType() === 'eventsource');
    });
    const tabs = [page];
    for (let tab = 1; tab < 8; tab++) tabs.push(await context.newPage());
    for (const tab of tabs) await show(tab, 'logs');
    await followed(tabs, 'from-all-tabs');
    expect(streams).toBe(1);
    expect(problems).toEqual([]);
    await context.close();
  }, 120_000);

  /** A request of this path is shown, once. */
  async function followed(tabs: readonly Page[], path: string): Promise<void> {
    await fetch(`${world.gateway.url}/v1/${path}`);
    for (const tab of tabs) {
      const line = tab.getByRole('listitem').filter({ hasText: `/${path}` });
      await line.first().waitFor();
      expect(await line.count()).toBe(1);
    }
  }

  it('follows the log again after the gateway was killed, and says where other lines begin', async () => {
    const { page, context } = await open(world.gateway.token);
    await show(page, 'logs');
    await followed([page], 'before-the-end');
    await page.getByRole('button', { name: 'Pause' }).click();
    await fetch(`${world.gateway.url}/v1/while-paused`);
    await frames(page);
    expect(await page.getByRole('listitem').filter({ hasText: '/while-paused' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('listitem').filter({ hasText: '/while-paused' }).waitFor();
    await world.gateway.kill();
    await page.getByText('The connection was lost').waitFor();
    await world.gateway.start();
    await page.getByText('the gateway restarted').waitFor();
    await page.getByText('The connection was lost').waitFor({ state: 'detached' });
    await followed([page], 'after-the-end');
    expect(await page.getByRole('listitem').filter({ hasText: '/before-the-end' }).count()).toBe(1);
    await context.close();
  }, 120_000);
});

describeWith('chromium')('the console before two replicas', () => {
  let postgres: PostgresServer;
  let bridge: BridgeSimulator;
  let replicas: Replicas;
  let proxy: TcpProxy;
  let browser: Browser;

  beforeAll(async () => {
    postgres = await startPostgres();
    bridge = await BridgeSimulator.start({ echoDelayMs: [1, 10], deliveryReceipts: false });
    const databaseUrl = await emptyDatabaseOn(postgres);
    replicas = new Replicas({ databaseUrl, bridge, roles: ['all', 'all'] });
    await replicas.start();
    await eventually(() => bridge.webhooks.length === 1, { what: 'the registration of the webhook' });
    proxy = await startTcpProxy(portOf(replicas.all[0]!));
    browser = await launchBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await proxy.close();
    await replicas.dispose();
    await bridge.stop();
    await postgres.remove();
  });

  const portOf = ({ url }: GatewayProcess) => Number(new URL(url).port);
  const write = async (to: GatewayProcess, text: string) => {
    const row = bridge.receiveUnseen({ from: ANN, text });
    await eventually(async () => (await replicas.offer(to, row)) === '200', {
      what: `acceptance of ${text}`,
    });
  };

  it('shows events of another one, and continues there when its own dies: nothing missing, nothing twice', async () => {
    const [one, other] = replicas.all as [GatewayProcess, GatewayProcess];
    const { page, context } = await openPage(browser, `http://127.0.0.1:${proxy.port}`);
    await signIn(page, one.token);
    await page.getByText('Live', { exact: true }).waitFor();
    await page.goto('/console/conversations');
    await write(other, 'first');
    await page.getByRole('link', { name: ANN }).click();
    const said = page.getByRole('list', { name: 'Transcript' });
    await said.getByText('echo: first', { exact: true }).waitFor();
    await write(other, 'second');
    await said.getByText('echo: second', { exact: true }).waitFor();
    proxy.leadTo(portOf(other));
    await one.kill();
    for (const text of ['third', 'fourth']) await write(other, text);
    await page.getByText('Live', { exact: true }).waitFor();
    await write(other, 'fifth');
    await said.getByText('echo: fifth', { exact: true }).waitFor({ timeout: timeLimit(60_000) });
    for (const text of ['first', 'second', 'third', 'fourth', 'fifth'])
      for (const each of [text, `echo: ${text}`])
        expect([each, await said.getByText(each, { exact: true }).count()]).toEqual([each, 1]);
    await page.goto('/console/access');
    await page.getByText('Live', { exact: true }).waitFor();
    await other.admin('POST', '/grants', { channel: 'imbridge', sender_id: BEN });
    await page.getByText(BEN).waitFor();
    await context.close();
  }, 180_000);
});
