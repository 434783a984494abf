import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { eventually } from '../support/eventually.js';
import { hasBrowser, launchBrowser, openPage, signIn } from './support/browser.js';
import { type ImbridgeGateway, startImbridgeGateway } from './support/imbridge-gateway.js';

const ROLES = ['viewer', 'operator', 'owner'];
const [ANN, BEN, ZOE] = ['+12025550143', '+12025550178', '+12025550199'];

/** The lowest role of each route, as `docs/reference/roles.md` has it, which a test compares with the routes. */
const table = readFileSync(join(import.meta.dirname, '../../docs/reference/roles.md'), 'utf8');
const routes = [...table.matchAll(/^\| `(\w+) (\S+)` +\| (\w+) +\|$/gm)].map(
  ([, method = '', path = '', role = '']) => ({
    call: `${method} ${path}`,
    pattern: new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    role,
  }),
);
const isAllowed = (role: string, call: string): boolean => {
  const route = routes.find((each) => each.call === call);
  return !!route && ROLES.indexOf(role) >= ROLES.indexOf(route.role);
};

/** Buttons that call nothing. */
const QUIET =
  /^(?:Copy|Close$|Cancel$|Show |Probe |Check$|Look again$|Pause$|Approve for a user|Change…$|Reply$)/;

(hasBrowser ? describe : describe.skip)('the buttons of the console', () => {
  let world: ImbridgeGateway;
  let browser: Browser;
  let screens: readonly string[];

  beforeAll(async () => {
    world = await startImbridgeGateway({ dmPolicy: 'pairing' });
    browser = await launchBrowser();
    screens = await seed();
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await world.stop();
  });

  const items = async (path: string) =>
    (await world.gateway.admin('GET', path)).body.items as Record<string, string>[];

  /** @returns the addresses of screens with something in them */
  async function seed(): Promise<string[]> {
    const { bridge, gateway } = world;
    for (const from of [ANN, BEN, ZOE]) bridge.receiveText({ from, text: 'Hello?' });
    await eventually(async () => (await items('/pairings')).length === 3, { what: 'three requests' });
    const [first, second] = await items('/pairings');
    await gateway.admin('POST', `/pairings/${first!.id!}/approve`, {});
    await gateway.admin('POST', `/pairings/${second!.id!}/deny`);
    const [free, held] = await items('/conversations');
    await gateway.admin('PUT', `/conversations/${held!.id!}/hold`, {});
    const { body: user } = await gateway.admin('POST', '/users', { email: 'ann@example.org' });
    await gateway.admin('POST', `/users/${String(user.id)}/keys`, {});
    const sender = { channel: 'imbridge', sender_id: first!.sender_id };
    await gateway.admin('POST', `/users/${String(user.id)}/identities`, sender);
    await gateway.admin('POST', '/tokens', { role: 'viewer' });
    // The doctor has something to repair.
    chmodSync(join(gateway.stateDir, 'gatehouse.json'), 0o644);
    return [
      '',
      ...[free!, held!].map(({ id }) => `conversations/${id!}`),
      ...['pending', 'approved', 'denied'].map((status) => `pairings?status=${status}`),
      ...['deliveries', 'deliveries/dead-letters', 'access', 'access/check', 'access/tokens', 'users'],
      ...[`users/${String(user.id)}`, 'agents', 'channels', 'logs', 'audit', 'plugins'],
    ];
  }

  /** Lists that a healthy gateway leaves empty. */
  async function pretendFaults(page: Page): Promise<void> {
    const at = new Date().toISOString();
    const place = { channel: 'imbridge', account: 'default', conversation_id: ANN };
    const loop = { id: 'loop_1', ...place, rounds: 9, broken_at: at, ends_at: at };
    const letter = { id: '1', kind: 'inbound', key: 'k', subject: {}, attempt_count: 8, last_error: 'x' };
    await page.route('**/admin/v1/loops', (route) => route.fulfill({ json: { items: [loop] } }));
    await page.route('**/admin/v1/dead-letters?*', (route) =>
      route.fulfill({ json: { items: [{ ...letter, created_at: at, died_at: at }], next_cursor: null } }),
    );
    await page.route('**/admin/v1/deliveries?*', async (route) => {
      const body = (await (await route.fetch()).json()) as { items: object[] };
      await route.fulfill({
        json: { ...body, items: body.items.map((each) => ({ ...each, status: 'dead' })) },
      });
    });
    await page.route('**/admin/v1/status', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...((await response.json()) as object), loops: 1 } });
    });
  }

  /** Presses every button that this role sees; no change reaches the gateway. @returns the routes that were called */
  async function callsOf(role: string): Promise<Set<string>> {
    const { body } = await world.gateway.admin('POST', '/tokens', { role });
    const { page, context } = await openPage(browser, world.gateway.url);
    await signIn(page, String(body.token));
    await pretendFaults(page);
    const calls = new Set<string>();
    await page.route('**/admin/v1/**', async (route) => {
      const method = route.request().method();
      if (method === 'GET') return route.fallback();
      const call = `${method} ${new URL(route.request().url()).pathname.replace('/admin/v1', '')}`;
      calls.add(routes.find(({ pattern }) => pattern.test(call))?.call ?? call);
      const error = { code: 'CONFLICT', message: 'Not now.', details: '' };
      return route.fulfill({ status: 409, json: { error } });
    });
    for (const path of screens) await pressAll(page, path);
    await context.close();
    return calls;
  }

  async function pressAll(page: Page, path: string): Promise<void> {
    await page.goto(`/console/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    // The content of the screen has arrived, or the role has no such screen.
    await eventually(async () => (await page.getByText(/^(?:Reading|Looking at)/).count()) === 0, {
      what: path,
    });
    await page.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))");
    for (const field of await page.locator('main input[required], main textarea').all())
      if (await field.isVisible())
        await field.fill((await field.getAttribute('type')) === 'email' ? 'a@b.org' : 'x');
    for (const { name, at } of await namesOf(page)) {
      const button = page.getByRole('main').getByRole('button', { name, exact: true }).nth(at);
      const needsYes = (await button.getAttribute('class')) === 'danger' || name.startsWith('Repair');
      await button.click();
      if (needsYes) await page.getByRole('dialog').getByRole('button').nth(1).click();
      // Its call has been answered.
      await eventually(async () => (await page.locator('[aria-busy=true]').count()) === 0, { what: name });
    }
  }

  /** The names of the buttons that call something; `at` counts those of one name. */
  async function namesOf(page: Page): Promise<{ name: string; at: number }[]> {
    const names: { name: string; at: number }[] = [];
    for (const button of await page.locator('main button').all()) {
      const name = ((await button.getAttribute('aria-label')) ?? (await button.innerText())).trim();
      if (!(await button.isVisible()) || QUIET.test(name)) continue;
      names.push({ name, at: names.filter((each) => each.name === name).length });
    }
    return names;
  }

  it('call what the role may call, and those that are missing would be refused', async () => {
    const [viewer, operator, owner] = [
      await callsOf('viewer'),
      await callsOf('operator'),
      await callsOf('owner'),
    ];
    expect([...viewer].filter((call) => !isAllowed('viewer', call))).toEqual([]);
    expect([...operator].filter((call) => !isAllowed('operator', call))).toEqual([]);
    expect([...owner].filter((call) => !isAllowed('owner', call))).toEqual([]);
    expect([...owner].filter((call) => !operator.has(call) && isAllowed('operator', call))).toEqual([]);
    expect([...operator].filter((call) => !viewer.has(call) && isAllowed('viewer', call))).toEqual([]);
    expect([...owner].toSorted()).toEqual([
      'DELETE /conversations/{id}/hold',
      'DELETE /grants/{id}',
      'DELETE /loops/{id}',
      'DELETE /tokens/{id}',
      'DELETE /users/{id}',
      'DELETE /users/{id}/identities/{identity_id}',
      'DELETE /users/{id}/keys/{key_id}',
      'PATCH /users/{id}',
      'POST /agents/{id}/try',
      'POST /dead-letters/{id}/retry',
      'POST /deliveries/{id}/retry',
      'POST /doctor/repairs',
      'POST /grants',
      'POST /messages',
      'POST /pairings/{id}/approve',
      'POST /pairings/{id}/deny',
      'POST /tokens',
      'POST /users',
      'POST /users/{id}/identities',
      'POST /users/{id}/keys',
      'PUT /conversations/{id}/hold',
    ]);
  }, 300_000);
});
