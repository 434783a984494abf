import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { lastUserText, type ModelReply, type ModelRequest, ModelSimulator } from '../../simulators/index.js';
import { eventually } from '../support/eventually.js';
import { describeWith } from '../support/needs.js';
import { accessibilityFindings, launchBrowser, openPage, sidewaysScroll, signIn } from './support/browser.js';
import { GatewayProcess } from './support/gateway-process.js';

const pictures = process.env.GATEHOUSE_TEST_PICTURES;

/** A model that sends what it is told to send, and else repeats what is said. */
function assistant(request: ModelRequest): ModelReply {
  if (request.messages.at(-1)!.role === 'tool') return 'I have asked.';
  const said = lastUserText(request);
  const [, message] = /send: (.*)$/.exec(said) ?? [];
  // Its last line, without the header of messages.
  const last = said
    .split('\n')
    .at(-1)!
    .replace(/^(?:\[.*?\]|\|) /, '');
  if (message === undefined) return `answer to: ${last}`;
  return { toolCalls: [{ name: 'message', arguments: { action: 'send', message } }] };
}

describeWith('chromium')('the chat in the console', () => {
  let model: ModelSimulator;
  /** Until then the model does not answer. */
  let held: Promise<unknown> | undefined;
  let gateway: GatewayProcess;
  let browser: Browser;

  beforeAll(async () => {
    model = await ModelSimulator.start({
      reply: async (request) => {
        await held;
        return assistant(request);
      },
    });
    const runtime = { type: 'openai-compatible', baseUrl: model.baseUrl, model: 'm', apiKey: 'model-key' };
    // No channel: a first answer needs none.
    gateway = new GatewayProcess({
      agents: { list: [{ id: 'main', runtime, tools: { ask: ['message.send'] } }] },
    });
    await gateway.start();
    browser = await launchBrowser();
  }, 120_000);
  afterAll(async () => {
    await gateway.dispose();
    await model.stop();
  });

  const open = async (token = gateway.token, options?: BrowserContextOptions) => {
    const watched = await openPage(browser, gateway.url, options);
    await signIn(watched.page, token);
    await watched.page.getByRole('navigation').getByRole('link', { name: 'Try' }).click();
    await watched.page.getByRole('heading', { name: 'Try' }).waitFor();
    return watched;
  };
  const picture = async (page: Page, name: string) => {
    if (pictures !== undefined)
      await page.screenshot({ path: join(pictures, `try-${name}.png`), fullPage: true });
  };
  const field = (page: Page) => page.getByLabel('Message', { exact: true });
  const said = (page: Page, text: string) => page.getByRole('log').getByText(text, { exact: true });

  it('gives a first answer without a channel, keeps the history, and has a decision made', async () => {
    const { page, context, problems } = await open();
    await page.getByRole('button', { name: 'What can you help me with?' }).click();
    await picture(page, 'empty');
    expect(await field(page).inputValue()).toBe('What can you help me with?');
    await field(page).press('Enter');
    await said(page, 'answer to: What can you help me with?').waitFor();
    expect(await field(page).inputValue()).toBe('');

    await field(page).fill('one');
    await field(page).press('Shift+Enter');
    await field(page).pressSequentially('two');
    await page
      .getByLabel('Files')
      .setInputFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
    await page.getByRole('button', { name: 'Send' }).click();
    await said(page, 'answer to: two').waitFor();
    expect(await said(page, 'one\ntwo').count()).toBe(1);
    await page.getByRole('log').getByText('text/plain, 1 bytes').waitFor();
    await page.getByRole('log').getByRole('link', { name: 'Download' }).waitFor();

    await field(page).fill('send: tell them');
    await field(page).press('Enter');
    await page.getByRole('log').getByText('needs a decision').waitFor();
    await said(page, 'I have asked.').waitFor();
    await picture(page, 'approval');
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByRole('log').getByText('approved, done').waitFor();
    await said(page, 'tell them').waitFor();
    expect(await page.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0);

    // What the assistant is told of a call is not for the chat.
    await page.getByRole('log').getByText('Tell the person the outcome').waitFor();
    expect(await page.getByRole('log').getByText('The gateway reports on a call').count()).toBe(0);
    await page.reload();
    await said(page, 'answer to: What can you help me with?').waitFor();
    await said(page, 'tell them').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('answers once what was written just before the gateway was killed', async () => {
    const { page, context } = await open();
    const hanging = Promise.withResolvers<undefined>();
    held = hanging.promise;
    await field(page).fill('are you there?');
    await field(page).press('Enter');
    await page.getByText('The assistant is working on an answer').waitFor();
    await gateway.kill();
    held = undefined;
    hanging.resolve(undefined);
    await gateway.start();
    await said(page, 'answer to: are you there?').waitFor();
    expect(await said(page, 'are you there?').count()).toBe(1);
    expect(await said(page, 'answer to: are you there?').count()).toBe(1);
    await context.close();
  });

  it('refuses a viewer with the reason, until they have a grant', async () => {
    const { body } = await gateway.admin('POST', '/tokens', { role: 'viewer', name: 'Nora' });
    const { page, context } = await open(String(body.token));
    const alert = page.getByRole('alert');
    await alert.getByText('This token may not chat with the assistant.').waitFor();
    expect(await alert.textContent()).toContain(`gatehouse grants add console ${String(body.id)}`);
    await picture(page, 'refused');
    expect(await field(page).count()).toBe(0);
    expect(await accessibilityFindings(page)).toEqual([]);
    await gateway.admin('POST', '/grants', { channel: 'console', sender_id: body.id });
    await field(page).fill('hello');
    await field(page).press('Enter');
    await said(page, 'answer to: hello').waitFor();
    await context.close();
  });

  it.each([
    [360, 'light'],
    [768, 'dark'],
    [1920, 'light'],
  ] as const)('fits a page of %d px (%s)', async (width, colorScheme) => {
    const { page, context, problems } = await open(gateway.token, {
      viewport: { width, height: 800 },
      colorScheme,
    });
    await eventually(async () => (await page.getByRole('log').getByRole('listitem').count()) > 5);
    expect(await sidewaysScroll(page)).toBe(0);
    expect(await accessibilityFindings(page)).toEqual([]);
    await picture(page, `${width}-${colorScheme}`);
    expect(problems).toEqual([]);
    await context.close();
  });
});
