import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { eventually } from '../support/eventually.js';
import { launchBrowser, openPage, signIn } from './support/browser.js';
import { startImbridgeGateway } from './support/imbridge-gateway.js';

const FOLDER = join(import.meta.dirname, '../../docs/guide/console');
const [ANN, BEN, ZOE] = ['+12025550143', '+12025550178', '+12025550199'];

/** The pictures of the documents: pixels differ from machine to machine, so they are made and not compared. */
const isWanted = process.env.UPDATE_PICTURES === '1';

(isWanted ? it : it.skip)('the pictures of the documents are taken again', async () => {
  mkdirSync(FOLDER, { recursive: true });
  const world = await startImbridgeGateway({ dmPolicy: 'pairing' }, { session: { dmScope: 'per-sender' } });
  const browser = await launchBrowser();
  const { bridge, gateway } = world;
  const items = async (path: string) =>
    (await gateway.admin('GET', path)).body.items as Record<string, string>[];
  const size = { width: 1120, height: 680 };
  const { page, problems } = await openPage(browser, gateway.url, { viewport: size, deviceScaleFactor: 1 });
  const picture = (name: string) => page.screenshot({ path: join(FOLDER, `${name}.png`) });
  try {
    for (const from of [ZOE, BEN, ANN]) bridge.receiveText({ from, text: 'Hello!' });
    await eventually(async () => (await items('/pairings')).length === 3, { what: 'three requests' });
    const request = (await items('/pairings')).find((each) => each.sender_id === ANN)!;
    await gateway.admin('POST', `/pairings/${request.id!}/approve`, {});
    bridge.receiveText({ from: ANN, text: 'Are you open on Sunday?' });
    const { id } = (await items('/conversations')).find((each) => each.conversation_id!.endsWith(ANN))!;
    await eventually(async () => (await items(`/conversations/${id!}/messages`)).length >= 3, {
      what: 'an answer',
    });
    await gateway.admin('PUT', `/conversations/${id!}/hold`, { note: 'I ask the owner.' });
    await gateway.admin('POST', '/messages', {
      channel: 'imbridge',
      target: ANN,
      message: 'Yes, until noon.',
    });
    chmodSync(join(gateway.stateDir, 'gatehouse.json'), 0o600);
    await signIn(page, gateway.token);
    await page.getByText(/checks passed/).waitFor();
    await picture('overview');
    await page.goto(`/console/conversations/${id!}`);
    await page.getByText('Yes, until noon.').waitFor();
    await picture('conversations');
    await page.goto('/console/pairings');
    await page.getByText(BEN).waitFor();
    await picture('pairings');
    await page.goto('/console/try');
    await page.getByRole('button', { name: 'What can you help me with?' }).click();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('log').getByRole('listitem').nth(1).waitFor();
    await picture('try');
    expect(problems).toEqual([]);
    await takeSocialPicture(browser);
  } finally {
    await world.stop();
  }
});

/** The picture that links to the repository show: two to one, with what a reader recognises when it is small. */
async function takeSocialPicture(browser: Browser): Promise<void> {
  const { page } = await openPage(browser, '', { viewport: { width: 1280, height: 640 } });
  const shown = readFileSync(join(FOLDER, 'conversations.png')).toString('base64');
  await page.setContent(`
    <style>
      body { margin: 0; height: 640px; display: grid; grid-template-columns: 460px 1fr; align-items: center; gap: 48px;
             background: #131716; color: #e6eae8; font-family: 'Liberation Sans', sans-serif; overflow: hidden }
      div { padding-left: 64px }
      h1 { font-size: 60px; margin: 0 0 24px; color: #6cc5ab }
      p { font-size: 30px; line-height: 1.4; margin: 0 }
      img { height: 520px; width: 820px; object-fit: cover; object-position: left top; border-radius: 12px }
    </style>
    <div><h1>Gatehouse</h1><p>Your AI assistant in iMessage and Microsoft Teams. Self-hosted.</p></div>
    <img alt="" src="data:image/png;base64,${shown}">`);
  await page.screenshot({ path: join(import.meta.dirname, '../../.github/social.png') });
  await page.context().close();
}
