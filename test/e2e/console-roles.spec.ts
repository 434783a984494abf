import { chmodSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { eventually } from '../support/eventually.js';
import { describeWith } from '../support/needs.js';
import { goTo, launchBrowser, openPage, signIn } from './support/browser.js';
import { type ImbridgeGateway, startImbridgeGateway } from './support/imbridge-gateway.js';

const [ANN, BEN, ZOE] = ['+12025550143', '+12025550178', '+12025550199'];

/** Every route, as `docs/reference/roles.md` has it, which a test compares with the gateway's. */
const table = readFileSync(join(import.meta.dirname, '../../docs/reference/roles.md'), 'utf8');
const routes = [...table.matchAll(/^\| `(\w+) (\S+)` +\| \w+ +\|$/gm)].map(([, method = '', path = '']) => ({
  call: `${method} ${path}`,
  pattern: new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

/** Every change that a script of the console can ask for. */
const written = new Set(
  globSync(join(import.meta.dirname, '../../console/src/**/*.{ts,tsx}')).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bapi\.(POST|PUT|PATCH|DELETE)\(\s*'([^']+)'/g)].map(
      ([, method = '', path = '']) => `${method} ${path}`,
    ),
  ),
);
/** Made by more than a press on a button of a screen; each has tests of its own. */
const ELSEWHERE = [
  'POST /session',
  'DELETE /session',
  'POST /config/check',
  'PATCH /config',
  // With a conversation that has something to decide: console-try.spec.ts.
  'POST /try/messages',
  'POST /try/approvals/{id}',
  // The steps of an account: console-channels.spec.ts.
  'POST /channels/{channel}/setup/check',
];

describeWith('chromium')('the buttons of the console', () => {
  let world: ImbridgeGateway;
  let browser: Browser;
  let screens: readonly string[];

  beforeAll(async () => {
    world = await startImbridgeGateway({ dmPolicy: 'pairing' });
    browser = await launchBrowser();
    screens = await seed();
  }, 120_000);
  afterAll(() => world.stop());

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
      'deliveries',
      'deliveries/dead-letters',
      'access',
      'access/check',
      'access/tokens',
      'users',
      `users/${String(user.id)}`,
      'agents',
      'channels',
      'logs',
      'audit',
      'plugins',
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

  async function newToken(role: string): Promise<string> {
    const { body } = await world.gateway.admin('POST', '/tokens', { role });
    return String(body.token);
  }

  /** Presses every button that this role sees; no change reaches the gateway. @returns the routes that were called */
  async function callsOf(role: string): Promise<Set<string>> {
    const { page, context } = await openPage(browser, world.gateway.url);
    await pretendFaults(page);
    await signIn(page, await newToken(role));
    const calls = new Set<string>();
    page.on('response', (response) => {
      if (response.status() === 403) calls.add(`${response.url()} was refused`);
    });
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
    await goTo(page, path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    // The content of the screen has arrived, or the role has no such screen.
    await hasNone(page.getByText(/^(?:Loading|Checking the gateway)/), path);
    const main = page.getByRole('main');
    await page.evaluate("document.querySelectorAll('main details').forEach((each) => (each.open = true))");
    for (const { name, at } of await namesOf(main)) {
      await fillIn(main);
      const button = main.getByRole('button', { name, exact: true }).nth(at);
      // An earlier one may have taken its place.
      if (!(await button.isVisible())) continue;
      await button.click();
      const dialog = page.getByRole('dialog');
      if (await dialog.isVisible()) await pressInDialog(dialog);
      // Its call has been answered.
      await hasNone(page.locator('[aria-busy=true]'), name);
    }
  }

  /** The question whether to do it, or a form. */
  async function pressInDialog(dialog: Locator): Promise<void> {
    await fillIn(dialog);
    const act = dialog.locator('button.primary, button.danger, p.row button').first();
    if (await act.isVisible()) await act.click();
    if (await dialog.isVisible()) await dialog.getByRole('button', { name: 'Close' }).click();
  }

  const hasNone = (found: Locator, what: string) =>
    eventually(async () => (await found.count()) === 0, { what });

  async function fillIn(place: Locator): Promise<void> {
    for (const field of await place.locator('input[required], textarea').filter({ visible: true }).all())
      await field.fill((await field.getAttribute('type')) === 'email' ? 'a@b.org' : 'x');
  }

  /** The names of the buttons, but for those that only copy; `at` counts those of one name. */
  async function namesOf(place: Locator): Promise<{ name: string; at: number }[]> {
    const all = await place
      .locator('button:not(.icon-button)')
      .filter({ visible: true })
      .evaluateAll((buttons: { ariaLabel: string | null; textContent: string }[]) =>
        buttons.map((each) => each.ariaLabel ?? each.textContent.trim()),
      );
    return all.map((name, place) => ({
      name,
      at: all.slice(0, place).filter((each) => each === name).length,
    }));
  }

  /** Whether the gateway refuses the call for the role, of something that is not there. */
  async function isRefused(call: string, token: string): Promise<boolean> {
    const [method, path = ''] = call.split(' ');
    const { status } = await fetch(`${world.gateway.url}/admin/v1${path.replaceAll(/\{\w+\}/g, 'none')}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: method === 'DELETE' ? undefined : '{"nothing":true}',
    });
    return status === 403;
  }

  it('call what the role may call, and those that are missing would be refused', async () => {
    const [viewer, operator, owner] = await Promise.all([
      callsOf('viewer'),
      callsOf('operator'),
      callsOf('owner'),
    ]);
    expect([...owner].toSorted()).toEqual(
      [...written].filter((call) => !ELSEWHERE.includes(call)).toSorted(),
    );
    for (const [role, shown] of Object.entries({ viewer, operator, owner })) {
      expect([...shown].filter((call) => !owner.has(call))).toEqual([]);
      const token = await newToken(role);
      const verdicts = await Promise.all(
        [...owner].map(async (call) => ({
          call,
          isShown: shown.has(call),
          isRefused: await isRefused(call, token),
        })),
      );
      expect(verdicts.map(({ call, isShown }) => ({ role, call, isAllowed: isShown }))).toEqual(
        verdicts.map(({ call, isRefused }) => ({ role, call, isAllowed: !isRefused })),
      );
    }
  }, 300_000);
});
