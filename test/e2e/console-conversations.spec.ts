import { join } from 'node:path';
import SqliteHandle from 'better-sqlite3';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { eventually } from '../support/eventually.js';
import { describeWith } from '../support/needs.js';
import { accessibilityFindings, launchBrowser, openPage, sidewaysScroll, signIn } from './support/browser.js';
import { type ImbridgeGateway, startImbridgeGateway } from './support/imbridge-gateway.js';

const ANN = '+12025550143';
const BEN = '+12025550178';
const LINES = 100_000;
/** A word that no line takes. */
const LONG = 'x'.repeat(100_000);
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="document.title=1"/>');
/** Markup, a mark that reverses the text, a control sequence of terminals, a link. */
const HOSTILE =
  '<img src=x onerror="document.title=1"> \u202e reversed \u001b[31mred https://evil.example/?a=1';

describeWith('chromium')('the conversations in the console', () => {
  let world: ImbridgeGateway;
  let browser: Browser;
  let ann: string;
  let ben: string;

  beforeAll(async () => {
    world = await startImbridgeGateway({ dmPolicy: 'open' }, { session: { dmScope: 'per-sender' } });
    browser = await launchBrowser();
    world.bridge.receiveText({ from: BEN, text: 'Anybody there?' });
    world.bridge.receiveText({ from: ANN, text: HOSTILE });
    await eventually(async () => (await items('/deliveries?status=sent')).length === 2, {
      what: 'two answers',
    });
    const all = await items('/conversations');
    [ann, ben] = [ANN, BEN].map((each) => all.find((one) => one.conversation_id!.endsWith(each))!.id!) as [
      string,
      string,
    ];
    fill(BEN);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await world.stop();
  });

  const items = async (path: string) =>
    (await world.gateway.admin('GET', path)).body.items as Record<string, string>[];

  /** Writes a long history beside the gateway, by the database's own means; older than what was said. */
  function fill(address: string): void {
    const db = new SqliteHandle(join(world.gateway.stateDir, 'gatehouse.db'));
    db.prepare(
      `insert into transcript (id, session_key, channel, account, conversation_id, role, kind, text, event_id, created_at)
       with recursive lines (n) as (select 1 union all select n + 1 from lines where n < ?)
       select printf('msg_00%024d', n), 'old', channel, account, conversation_id, 'user', 'turn', 'line ' || n,
         printf('evt_00%024d', n), n from lines, conversations where conversation_id like ?`,
    ).run(LINES, `%${address}`);
    db.prepare(
      `insert into transcript (id, session_key, channel, account, conversation_id, role, kind, text, event_id, created_at)
       select 'msg_00000000000000000000000000', 'old', channel, account, conversation_id, 'user', 'turn', ?, 'evt_long', 1
       from conversations where conversation_id like ?`,
    ).run(LONG, `%${ANN}`);
    db.close();
  }

  const open = async (path: string, options?: BrowserContextOptions) => {
    const watched = await openPage(browser, world.gateway.url, options);
    await signIn(watched.page, world.gateway.token);
    await watched.page.goto(`/console/${path}`);
    return watched;
  };
  const field = (page: Page) => page.getByLabel('Message', { exact: true });
  const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true });
  const said = (page: Page, text: string) =>
    page.getByRole('list', { name: 'Transcript' }).getByText(text, { exact: true });
  const atBridge = (text: string) => {
    const chat = world.bridge.chats.find(({ guid }) => guid.endsWith(ANN))!.guid;
    return world.bridge.sentMessages(chat).filter((message) => message.text === text).length;
  };

  it('are searched by an address that can be reloaded, and filtered', async () => {
    const { page, context, problems } = await open('conversations');
    const links = page.getByRole('region', { name: 'List' }).getByRole('link');
    await eventually(async () => (await links.count()) === 2, { what: 'both conversations' });
    expect(await links.first().textContent()).toContain(ANN);
    await page.getByLabel('Search').fill('50178');
    await eventually(async () => (await links.count()) === 1, { what: 'the one that is searched' });
    expect(new URL(page.url()).searchParams.get('q')).toBe('50178');
    await page.reload();
    await page.getByRole('link', { name: BEN }).click();
    await page.getByRole('heading', { name: BEN }).waitFor();
    expect(await page.getByLabel('Search').inputValue()).toBe('50178');
    await page.getByLabel('Kind').selectOption('group');
    await page.getByText('No matching conversations.').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it.each([[1280], [360]])('show what strangers write in its own place, %d px wide', async (width) => {
    const { page, context, problems } = await open(`conversations/${ann}`, {
      viewport: { width, height: 800 },
    });
    const link = page.getByRole('link', { name: 'https://evil.example/?a=1' }).first();
    await link.waitFor();
    expect([await link.getAttribute('rel'), await link.getAttribute('target')]).toEqual([
      'noopener noreferrer',
      '_blank',
    ]);
    await page.getByRole('button', { name: 'Show all 100000 characters' }).click();
    const isWhole = async () => (await page.getByText('xxx').first().textContent()) === LONG;
    await eventually(isWhole, { what: 'the whole of a long word' });
    await page.getByRole('list', { name: 'Transcript' }).getByRole('link', { name: 'sent' }).waitFor();
    expect(await page.title()).not.toBe('1');
    expect(await accessibilityFindings(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBe(0);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('with a hundred thousand lines are read page by page, with at most 500 rows', async () => {
    const { page, context, problems } = await open(`conversations/${ben}`);
    const rows = page.getByRole('list', { name: 'Transcript' }).getByRole('listitem');
    await eventually(async () => (await rows.count()) === 50, { what: 'the first page' });
    for (let pages = 2; pages <= 11; pages++) {
      await page.getByRole('button', { name: 'Show earlier' }).click();
      const expected = pages === 11 ? 50 : pages * 50;
      await eventually(async () => (await rows.count()) === expected, { what: `page ${pages}` });
    }
    await said(page, `line ${LINES - 500}`).waitFor();
    await page.getByRole('button', { name: 'Back to the newest' }).click();
    await page.getByText('Anybody there?', { exact: true }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('keep what was typed while a message was on its way, and send it once for two presses', async () => {
    const { page, context, problems } = await open(`conversations/${ann}`);
    const held = Promise.withResolvers<true>();
    await page.route('**/admin/v1/messages', async (route) => {
      await held.promise;
      await route.continue();
    });
    await field(page).fill('first');
    await page.evaluate(`{
      const form = document.querySelector('form.composer');
      form.requestSubmit();
      form.requestSubmit();
    }`);
    await field(page).pressSequentially(' second');
    held.resolve(true);
    await said(page, 'first').waitFor();
    await eventually(async () => (await field(page).inputValue()) === 'second', {
      what: 'the rest in the field',
    });
    await eventually(() => atBridge('first') === 1, { what: 'the message at the bridge' });
    await send(page).click();
    await said(page, 'second').waitFor();
    expect([atBridge('first'), problems]).toEqual([1, []]);
    await context.close();
  });

  it('send a message once whose answer was lost, also after a reload; its draft ends with the session', async () => {
    const { page, context } = await open(`conversations/${ann}`);
    const keys: (string | undefined)[] = [];
    await page.route('**/admin/v1/messages', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      const response = await route.fetch();
      if (keys.length === 1) await route.abort();
      else await route.fulfill({ response });
    });
    await field(page).fill('only once');
    await send(page).click();
    await page.getByText('The gateway is not responding.').waitFor();
    await page.reload();
    expect(await field(page).inputValue()).toBe('only once');
    // Touched, and the same again.
    await field(page).fill('only once or twice');
    await field(page).fill('only once');
    await send(page).click();
    await eventually(async () => (await field(page).inputValue()) === '', { what: 'an empty field' });
    expect([new Set(keys).size, keys.length, atBridge('only once')]).toEqual([1, 2, 1]);
    await field(page).fill('a secret');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Admin token').waitFor();
    expect(await page.evaluate<number>('sessionStorage.length')).toBe(0);
    await signIn(page, world.gateway.token);
    await page.goto(`/console/conversations/${ann}`);
    expect(await field(page).inputValue()).toBe('');
    await context.close();
  });

  it('name the field of a text that is too long, which stays', async () => {
    const { page, context } = await open(`conversations/${ann}`);
    const text = 'x'.repeat(100_001);
    await field(page).fill(text);
    await send(page).click();
    await page.getByRole('alert').getByText('message').waitFor();
    expect(await field(page).getAttribute('aria-invalid')).toBe('true');
    expect(await field(page).inputValue()).toBe(text);
    await context.close();
  });

  it('show pictures when they are asked for, and give every other file as a download', async () => {
    const { page, context, problems } = await open(`conversations/${ann}`);
    for (const file of [
      { name: 'tiny.png', mimeType: 'image/png', buffer: PNG },
      { name: 'picture.svg', mimeType: 'image/svg+xml', buffer: SVG },
    ]) {
      await page.getByLabel('File').setInputFiles(file);
      await send(page).click();
      await page.getByRole('list', { name: 'Attachments' }).getByText(file.name).waitFor();
    }
    await page.getByRole('list', { name: 'Attachments' }).getByRole('button', { name: 'Show' }).click();
    const picture = page.getByRole('img', { name: 'tiny.png' });
    await picture.waitFor();
    expect(await page.evaluate<number>(`document.querySelector('.files img').naturalWidth`)).toBe(1);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('listitem')
        .filter({ hasText: 'picture.svg' })
        .getByRole('link', { name: 'Download' })
        .last()
        .click(),
    ]);
    expect(download.suggestedFilename()).toBe('picture.svg');
    expect(await accessibilityFindings(page)).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });
});
