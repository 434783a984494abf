import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { describeWith } from '../support/needs.js';
import { GatewayProcess } from './support/gateway-process.js';
import { launchBrowser, openPage, signIn } from './support/browser.js';

/** A page with a form that calls the admin API, and a script that tries the same. */
const pageFor = (gateway: string) => `<!doctype html>
  <form method="post" action="${gateway}/admin/v1/users" enctype="text/plain">
    <input name='{"email":"eve@example.org","x":"' value='"}'><button>Win a phone</button>
  </form>
  <script>
    const body = '{"email":"eve@example.org"}';
    const headers = { 'Content-Type': 'application/json', 'X-Gatehouse-Console': '1' };
    const send = (options) => fetch('${gateway}/admin/v1/users', { method: 'POST', credentials: 'include', body, ...options });
    const tried = Promise.allSettled([send({ mode: 'no-cors' }), send({ headers })]);
  </script>`;

describeWith('chromium')('forged calls to a gateway with an operator signed in to its console', () => {
  let gateway: GatewayProcess;
  let server: Server;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    gateway = new GatewayProcess({});
    await gateway.start();
    server = createServer((_, response) =>
      response.setHeader('Content-Type', 'text/html').end(pageFor(gateway.url)),
    );
    await new Promise<void>((listening) => server.listen(0, listening));
    browser = await launchBrowser();
    ({ page, context } = await openPage(browser, gateway.url));
    await signIn(page, gateway.token);
  }, 120_000);
  afterAll(async () => {
    server.close();
    server.closeAllConnections();
    await gateway.dispose();
  });

  const users = async () => (await gateway.admin('GET', '/users')).body.items;

  it.each([
    // The browser keeps the cookie from it.
    ['another site', 'localhost', 401],
    // It has the cookie, which is not enough.
    ['another port of the same host', '127.0.0.1', 403],
  ])('rejects state changes from %s', async (_, host, status) => {
    const forged = await context.newPage();
    await forged.goto(`http://${host}:${(server.address() as AddressInfo).port}/`);
    const outcomes = await forged.evaluate<string[]>('tried.then((all) => all.map(({ status }) => status))');
    // The answer to the first cannot be read; the second was not sent.
    expect(outcomes).toEqual(['fulfilled', 'rejected']);
    const [answer] = await Promise.all([
      forged.waitForResponse(`${gateway.url}/admin/v1/users`),
      // A page that is closed while another one takes its place may never report that it is closed.
      forged.waitForURL(`${gateway.url}/admin/v1/users`),
      forged.getByRole('button').click(),
    ]);
    expect([answer.status(), await users()]).toEqual([status, []]);
    await forged.close();
  });

  it('with a stolen cookie, but without the header, change nothing', async () => {
    const [cookie] = await context.cookies(`${gateway.url}/admin/v1`);
    const call = (headers: object) =>
      fetch(`${gateway.url}/admin/v1/users`, {
        method: 'POST',
        headers: {
          cookie: `${cookie!.name}=${cookie!.value}`,
          'content-type': 'application/json',
          ...headers,
        },
        body: '{}',
      });
    expect((await call({})).status).toBe(403);
    // With it, the gateway looks at what is asked.
    expect((await call({ 'X-Gatehouse-Console': '1' })).status).toBe(400);
  });

  it('with a hundred wrong tokens are slowed down, and a right one still signs in', async () => {
    const attempt = async (token: string) => {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ token });
      return (await fetch(`${gateway.url}/admin/v1/session`, { method: 'POST', headers, body })).status;
    };
    const statuses = new Map<number, number>();
    for (let count = 0; count < 100; count++) {
      const status = await attempt(`gha_${count}`);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect([...statuses.keys()]).toEqual([401, 429]);
    expect(statuses.get(429)).toBeGreaterThanOrEqual(60);
    const other = await openPage(browser, gateway.url);
    await other.page.goto('/console/');
    await other.page.getByLabel('Admin token').fill('gha_101');
    await other.page.getByRole('button', { name: 'Sign in' }).click();
    await other.page.getByRole('alert').getByText('Too many requests.').waitFor();
    await other.page.getByLabel('Admin token').fill(gateway.token);
    await other.page.getByRole('button', { name: 'Sign in' }).click();
    await other.page.getByRole('heading', { name: 'Overview' }).waitFor();
    await other.context.close();
  });
});
