import type { Browser } from 'playwright-core';
import { hasBrowser, launchBrowser, openPage, signIn } from './support/browser.js';
import { type ImbridgeGateway, startImbridgeGateway } from './support/imbridge-gateway.js';

(hasBrowser ? describe : describe.skip)('signing in to the console', () => {
  let world: ImbridgeGateway;
  let browser: Browser;

  beforeAll(async () => {
    world = await startImbridgeGateway({ dmPolicy: 'pairing' });
    browser = await launchBrowser();
  }, 120_000);
  afterAll(() => world.stop());

  const open = () => openPage(browser, world.gateway.url);
  const revoke = (id: string) =>
    fetch(`${world.gateway.url}/admin/v1/tokens/${id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${world.gateway.token}` },
    });
  const newToken = async (role: string) => {
    const { body } = await world.gateway.admin('POST', '/tokens', { role });
    return { id: String(body.id), token: String(body.token) };
  };

  it('a wrong token is refused with its cause, and stays in the field, out of the address and out of storage', async () => {
    const { page, context } = await open();
    await page.goto('/console/');
    await page.getByLabel('Admin token').fill('gha_wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('This admin token is not valid.').waitFor();
    expect(await page.getByLabel('Admin token').inputValue()).toBe('gha_wrong');
    await signIn(page, world.gateway.token);
    const kept = JSON.stringify(await context.storageState());
    expect(page.url() + kept).not.toContain(world.gateway.token);
    expect(await page.evaluate<string>('document.cookie')).toBe('');
    await context.close();
  });

  it('a gateway that is away is named as the cause, and the next try goes on', async () => {
    const { page, context } = await open();
    await page.goto('/console/');
    await page.getByLabel('Admin token').fill(world.gateway.token);
    await world.gateway.terminate();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('The gateway does not answer.').waitFor();
    await world.gateway.start();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await context.close();
  }, 120_000);

  it('a one-time link opens the console once, and leaves no code in the address', async () => {
    const { body } = await world.gateway.admin('POST', '/session/links');
    const first = await open();
    await first.page.goto(`/console/#code=${String(body.code)}`);
    await first.page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(first.page.url()).toBe(`${world.gateway.url}/console/`);
    expect(first.problems).toEqual([]);
    const second = await open();
    await second.page.goto(`/console/#code=${String(body.code)}`);
    await second.page.getByText('This link has been used.').waitFor();
    await second.page.getByLabel('Admin token').waitFor();
    await first.context.close();
    await second.context.close();
  });

  it('a revoked token ends the session of the open page', async () => {
    const { id, token } = await newToken('operator');
    const { page, context } = await open();
    await signIn(page, token);
    await page.getByRole('navigation').getByRole('link', { name: 'Users' }).click();
    await page.getByText('Live', { exact: true }).waitFor();
    await revoke(id);
    await page.getByText('Your session has ended: sign in again.').waitFor();
    // Where somebody was, they are again.
    await page.getByLabel('Admin token').fill(world.gateway.token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Users' }).waitFor();
    await context.close();
  });

  it('eight tabs of one browser are all live, over one stream of events', async () => {
    const { page, context } = await open();
    let streams = 0;
    context.on('request', (request) => (streams += Number(request.url().endsWith('/admin/v1/events'))));
    await signIn(page, world.gateway.token);
    const tabs = [page];
    for (let tab = 1; tab < 8; tab++) {
      const next = await context.newPage();
      await next.goto('/console/pairings');
      tabs.push(next);
    }
    await page.goto('/console/pairings');
    world.bridge.receiveText({ from: '+12025550143', text: 'Hello?' });
    for (const tab of tabs) {
      await tab.bringToFront();
      await tab.getByText('Live', { exact: true }).waitFor();
      await tab.getByText('+12025550143').waitFor();
    }
    // The first tab had it, and left it to another when it was loaded again.
    expect(streams).toBeLessThanOrEqual(2);
    await context.close();
  }, 120_000);

  const OF_VIEWER = [
    'Overview',
    'Conversations',
    'Pairings',
    'Deliveries',
    'Access',
    'Users',
    'Agents',
    'Channels',
  ];

  it.each([
    ['viewer', [...OF_VIEWER, 'Plugins']],
    ['operator', [...OF_VIEWER, 'Logs', 'Plugins']],
  ])('a token with the role %s shows the screens of that role', async (role, names) => {
    const { token } = await newToken(role);
    const { page, context, problems } = await open();
    await signIn(page, token);
    expect(await page.getByRole('navigation').getByRole('link').allInnerTexts()).toEqual(names);
    await page.goto('/console/audit');
    await page.getByText('There is no such screen').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });
});
