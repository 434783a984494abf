import { once } from 'node:events';
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { eventually } from '../support/eventually.js';
import { describeWith } from '../support/needs.js';
import { spawn } from '../support/programs.js';
import { accessibilityFindings, launchBrowser, openPage, sidewaysScroll, signIn } from './support/browser.js';
import { type ImbridgeGateway, startImbridgeGateway } from './support/imbridge-gateway.js';
import { programFile } from './support/program.js';

describeWith('chromium')('the overview of the console', () => {
  let world: ImbridgeGateway;
  let browser: Browser;

  beforeAll(async () => {
    world = await startImbridgeGateway({ dmPolicy: 'open', allowFrom: ['*'] });
    browser = await launchBrowser();
    world.bridge.receiveText({ from: '+12025550143', text: 'Hello!' });
    await eventually(() => world.bridge.sentMessages().length === 1, { what: 'an answer' });
    await eventually(async () => (await read('1h')).total.answered === 1, { what: 'its figure' });
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await world.stop();
  });

  const read = async (window: string) =>
    (await world.gateway.admin('GET', `/figures?window=${window}`)).body as { total: { answered: number } };
  const valueOf = (page: Page, name: string) =>
    page.getByRole('slider', { name }).getAttribute('aria-valuetext');

  it.each([
    ['light', 1_280],
    ['dark', 360],
  ] as const)('plots what happened, in %s at %i pixels', async (colorScheme, width) => {
    const viewport = { width, height: 800 };
    const { page, context, problems } = await openPage(browser, world.gateway.url, { colorScheme, viewport });
    await signIn(page, world.gateway.token);
    await page.getByRole('slider', { name: 'Messages per hour' }).press('End');
    expect(await valueOf(page, 'Messages per hour')).toMatch(/: received 1, answered 1$/);
    expect(await valueOf(page, 'Time to answer')).toMatch(/: median [\d.]+ m?s, p95 [\d.]+ m?s$/);
    await page.getByRole('slider', { name: 'Messages per hour' }).press('Home');
    expect(await valueOf(page, 'Messages per hour')).toMatch(/: received 0, answered 0$/);
    await page.getByText('As a table').click();
    expect(await page.getByRole('table', { name: 'Over time' }).getByRole('row').count()).toBe(2);
    expect([await accessibilityFindings(page), await sidewaysScroll(page)]).toEqual([[], 0]);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('has the window of its plots in its address', async () => {
    const { page, context } = await openPage(browser, world.gateway.url);
    await signIn(page, world.gateway.token);
    await page.getByLabel('Window').selectOption('30d');
    await page.getByRole('slider', { name: 'Messages per day' }).waitFor();
    await page.reload();
    await page.getByRole('slider', { name: 'Messages per day' }).waitFor();
    expect(new URL(page.url()).search).toBe('?window=30d');
    await context.close();
  });

  it('links a remedy to the page that it names, which is readable at 360 pixels', async () => {
    // A gateway that is older than a week has no backup.
    const begun = new Date(Date.now() - 30 * 86_400_000);
    utimesSync(join(world.gateway.stateDir, 'admin-token'), begun, begun);
    const viewport = { width: 360, height: 800 };
    const { page, context } = await openPage(browser, world.gateway.url, { viewport });
    await signIn(page, world.gateway.token);
    const opening = context.waitForEvent('page');
    await page.getByRole('link', { name: 'gatehouse help operations/backup' }).click();
    const opened = await opening;
    await opened.waitForLoadState();
    expect(await opened.title()).toBe('Backup and restore · Gatehouse');
    expect([await accessibilityFindings(opened), await sidewaysScroll(opened)]).toEqual([[], 0]);
    await context.close();
  });

  it('says what to try first where the demo leads, and nowhere else', async () => {
    const demo = spawn(process.execPath, [programFile('cli.js'), 'demo', '--json', '--port', '0']);
    const ended = once(demo, 'exit');
    let printed = '';
    demo.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString('utf8')));
    const { page, context } = await openPage(browser, world.gateway.url);
    const steps = page.getByRole('heading', { name: 'Try the demo' });
    try {
      await signIn(page, world.gateway.token);
      await page.getByRole('heading', { name: 'Over time' }).waitFor();
      expect(await steps.count()).toBe(0);
      await eventually(() => printed.endsWith('}\n'), { timeoutMs: 60_000, what: 'the conversation' });
      await page.goto((JSON.parse(printed) as { console_url: string }).console_url);
      await steps.waitFor();
    } finally {
      demo.kill('SIGTERM');
      await ended;
      await context.close();
    }
  }, 90_000);
});
