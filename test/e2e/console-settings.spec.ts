import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { eventually } from '../support/eventually.js';
import { describeWith } from '../support/needs.js';
import { accessibilityFindings, goTo, launchBrowser, openPage, signIn } from './support/browser.js';
import { type ImbridgeGateway, startImbridgeGateway } from './support/imbridge-gateway.js';

/** A setting that is read once, when the gateway starts. */
const RESTARTED = 'dataApi.maxInputBytes';

describeWith('chromium')('the settings in the console', () => {
  let world: ImbridgeGateway;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let problems: string[];
  /** The bodies of changes that the page has sent. */
  let sent: unknown[];

  beforeAll(async () => {
    world = await startImbridgeGateway({ dmPolicy: 'open' });
    browser = await launchBrowser();
    ({ page, context, problems } = await openPage(browser, world.gateway.url));
    await signIn(page, world.gateway.token);
    await page.close();
  }, 120_000);
  afterAll(() => world.stop());
  beforeEach(async () => {
    page = await context.newPage();
    sent = [];
    problems.length = 0;
    page.on('request', (request) => {
      if (request.method() === 'PATCH') sent.push(request.postDataJSON());
    });
  });
  afterEach(() => page.close());

  const search = async (words: string) => page.goto(`/console/settings?q=${words}`);
  const save = async () => {
    await page.getByRole('button', { name: 'Review changes' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  };
  const config = async () =>
    (await world.gateway.admin('GET', '/config')).body.config as {
      messages: { responsePrefix?: string; apology: string; groupChat: { mentionPatterns: string[] } };
    };

  it('sends only what was changed, and the comments of the file stay', async () => {
    const file = join(world.gateway.stateDir, 'gatehouse.json');
    writeFileSync(file, `// ours\n${readFileSync(file, 'utf8')}`);
    await search('messages.');
    await page.getByLabel('messages.responsePrefix').fill('Robot: ');
    await page.getByLabel('messages.groupChat.mentionPatterns').fill('robot\nmachine');
    await page.getByRole('button', { name: 'Review changes' }).click();
    const review = page.getByRole('dialog', { name: 'Review changes' });
    await review.getByText('Robot:').waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await review.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Configuration saved.').waitFor();
    expect(sent).toEqual([
      {
        set: {
          'messages.responsePrefix': 'Robot: ',
          'messages.groupChat.mentionPatterns': ['robot', 'machine'],
        },
        unset: [],
      },
    ]);
    expect((await config()).messages.groupChat.mentionPatterns).toEqual(['robot', 'machine']);
    expect(readFileSync(file, 'utf8')).toMatch(/^\/\/ ours\n/);
    world.bridge.receiveText({ from: '+12025550143', text: 'hi' });
    await eventually(
      () =>
        world.bridge.chats.some(({ guid }) =>
          world.bridge.sentMessages(guid).some(({ text }) => text?.startsWith('Robot: ')),
        ),
      {
        what: 'an answer with the prefix',
      },
    );
    expect(problems).toEqual([]);
  });

  it('shows errors at the field during typing, and saves nothing', async () => {
    await search('retention.eventsDays');
    await page.getByLabel('retention.eventsDays').fill('-1');
    await page.locator('.setting .problem').waitFor();
    expect(await page.getByRole('button', { name: 'Review changes' }).isDisabled()).toBe(true);
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByLabel('retention.eventsDays').fill('31');
    await eventually(() => page.getByRole('button', { name: 'Review changes' }).isEnabled(), {
      what: 'a valid value',
    });
    expect(sent).toEqual([]);
  });

  it('resets a setting to its default', async () => {
    await world.gateway.admin('PATCH', '/config', { set: { 'messages.apology': 'Oh no.' } });
    await search('messages.apology');
    await page.getByRole('button', { name: 'Reset messages.apology' }).click();
    await save();
    await page.getByText('Configuration saved.').waitFor();
    expect(sent).toEqual([{ set: {}, unset: ['messages.apology'] }]);
    expect((await config()).messages.apology).not.toBe('Oh no.');
  });

  it('shows the saved value again once a change is undone', async () => {
    await search('messages.apology');
    const field = page.getByLabel('messages.apology');
    const saved = await field.inputValue();
    await field.fill('Not this.');
    await page.getByRole('button', { name: 'Undo messages.apology' }).click();
    expect(await field.inputValue()).toBe(saved);
    expect(sent).toEqual([]);
  });

  it("shows another operator's changes beside the input", async () => {
    await search('messages.apology');
    await page.getByLabel('messages.apology').fill('Mine.');
    await world.gateway.admin('PATCH', '/config', { set: { 'messages.apology': 'Theirs.' } });
    await save();
    const review = page.getByRole('dialog', { name: 'Review changes' });
    await review.getByText('Theirs.', { exact: true }).waitFor();
    await review.getByText('Mine.', { exact: true }).waitFor();
    expect((await config()).messages.apology).toBe('Theirs.');
    await review.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Configuration saved.').waitFor();
    expect((await config()).messages.apology).toBe('Mine.');
  });

  it('a secret is neither shown nor sent back', async () => {
    await search('channels.imbridge.password');
    expect(await page.getByLabel('channels.imbridge.password', { exact: true }).inputValue()).toBe('');
    expect(await page.content()).not.toContain(world.bridge.password);
  });

  it('what is not saved stays on the way to another screen, and over signing in again', async () => {
    const { body } = await world.gateway.admin('POST', '/tokens', { role: 'owner', name: 'day' });
    const own = await openPage(browser, world.gateway.url);
    await signIn(own.page, String(body.token));
    await goTo(own.page, 'settings?q=messages.apology');
    const field = own.page.getByLabel('messages.apology');
    await field.fill('Half a sen');
    await own.page.getByRole('link', { name: 'Overview' }).click();
    await own.page.getByRole('link', { name: 'Settings unsaved' }).click();
    await own.page.getByText('1 setting changed.').waitFor();
    await goTo(own.page, 'settings?q=messages.apology');
    expect(await field.inputValue()).toBe('Half a sen');
    // The session is gone alone: the person and the token stay.
    await own.context.clearCookies();
    await goTo(own.page, 'users');
    await own.page.getByText('Your session has ended. Sign in again.').waitFor();
    await own.page.getByLabel('Admin token').fill(String(body.token));
    await own.page.getByRole('button', { name: 'Sign in' }).click();
    await own.page.getByRole('heading', { name: 'Users' }).waitFor();
    await goTo(own.page, 'settings?q=messages.apology');
    await own.page.getByText('1 setting changed.').waitFor();
    expect(await field.inputValue()).toBe('Half a sen');
    await own.context.close();
  });

  it('the browser asks before the page is left with something unsaved, and so does signing out', async () => {
    const own = await openPage(browser, world.gateway.url);
    await signIn(own.page, world.gateway.token);
    await goTo(own.page, 'settings?q=messages.apology');
    await own.page.getByLabel('messages.apology').fill('Half a sen');
    await own.page.getByText('1 setting changed.').waitFor();
    const asked: string[] = [];
    own.page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.dismiss();
    });
    await own.page.close({ runBeforeUnload: true });
    await eventually(() => asked.length === 1, { what: 'a question of the browser' });
    expect(asked).toEqual(['beforeunload']);
    await own.page.getByRole('button', { name: 'Sign out' }).click();
    const question = own.page.getByRole('dialog', { name: 'Sign out?' });
    await question.getByText('Unsaved changes will be lost.').waitFor();
    await question.getByRole('button', { name: 'Sign out' }).click();
    await own.page.getByLabel('Admin token').fill(world.gateway.token);
    await own.page.getByRole('button', { name: 'Sign in' }).click();
    await own.page.getByLabel('messages.apology').waitFor();
    expect(await own.page.getByLabel('messages.apology').inputValue()).not.toBe('Half a sen');
    await own.context.close();
  });

  it('says which saved settings wait for a restart', async () => {
    await search(RESTARTED);
    await page.getByLabel(RESTARTED).fill('500000');
    await save();
    await page.getByText(`Configuration saved. Restart the gateway to apply ${RESTARTED}.`).waitFor();
  });
});
