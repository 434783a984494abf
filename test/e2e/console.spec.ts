import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { eventually } from '../support/eventually.js';
import { describeWith } from '../support/needs.js';
import {
  accessibilityFindings,
  goTo,
  launchBrowser,
  openPage,
  sidewaysScroll,
  signIn,
  type WatchedPage,
} from './support/browser.js';
import { type ImbridgeGateway, startImbridgeGateway } from './support/imbridge-gateway.js';

const ANN = '+12025550143';
const BEN = '+12025550178';
/** Markup, a mark that reverses the text, a control sequence of terminals. */
const HOSTILE = '<img src=x onerror="document.title=1"> \u202e reversed \u001b[31mred';

interface View {
  readonly name: string;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly colorScheme: 'light' | 'dark';
  /** The rules of axe-core; every one unless told. Most see the same in each view. */
  readonly rules?: readonly string[];
}

const DESKTOP = { width: 1280, height: 900 };
const NARROW = { width: 360, height: 780 };
const COLOURS = ['color-contrast'];
const VIEWS: readonly View[] = [
  { name: 'desktop light', viewport: DESKTOP, colorScheme: 'light' },
  { name: 'desktop dark', viewport: DESKTOP, colorScheme: 'dark', rules: COLOURS },
  { name: 'narrow dark', viewport: NARROW, colorScheme: 'dark' },
  { name: 'narrow light', viewport: NARROW, colorScheme: 'light', rules: COLOURS },
];

/** Pictures are kept where someone wants to look at them. */
const { GATEHOUSE_TEST_PICTURES: pictures } = process.env;

