import type { BrowserContext, Page, Route } from 'playwright-core';
import { eventually } from '../support/eventually.js';
import { describeWith } from '../support/needs.js';
import { goTo, launchBrowser, openPage, signIn } from './support/browser.js';
import { type ImbridgeGateway, startImbridgeGateway } from './support/imbridge-gateway.js';

const [ANN, BEN, ZOE] = ['+12025550143', '+12025550178', '+12025550199'];

describeWith('chromium')('the frame of the console', () => {
  let world: ImbridgeGateway;
  let context: BrowserContext;
  let page: Page;
  let conversation: string;

  beforeAll(async () => {
    world = await startImbridgeGateway({ dmPolicy: 'pairing' });
    for (const from of [ANN, BEN, ZOE]) world.bridge.receiveText({ from, text: 'Hello?' });
    ({ context, page } = await openPage(await launchBrowser(), world.gateway.url));
    await signIn(page, world.gateway.token);
    await page.close();
    await eventually(async () => (await conversations()).length === 3, { what: 'three conversations' });
    conversation = (await conversations())[0]!.id;
  }, 120_000);
  afterAll(() => world.stop());
  beforeEach(async () => {
    page = await context.newPage();
  });
  afterEach(() => page.close());

  const conversations = async () =>
    (await world.gateway.admin('GET', '/conversations')).body.items as { id: string }[];
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  const open = async (path: string, title: string) => {
    await page.goto(`/console/${path}`);
    await heading(title).waitFor();
  };
  const focused = () => page.evaluate<string>('document.activeElement.textContent');

  describe('a button', () => {
    beforeEach(async () => {
      await open('pairings', 'Pairings');
      await page.getByRole('button', { name: `Approve ${ZOE}`, exact: true }).waitFor();
    });

    it('that is pressed twice at once acts once, and a refusal has the list read again', async () => {
      const calls: string[] = [];
      await page.route('**/approve', (route) => {
        calls.push(route.request().method());
        const error = { code: 'CONFLICT', message: 'It is decided already.', details: '' };
        return route.fulfill({ status: 409, json: { error } });
      });
      const read = page.waitForRequest((request) => request.url().includes('/pairings?'));
      await page
        .getByRole('button', { name: `Approve ${ZOE}`, exact: true })
        .evaluate((button: { click(): void }) => {
          button.click();
          button.click();
        });
      await page.getByRole('table').getByRole('alert').getByText('It is decided already.').waitFor();
      await read;
      expect(calls).toEqual(['POST']);
    });

    it('that is gone with its row leaves the focus to the next row, and with the last to what the empty list says', async () => {
      const rows = page.getByRole('row').filter({ has: page.getByRole('button', { name: 'Deny' }) });
      const names = (await rows.allInnerTexts()).map((text) => /\+\d+/.exec(text)![0]);
      expect(names).toHaveLength(3);
      const deny = async (name: string) => {
        await page.getByRole('button', { name: `Deny ${name}`, exact: true }).focus();
        await page.keyboard.press('Enter');
        await page.getByRole('button', { name: `Deny ${name}`, exact: true }).waitFor({ state: 'detached' });
      };
      await deny(names[1]!);
      await eventually(async () => (await focused()).includes(names[2]!), { what: 'focus on the next row' });
      await deny(names[2]!);
      await eventually(async () => (await focused()).includes(names[0]!), { what: 'focus on the last row' });
      await deny(names[0]!);
      await eventually(async () => (await focused()).startsWith('No pending requests'), {
        what: 'focus on the note',
      });
    });
  });

  it('says in an open dialog what was done in it, because everything else is silent then', async () => {
    await page.goto(`/console/conversations/${conversation}?explain=${conversation}`);
    const dialog = page.getByRole('dialog', { name: 'Explain' });
    await dialog.getByRole('button', { name: 'Copy as command' }).click();
    await dialog
      .getByRole('status')
      .getByText(/^Copied: gatehouse explain/)
      .waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByRole('status').allInnerTexts()).toEqual([expect.stringContaining('Copied')]);
  });

  it('goes to a screen by two keys, unless another key or the mouse comes between them', async () => {
    await open('', 'Overview');
    for (const key of ['g', 'x', 'p', 'g']) await page.keyboard.press(key);
    await page.mouse.click(1, 300);
    await page.keyboard.press('p');
    expect(new URL(page.url()).pathname).toBe('/console/');
    for (const key of ['g', 'p']) await page.keyboard.press(key);
    await heading('Pairings').waitFor();
  });

  it('says of an address with a stray percent sign that there is no such screen', async () => {
    await open('', 'Overview');
    await goTo(page, 'users/%zz');
    await heading('Screen not found').waitFor();
    await page.getByRole('link', { name: 'Users' }).click();
    await heading('Users').waitFor();
  });

  it('shows where the focus is, on everything that can have it, also in the colours of the system', async () => {
    await open('access/tokens', 'Access');
    await page.getByText('Create a token').waitFor();
    for (const forcedColors of ['none', 'active'] as const) {
      await page.emulateMedia({ forcedColors });
      await page.getByRole('link', { name: 'Skip to content' }).focus();
      for (let stop = 0; stop < 16; stop++) {
        await page.keyboard.press('Tab');
        const outline = await page.evaluate<string>(
          '(({ outlineStyle, outlineWidth }) => `${outlineStyle} ${outlineWidth}`)(getComputedStyle(document.activeElement))',
        );
        expect([forcedColors, stop, outline]).toEqual([forcedColors, stop, 'solid 2px']);
      }
      const mark = await page.evaluate<string>(
        "getComputedStyle(document.querySelector('nav [aria-current]')).outlineStyle",
      );
      if (forcedColors === 'active') expect(mark).toBe('solid');
    }
  });

  it('moves nothing for those who want no motion', async () => {
    await open('', 'Overview');
    const moving = await page.evaluate(
      "[...document.querySelectorAll('*')].filter((each) => getComputedStyle(each).transitionDuration !== '0s').length",
    );
    expect(moving).toBe(0);
  });

  describe('when the gateway has another page', () => {
    let loads: number;
    let asked: number;

    /** The stream of events ends again and again; whenever it opens, the page asks whether there is another one. */
    beforeEach(async () => {
      [loads, asked] = [0, 0];
      page.on('load', () => loads++);
      await page.route('**/admin/v1/events', (route) =>
        route.fulfill({ contentType: 'text/event-stream', body: 'retry: 20\n\n' }),
      );
    });
    /** The answers take turns in naming these scripts. */
    const update = (...scripts: readonly [string, ...string[]]) =>
      page.route('**/console/', async (route) => {
        if (route.request().resourceType() === 'document') return route.fallback();
        const script = scripts[asked++ % scripts.length]!;
        await route.fulfill({ body: `<script src="./assets/${script}.js">` });
      });
    const isAsked = (times: number) => eventually(() => asked >= times, { what: `${times} questions` });
    const offer = () => page.getByRole('button', { name: 'Reload' });

    it('is reloaded at most once for each version, however the versions alternate', async () => {
      await open('users', 'Users');
      await update('one', 'two');
      await isAsked(8);
      await offer().waitFor();
      expect([2, 3]).toContain(loads);
    });

    it('is not reloaded while a dialog is open, or a file is chosen', async () => {
      await open('', 'Overview');
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keys' }).waitFor();
      await update('one');
      await offer().waitFor({ state: 'attached' });
      await isAsked(asked + 2);
      expect(loads).toBe(1);
      await page.unroute('**/console/');
      await page.goto(`/console/conversations/${conversation}`);
      await page
        .getByLabel('File')
        .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') });
      await update('one');
      await offer().waitFor();
      await isAsked(asked + 2);
      expect(loads).toBe(2);
    });

    it('is not reloaded while a secret is shown, which would be lost', async () => {
      await open('access/tokens', 'Access');
      await page.getByText('Create a token').click();
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByRole('button', { name: 'I have saved it' }).waitFor();
      await update('one');
      await offer().waitFor();
      await isAsked(asked + 2);
      expect([loads, await page.getByRole('button', { name: 'I have saved it' }).isVisible()]).toEqual([
        1,
        true,
      ]);
    });
  });

  it('is reloaded when the script of a screen is gone with an update', async () => {
    await open('', 'Overview');
    const isGone = (route: Route) => route.fulfill({ status: 404 });
    await page.route('**/assets/agents-*.js', isGone, { times: 1 });
    const answer = { body: '<script src="./assets/other.js">' };
    await page.route('**/console/', (route) => route.fulfill(answer), { times: 1 });
    await page.getByRole('link', { name: 'Agents' }).click();
    await page.getByText('openai-compatible').first().waitFor();
  });

  it('offers to try again when the script of a screen cannot be loaded', async () => {
    await open('', 'Overview');
    await page.route('**/assets/agents-*.js', (route) => route.fulfill({ status: 404 }));
    await page.getByRole('link', { name: 'Agents' }).click();
    await page.getByRole('alert').waitFor();
    await page.unroute('**/assets/agents-*.js');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('openai-compatible').first().waitFor();
  });
});
