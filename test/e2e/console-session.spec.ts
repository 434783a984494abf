import type { Browser, Page } from 'playwright-core';
import { describeWith } from '../support/needs.js';
import { launchBrowser, openPage, signIn } from './support/browser.js';
import { type ImbridgeGateway, startImbridgeGateway } from './support/imbridge-gateway.js';

describeWith('chromium')('signing in to the console', () => {
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
  const newLink = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const made = await fetch(`${world.gateway.url}/admin/v1/session/links`, { method: 'POST', headers });
    return ((await made.json()) as { code: string }).code;
  };
  /** As the address is typed over in the open tab: only the fragment changes. */
  const paste = (page: Page, code: string) => page.evaluate(`location.hash = 'code=${code}'`);
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

  it('a gateway that is down is named as the cause, and the next try continues', async () => {
    const { page, context } = await open();
    await page.goto('/console/');
    await page.getByLabel('Admin token').fill(world.gateway.token);
    await world.gateway.terminate();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('The gateway is not responding.').waitFor();
    await world.gateway.start();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await context.close();
  }, 120_000);

  it('a one-time link opens the console once, and leaves no code in the address', async () => {
    const code = await newLink(world.gateway.token);
    const first = await open();
    await first.page.goto(`/console/#code=${code}`);
    await first.page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(first.page.url()).toBe(`${world.gateway.url}/console/`);
    expect(first.problems).toEqual([]);
    const second = await open();
    await second.page.goto(`/console/#code=${code}`);
    await second.page.getByText('This link has been used.').waitFor();
    await second.page.getByLabel('Admin token').waitFor();
    await first.context.close();
    await second.context.close();
  });

  it('a link that is pasted into the open page signs in, and one that is not good says why', async () => {
    const { page, context } = await open();
    await page.goto('/console/');
    await page.getByLabel('Admin token').waitFor();
    await paste(page, 'ghl_wrong');
    await page.getByText('This link is not valid.').waitFor();
    await paste(page, await newLink(world.gateway.token));
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(page.url()).toBe(`${world.gateway.url}/console/`);
    await context.close();
  });

  it('a link asks before it replaces a live session, and one that is not good leaves that as it is', async () => {
    const { page, context } = await open();
    const other = await context.newPage();
    await signIn(page, world.gateway.token);
    await other.goto('/console/users');
    await other.getByRole('heading', { name: 'Users' }).waitFor();
    // A tab that is not seen draws no pictures, which a press on a button waits for.
    await page.bringToFront();
    const question = page.getByRole('dialog', { name: 'Sign in with the link?' });
    const signedIn = (name: string) => page.getByRole('banner').getByText(name);
    await paste(page, 'ghl_wrong');
    await question.getByRole('button', { name: 'Sign in with the link' }).click();
    await question.getByRole('alert').getByText('This link is not valid.').waitFor();
    await question.getByRole('button', { name: 'Stay signed in' }).click();
    await question.waitFor({ state: 'detached' });
    await page.reload();
    await signedIn('first owner token').waitFor();
    const { token } = await newToken('viewer');
    await paste(page, await newLink(token));
    await question.getByText('You are signed in as first owner token (owner).').waitFor();
    await question.getByRole('button', { name: 'Sign in with the link' }).click();
    await signedIn('viewer').waitFor();
    // The cookie is that of all tabs.
    await other.getByRole('banner').getByText('viewer').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await other.getByText('Your session has ended. Sign in again.').waitFor();
    await context.close();
  });

  it('a revoked token ends the session of the open page', async () => {
    const { id, token } = await newToken('operator');
    const { page, context } = await open();
    await signIn(page, token);
    await page.getByRole('navigation').getByRole('link', { name: 'Users' }).click();
    await page.getByText('Live', { exact: true }).waitFor();
    await revoke(id);
    await page.getByText('Your session has ended. Sign in again.').waitFor();
    // Where someone was, they are again.
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
    'Try',
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
    await page.getByText('Screen not found').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });
});
