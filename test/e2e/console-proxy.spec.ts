import type { Browser } from 'playwright-core';
import { BridgeSimulator } from '../../simulators/index.js';
import { type PostgresServer, startPostgres } from '../support/postgres-server.js';
import { hasBrowser, launchBrowser, openPage } from './support/browser.js';
import { emptyDatabaseOn } from './support/empty-database.js';
import { GatewayProcess } from './support/gateway-process.js';
import { hasNginx, Nginx } from './support/nginx.js';
import { Replicas } from './support/replicas.js';

(hasBrowser && hasNginx ? describe : describe.skip)('the console behind the shipped nginx', () => {
  let gateway: GatewayProcess;
  let nginx: Nginx;
  let browser: Browser;

  beforeAll(async () => {
    gateway = new GatewayProcess({ gateway: { trustedProxies: ['127.0.0.1'] } });
    nginx = new Nginx();
    await gateway.start();
    await nginx.start(gateway.url, { isBelowPath: true });
    browser = await launchBrowser();
  }, 120_000);
  afterAll(async () => {
    await nginx.stop();
    await gateway.dispose();
  });

  it('works below a path and over https: every address can be reloaded, and the page is live', async () => {
    const origin = `https://127.0.0.1:${nginx.https}`;
    const { page, problems } = await openPage(browser, origin, { ignoreHTTPSErrors: true });
    await page.goto('/gate/console');
    expect(new URL(page.url()).pathname).toBe('/gate/console/');
    await page.getByLabel('Admin token').fill(gateway.token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Deliveries' }).click();
    await page.getByRole('link', { name: 'Dead letters' }).click();
    await page.getByText('No job was given up.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/gate/console/deliveries/dead-letters');
    await page.reload();
    await page.getByText('No job was given up.').waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Admin token').waitFor();
    expect(problems).toEqual([]);
  });

  it('reads a list again that the proxy could not give, though the page was live all the time', async () => {
    const origin = `https://127.0.0.1:${nginx.https}`;
    const { page, context } = await openPage(browser, origin, { ignoreHTTPSErrors: true });
    await page.goto('/gate/console/users');
    await page.getByLabel('Admin token').fill(gateway.token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('There is no user yet.').waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    const isList = (url: URL) => url.pathname.endsWith('/users');
    await page.route(isList, (route) => route.fulfill({ status: 502, body: '<h1>502</h1>' }));
    await gateway.admin('POST', '/users', { email: 'ann@example.org' });
    await page.getByText('Something between this page and the gateway answered with 502.').waitFor();
    await page.unroute(isList);
    await page.getByRole('link', { name: 'ann@example.org' }).waitFor();
    await context.close();
  });
});

(hasBrowser && hasNginx ? describe : describe.skip)(
  'the console of two replicas behind the shipped nginx',
  () => {
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

    it('a sign-in at one is good at the other, outlives either, is live from both, and ends at both', async () => {
      const origin = `https://127.0.0.1:${nginx.https}`;
      const { page, context } = await openPage(browser, origin, { ignoreHTTPSErrors: true });
      const listed = (email: string) => page.getByRole('link', { name: email });
      const live = () => page.getByText('Live', { exact: true }).waitFor();
      await page.goto('/gate/console/users');
      await page.getByLabel('Admin token').fill(replicas.all[0]!.token);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await live();
      const [cookie] = await context.cookies();
      expect(cookie).toMatchObject({
        ...{ name: '__Secure-gatehouse-console', path: '/gate/admin/v1' },
        ...{ httpOnly: true, secure: true, sameSite: 'Strict' },
      });

      for (const [at, replica] of replicas.all.entries()) {
        await replica.admin('POST', '/users', { email: `from-${at}@example.org` });
        await listed(`from-${at}@example.org`).waitFor();
      }
      for (const [at, gone] of replicas.all.entries()) {
        const left = replicas.all[1 - at]!;
        await gone.kill();
        await live();
        await left.admin('POST', '/users', { email: `without-${at}@example.org` });
        await listed(`without-${at}@example.org`).waitFor();
        await gone.start();
      }

      const sessions = () =>
        Promise.all(
          replicas.all.map(async ({ url }) => {
            // Asked at its own port, a gateway knows its cookie by that.
            const sent = `${cookie!.name}-${new URL(url).port}=${cookie!.value}`;
            const headers = { cookie: sent, 'x-forwarded-for': '192.0.2.7', 'x-forwarded-proto': 'https' };
            return (await fetch(`${url}/admin/v1/session`, { headers })).status;
          }),
        );
      expect(await sessions()).toEqual([200, 200]);
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByLabel('Admin token').waitFor();
      expect(await sessions()).toEqual([401, 401]);
      await context.close();
    }, 120_000);
  },
);
