import type { Browser, Page } from 'playwright-core';
import { eventually } from '../support/eventually.js';
import { describeWith } from '../support/needs.js';
import { accessibilityFindings, launchBrowser, openPage, sidewaysScroll, signIn } from './support/browser.js';
import { type ImbridgeGateway, startImbridgeGateway } from './support/imbridge-gateway.js';

const CAL = '+12025550111';
const DEE = '+12025550122';
/** Letters from right to left, and a mark that would end their isolation. */
const HOSTILE = 'שלום\u2069\u202e$(id)';

describeWith('chromium')('the console for users, keys, requests, deliveries and the audit log', () => {
  let world: ImbridgeGateway;
  let browser: Browser;
  let page: Page;
  let problems: string[];
  let close: () => Promise<void>;

  beforeAll(async () => {
    world = await startImbridgeGateway({ dmPolicy: 'pairing' }, { dataApi: { limits: { perMinute: 4 } } });
    browser = await launchBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await world.stop();
  });
  beforeEach(async () => {
    const opened = await openPage(browser, world.gateway.url);
    ({ page, problems } = opened);
    close = () => opened.context.close();
    await signIn(page, world.gateway.token);
  });
  afterEach(() => close());

  const admin = async (method: string, path: string, body?: object) =>
    (await world.gateway.admin(method, path, body)).body;
  const items = async (path: string) => (await admin('GET', path)).items as Record<string, string>[];
  const newUser = async (email: string) => String((await admin('POST', '/users', { email })).id);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const check = async () => {
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 780 });
    expect(await sidewaysScroll(page)).toBe(0);
    expect(problems).toEqual([]);
  };
  const refusals = () => problems.splice(0).filter((each) => !/status of (409|412)/.test(each));

  it('the usage of a key is right after calls of the Data API, and a new key stays until it is put away', async () => {
    const user = await newUser('ann@example.org');
    await page.goto(`/console/users/${user}`);
    await page.getByText('Create a key').click();
    await button('Create').click();
    const note = page.getByText('The key is shown only once:');
    const key = /gh_\w+/.exec(await note.innerText())![0];
    const call = () =>
      fetch(`${world.gateway.url}/v1/account`, { headers: { authorization: `Bearer ${key}` } });
    for (let n = 0; n < 3; n++) await call();
    await button('Refresh').click();
    await page.getByText('3 of 4 in the minute').waitFor();
    const meter = page.getByRole('meter', { name: 'Requests in the minute' });
    expect([await meter.getAttribute('value'), await meter.getAttribute('max')]).toEqual(['3', '4']);
    for (let n = 0; n < 2; n++) await call();
    // An act of another operator lets the lists be read again.
    await admin('PATCH', `/users/${user}`, { display_name: 'Ann' });
    await page.getByRole('heading', { name: 'Ann' }).waitFor();
    await page.getByText('5 of 4 in the minute: limit reached').waitFor();
    expect(await note.innerText()).toContain(key);
    await check();
    await button('I have saved it').click();
    await note.waitFor({ state: 'detached' });
  });

  it('input stays while another operator changes the user, both versions are shown, and none is lost unseen', async () => {
    const user = await newUser('bob@example.org');
    await page.goto(`/console/users/${user}`);
    await page.getByText('Change', { exact: true }).click();
    const name = page.getByRole('textbox', { name: 'Name' });
    await name.fill('Bob of mine');
    // Before the event arrives, only the refusal tells of theirs.
    await page.route('**/admin/v1/users/*', async (route) => {
      if (route.request().method() === 'PATCH')
        await admin('PATCH', `/users/${user}`, { display_name: 'Bob of theirs', status: 'disabled' });
      await route.continue();
    });
    await button('Save').click();
    await page
      .getByRole('alert')
      .getByText(/changed/i)
      .waitFor();
    await page.unroute('**/admin/v1/users/*');
    const both = page.getByRole('status').filter({ hasText: 'Another operator' });
    await both.getByText('Bob of theirs').waitFor();
    await both.getByText('Bob of mine').waitFor();
    expect(await name.inputValue()).toBe('Bob of mine');
    await button('Keep yours').click();
    await button('Save').click();
    await page.getByText('Saved.').waitFor();
    expect(await admin('GET', `/users/${user}`)).toMatchObject({
      display_name: 'Bob of mine',
      status: 'disabled',
    });
    await name.fill('Bob again');
    await admin('PATCH', `/users/${user}`, { display_name: 'Bobby' });
    await both.getByText('Bobby').waitFor();
    await button('Use theirs').click();
    expect(await name.inputValue()).toBe('Bobby');
    expect(refusals()).toEqual([]);
  });

  it('a request that was decided elsewhere says by whom; a grant is taken back', async () => {
    world.bridge.receiveText({ from: CAL, text: 'Let me in' });
    await eventually(async () => (await items('/pairings')).length === 1, { what: 'a request' });
    const [request] = await items('/pairings');
    await page.goto('/console/pairings');
    await page.route('**/pairings/*/deny', async (route) => {
      await admin('POST', `/pairings/${request!.id!}/approve`, {});
      await route.continue();
    });
    await button(`Deny ${CAL}`).click();
    const told = page.getByRole('region', { name: 'Already decided' });
    await told.getByText(/approved by token:owner at/).waitFor();
    expect(refusals()).toEqual([]);
    await page.getByLabel('Show').selectOption('approved');
    await page.getByRole('cell').getByText('token:owner').waitFor();
    await button(`Revoke the grant of ${CAL}`).click();
    await page.getByText(`${CAL} no longer has access.`).waitFor();
    expect(await items('/grants')).toEqual([]);
    await admin('POST', '/grants', { channel: 'imbridge', sender_id: CAL });
  });

  it('all deliveries of a cause are retried, also those not on the page, and one that is refused is named', async () => {
    const { bridge } = world;
    bridge.receiveText({ from: DEE, text: 'Hello?' });
    const isTold = async () =>
      (await items('/deliveries?status=sent')).some((each) => each.conversation_id!.endsWith(DEE));
    await eventually(isTold, { what: 'the answer to them' });
    bridge.faults.requests.all(
      { kind: 'answer', status: 413, text: 'too large' },
      { when: ({ path }) => /\/(message\/text|chat\/new)$/.test(path) },
    );
    const target = `iMessage;-;${DEE}`;
    for (let n = 0; n < 52; n++)
      await admin('POST', '/messages', { channel: 'imbridge', target, message: `n${n}` });
    const dead = async () => items('/deliveries?status=dead&limit=200');
    await eventually(async () => (await dead()).length === 52, { what: 'dead deliveries' });
    bridge.faults.clear();
    const [{ id: refused }] = (await dead()) as [{ id: string }];
    await page.goto('/console/deliveries?status=dead');
    await page.getByText('50 on this page with the same cause: rejected').waitFor();
    await page.route(`**/deliveries/${refused}/retry`, async (route) => {
      await admin('POST', `/deliveries/${refused}/retry`);
      await route.continue();
    });
    await button('Retry all of the cause rejected').click();
    const outcome = page.getByRole('status', { name: 'Retried' });
    await outcome.getByText('51 retried, 1 not retried.').waitFor();
    await outcome.getByText(refused).waitFor();
    await outcome.getByText('Only dead deliveries can be retried.').waitFor();
    await page.getByText('No deliveries with the state “dead”.').waitFor();
    expect(refusals()).toEqual([]);
    await check();
  });

  it('the audit log is filtered by its address, shows what was changed, and follows', async () => {
    const user = await newUser('eve@example.org');
    await admin('PATCH', `/users/${user}`, { display_name: HOSTILE });
    await admin('PATCH', '/config', { set: { 'messages.responsePrefix': 'Robot: ' } });
    await page.goto('/console/audit');
    await page.getByText('Filter').click();
    await page.getByLabel('Action').fill('user.updated');
    await page.getByLabel('Subject').fill(user);
    await button('Show matching').click();
    await page.waitForURL(`**/console/audit?action=user.updated&subject=${user}`);
    await page.reload();
    const rows = page.getByRole('table', { name: 'Audit log' }).getByRole('row');
    await page.getByText('שלום').waitFor();
    expect(await rows.count()).toBe(2);
    expect(await page.locator('del').innerText()).toContain('eve');
    expect(await page.locator('ins').innerText()).toContain('$(id)');
    await page.getByText('Live', { exact: true }).waitFor();
    await admin('PATCH', `/users/${user}`, { status: 'disabled' });
    await page.locator('ins').getByText('disabled').waitFor();
    await check();
    await page.getByRole('link', { name: 'Show all' }).click();
    await page.getByRole('link', { name: 'config.changed' }).click();
    await page.locator('ins').getByText('Robot:').waitFor();
    expect(await rows.count()).toBe(2);
  });

  it('a form about a sender waits for the accounts', async () => {
    let isAnswered = false;
    let answer = (): void => undefined;
    const wait = new Promise<void>((done) => (answer = done));
    await page.route('**/admin/v1/channels', async (route) => {
      await wait;
      isAnswered = true;
      await route.continue();
    });
    await page.goto('/console/access/check');
    await page.getByText('Loading…').waitFor();
    expect([isAnswered, await button('Check').count()]).toEqual([false, 0]);
    answer();
    await page.getByLabel('Sender').fill(DEE);
    await button('Check').click();
    await page.getByRole('status', { name: 'Verdict' }).getByText('pairing').first().waitFor();
  });
});
