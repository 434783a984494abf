import type { Browser } from 'playwright-core';
import { describeWith } from '../support/needs.js';
import { launchBrowser, openPage } from './support/browser.js';
import { GatewayProcess } from './support/gateway-process.js';
import { Nginx } from './support/nginx.js';

describeWith('chromium', 'nginx')('the console behind the shipped nginx', () => {
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
    await page.getByText('No failed jobs.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/gate/console/deliveries/dead-letters');
    await page.reload();
    await page.getByText('No failed jobs.').waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Admin token').waitFor();
    expect(problems).toEqual([]);
  });
});