describeWith('chromium')('the console', () => {
  let world: ImbridgeGateway;
  let browser: Browser;
  let conversation: string;
  let user: string;
  let delivery: string;

  beforeAll(async () => {
    world = await startImbridgeGateway({ dmPolicy: 'pairing' }, { session: { dmScope: 'per-sender' } });
    browser = await launchBrowser();
    await seed();
  }, 120_000);
  afterAll(() => world.stop());

  const items = async (path: string) =>
    (await world.gateway.admin('GET', path)).body.items as Record<string, string>[];

  async function seed(): Promise<void> {
    const { bridge, gateway } = world;
    bridge.receiveText({ from: ANN, text: 'Hello?' });
    bridge.receiveText({ from: BEN, text: 'Anybody there?' });
    await eventually(async () => (await items('/pairings')).length === 2, { what: 'two requests' });
    const request = (await items('/pairings')).find((each) => each.sender_id === ANN)!;
    await gateway.admin('POST', `/pairings/${request.id!}/approve`, {});
    bridge.receiveText({ from: ANN, text: HOSTILE });
    const conversations = await items('/conversations');
    conversation = conversations.find((each) => each.conversation_id!.endsWith(ANN))!.id!;
    await eventually(async () => (await items(`/conversations/${conversation}/messages`)).length >= 3, {
      what: 'an answer',
    });
    const made = await gateway.admin('POST', '/users', { email: 'ann@example.org', display_name: 'Ann' });
    user = String(made.body.id);
    await gateway.admin('POST', `/users/${user}/keys`, { name: 'nightly import' });
    await gateway.admin('POST', '/tokens', { role: 'viewer', name: 'wall screen' });
    [{ id: delivery }] = (await items('/deliveries')) as [{ id: string }];
  }

  const open = (options?: BrowserContextOptions) => openPage(browser, world.gateway.url, options);

  /** Nothing is wrong with what is shown, in each view. */
  async function checkViews({ page, problems }: WatchedPage, screen: string): Promise<void> {
    for (const { name, viewport, colorScheme, rules } of VIEWS) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      const picture = `${screen} ${name}`;
      expect([picture, await accessibilityFindings(page, rules)]).toEqual([picture, []]);
      expect([picture, await sidewaysScroll(page)]).toEqual([picture, 0]);
      if (pictures === undefined) continue;
      mkdirSync(pictures, { recursive: true });
      const path = join(pictures, `${picture.replaceAll(/[ /?=]/g, '-')}.png`);
      await page.screenshot({ path, fullPage: true });
    }
    // Taken out, so that they are not those of the next screen as well.
    expect([screen, problems.splice(0)]).toEqual([screen, []]);
  }

  it('shows the form for the token, in every view', async () => {
    const watched = await open();
    await watched.page.goto('/console/pairings');
    await watched.page.getByLabel('Admin token').waitFor();
    await checkViews(watched, 'sign-in');
    await watched.context.close();
  });

  describe('in every view', () => {
    let watched: WatchedPage;

    beforeAll(async () => {
      watched = await open();
      await signIn(watched.page, world.gateway.token);
    });
    afterAll(() => watched.context.close());

    it.each([
      ['', 'imbridge/default'],
      ['try', 'What can you help me with?'],
      ['conversations', ANN],
      ['conversations/CONVERSATION', 'reversed'],
      ['conversations/CONVERSATION?explain=CONVERSATION', 'judged answer'],
      ['pairings', BEN],
      ['pairings?status=approved', ANN],
      ['deliveries', 'sent'],
      ['deliveries/DELIVERY', 'Attempts'],
      ['deliveries/dead-letters', 'No failed jobs.'],
      ['access', ANN],
      ['access/check', 'Sender'],
      ['access/policies', 'listed or approved senders'],
      ['access/tokens', 'wall screen'],
      ['users', 'ann@example.org'],
      ['users/USER', 'nightly import'],
      ['agents', 'openai-compatible'],
      ['channels', 'Direct messages'],
      ['logs', 'request completed'],
      ['audit', 'pairing.approved'],
      ['settings', 'channels.imbridge'],
      ['settings?q=gateway.', 'gateway.port'],
      ['plugins', 'No plugins installed'],
    ])('the screen at /console/%s is accessible, and has the room that it needs', async (path, shown) => {
      const { page } = watched;
      await goTo(
        page,
        path.replaceAll('CONVERSATION', conversation).replace('USER', user).replace('DELIVERY', delivery),
      );
      await page.getByRole('main').getByText(shown).filter({ visible: true }).first().waitFor();
      await page.getByText('Loading…').first().waitFor({ state: 'hidden' });
      await checkViews(watched, path === '' ? 'overview' : path);
      // Nothing that someone has written has run.
      expect(await page.title()).not.toBe('1');
    });
  });

  it('shows a message within a second, and sends an answer', async () => {
    const { page, context, problems } = await open();
    await signIn(page, world.gateway.token);
    await page.goto(`/console/conversations/${conversation}`);
    await page.getByText('Live', { exact: true }).waitFor();
    world.bridge.receiveText({ from: ANN, text: 'Are you open on Sunday?' });
    await page.getByText('Are you open on Sunday?', { exact: true }).waitFor();
    await page.getByLabel('Message').fill('Yes, until noon.');
    await page.getByRole('button', { name: 'Send' }).click();
    await page
      .getByRole('list', { name: 'Transcript' })
      .getByText('Yes, until noon.', { exact: true })
      .waitFor();
    const chat = world.bridge.chats.find(({ guid }) => guid.endsWith(ANN))!.guid;
    await eventually(() => world.bridge.sentMessages(chat).some(({ text }) => text === 'Yes, until noon.'), {
      what: 'the answer at the bridge',
    });
    expect(problems).toEqual([]);
    await context.close();
  });

  it('is led by keys alone, from letting a stranger in to the end of the session', async () => {
    const { page, context, problems } = await open();
    const { keyboard } = page;
    await page.goto('/console/');
    await page.getByLabel('Admin token').waitFor();
    // The field has the focus.
    await keyboard.type(world.gateway.token);
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await keyboard.press('Escape');
    await keyboard.press('g');
    await keyboard.press('p');
    await page.getByRole('heading', { name: 'Pairings' }).waitFor();
    await press(`Approve ${BEN}`);
    await page.getByText(`${BEN} now has access.`).waitFor();
    await keyboard.press('g');
    await keyboard.press('c');
    await page.getByRole('heading', { name: 'Conversations' }).waitFor();
    await page.getByRole('link', { name: BEN }).press('Enter');
    await press('Hold');
    await page.getByText('The assistant does not answer here.').waitFor();
    await press('Release');
    await page.getByRole('button', { name: 'Hold' }).waitFor();
    await keyboard.press('g');
    await keyboard.press('s');
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    await page.getByLabel('Search').focus();
    await keyboard.type('responsePrefix');
    await page.getByLabel('messages.responsePrefix').focus();
    await keyboard.type('Robot: ');
    await page.getByRole('button', { name: 'Review changes', disabled: false }).waitFor();
    await press('Review changes');
    await press('Save');
    await page.getByText('Configuration saved.').waitFor();
    await press('Sign out');
    await page.getByLabel('Admin token').waitFor();
    await page.goto('/console/pairings');
    await page.getByLabel('Admin token').waitFor();
    expect(problems).toEqual([]);
    await context.close();

    async function press(name: string): Promise<void> {
      await page.getByRole('button', { name, exact: true }).press('Enter');
    }
  });

  it('a new screen leaves the focus in a field that was entered at once', async () => {
    const { page, context } = await open();
    await signIn(page, world.gateway.token);
    // The fastest person: in the field as soon as it is there, before the next picture.
    await page.evaluate(`
      new MutationObserver((_, observer) => {
        const field = document.querySelector('input[type=search]');
        if (field) observer.disconnect(), field.focus();
      }).observe(document.body, { childList: true, subtree: true })`);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByText('gateway', { exact: true }).waitFor();
    await page.keyboard.type('responsePrefix');
    await page.getByLabel('messages.responsePrefix').waitFor();
    await context.close();
  });

  it('continues after the gateway was killed', async () => {
    const { page, context } = await open();
    await signIn(page, world.gateway.token);
    await page.goto(`/console/conversations/${conversation}`);
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByLabel('Message').fill('half a sen');
    await world.gateway.kill();
    await page.getByText('Connection lost').waitFor();
    await world.gateway.start();
    await page.getByText('Live', { exact: true }).waitFor();
    world.bridge.receiveText({ from: ANN, text: 'after the restart' });
    await page.getByText('after the restart', { exact: true }).waitFor();
    expect(await page.getByText('after the restart', { exact: true }).count()).toBe(1);
    expect(await page.getByLabel('Message').inputValue()).toBe('half a sen');
    await context.close();
  }, 120_000);

  it('is reloaded once the gateway has another page, and keeps a draft', async () => {
    const { page, context } = await open();
    await signIn(page, world.gateway.token);
    await page.goto(`/console/conversations/${conversation}`);
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByLabel('Message').fill('half a sen');
    // As after an update: the page names another script.
    await page.route('**/console/', (route) => route.fulfill({ body: '<script src="./assets/other.js">' }));
    const loaded = page.waitForEvent('load');
    await world.gateway.kill();
    await world.gateway.start();
    await loaded;
    await page.getByText('Live', { exact: true }).waitFor();
    expect(await page.getByLabel('Message').inputValue()).toBe('half a sen');
    await context.close();
  }, 120_000);

  it('has a policy of its own, without anything unsafe', async () => {
    const policies = await Promise.all(
      ['/console/', '/console/pairings', '/docs/'].map(async (path) => {
        const { headers } = await fetch(world.gateway.url + path);
        return headers.get('content-security-policy');
      }),
    );
    const own =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; " +
      "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'";
    expect(policies.slice(0, 2)).toEqual([own, own]);
    expect(policies[2]).not.toBe(own);
  });

  it('shows its first view after few requests, of few bytes', async () => {
    const { page, context } = await open();
    await signIn(page, world.gateway.token);
    const first = await context.newPage();
    const network = await context.newCDPSession(first);
    await network.send('Network.enable');
    await network.send('Network.setCacheDisabled', { cacheDisabled: true });
    const received: number[] = [];
    network.on('Network.loadingFinished', ({ encodedDataLength }) => received.push(encodedDataLength));
    await first.goto('/console/');
    await first.getByRole('heading', { name: 'Overview' }).waitFor();
    await first.getByRole('main').getByText('imbridge/default').waitFor();
    expect(received.length).toBeLessThanOrEqual(10);
    // The limit of the build, with the answers of the admin API.
    expect(received.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(70_000);
    await context.close();
  });
});
