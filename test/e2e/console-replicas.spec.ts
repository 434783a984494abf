import type { Browser, Page } from 'playwright-core';
import { BridgeSimulator } from '../../simulators/index.js';
import { describeWith } from '../support/needs.js';
import { type PostgresServer, startPostgres } from '../support/postgres-server.js';
import { launchBrowser, openPage, type WatchedPage } from './support/browser.js';
import { emptyDatabaseOn } from './support/empty-database.js';
import { Nginx } from './support/nginx.js';
import { Replicas } from './support/replicas.js';

const CLIENT = { 'x-forwarded-for': '192.0.2.7', 'x-forwarded-proto': 'https' };

const live = (page: Page) => page.getByText('Live', { exact: true }).waitFor();
const listed = (page: Page, email: string) => page.getByRole('link', { name: email }).waitFor();

describeWith('chromium', 'nginx')('two replicas behind the shipped nginx', () => {
  let postgres: PostgresServer;
  let bridge: BridgeSimulator;
  let replicas: Replicas;
  let nginx: Nginx;
  let browser: Browser;

  beforeAll(async () => {
    postgres = await startPostgres();
    bridge = await BridgeSimulator.start();
    const sections = { gateway: { trustedProxies: ['127.0.0.1'] } };
    const databaseUrl = await emptyDatabaseOn(postgres);
    replicas = new Replicas({ databaseUrl, bridge, roles: ['all', 'web'], sections });
    await replicas.start();
    nginx = new Nginx();
    const [one, other] = replicas.all.map(({ url }) => url) as [string, string];
    await nginx.start([one, other], { isBelowPath: true });
    browser = await launchBrowser();
  }, 120_000);
  afterAll(async () => {
    await nginx.stop();
    await replicas.dispose();
    await bridge.stop();
    await postgres.remove();
  });

  /** The users, for an owner who has just signed in by https, below a path. */
  async function openUsers(): Promise<WatchedPage> {
    const origin = `https://127.0.0.1:${nginx.https}`;
    const watched = await openPage(browser, origin, { ignoreHTTPSErrors: true });
    await watched.page.goto('/gate/console/users');
    await watched.page.getByLabel('Admin token').fill(replicas.all[0]!.token);
    await watched.page.getByRole('button', { name: 'Sign in' }).click();
    await live(watched.page);
    return watched;
  }

  it('the console signs in at one and acts at the other, outlives either, and signs out of both', async () => {
    const { page, context } = await openUsers();
    const [cookie] = await context.cookies();
    expect(cookie).toMatchObject({
      name: '__Secure-gatehouse-console',
      path: '/gate/admin/v1',
      httpOnly: true,
      secure: true,
      sameSite: 'Strict',
    });
    const sessions = () =>
      Promise.all(
        replicas.all.map(async ({ url }) => {
          // Asked at its own port, a gateway knows its cookie by that.
          const sent = `${cookie!.name}-${new URL(url).port}=${cookie!.value}`;
          const answer = await fetch(`${url}/admin/v1/session`, { headers: { ...CLIENT, cookie: sent } });
          return answer.status;
        }),
      );
    expect(await sessions()).toEqual([200, 200]);
    for (const [at, replica] of replicas.all.entries()) {
      await replica.admin('POST', '/users', { email: `at-${at}@example.org` });
      await listed(page, `at-${at}@example.org`);
    }
    for (const [at, gone] of replicas.all.entries()) {
      await gone.kill();
      await live(page);
      await page.getByText('Create a user').click();
      await page.getByLabel('Email').fill(`without-${at}@example.org`);
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByRole('link', { name: 'All users' }).click();
      await listed(page, `without-${at}@example.org`);
      await gone.start();
    }
    expect(await sessions()).toEqual([200, 200]);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Admin token').waitFor();
    expect(await sessions()).toEqual([401, 401]);
    await context.close();
  }, 120_000);

  it('a list that the proxy could not give is read again, though the page was live all the time', async () => {
    const { page, context } = await openUsers();
    const isList = (url: URL) => url.pathname.endsWith('/users');
    await page.route(isList, (route) => route.fulfill({ status: 502, body: '<h1>502</h1>' }));
    await replicas.all[0]!.admin('POST', '/users', { email: 'late@example.org' });
    await page.getByText('A proxy between this page and the gateway answered with 502.').waitFor();
    await page.unroute(isList);
    await listed(page, 'late@example.org');
    await context.close();
  });
});
