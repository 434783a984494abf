import { accountOf, attemptTo } from '../../../test/support/imbridge.js';
import { BridgeSimulator, type BridgeSimulatorOptions } from '../../../simulators/index.js';
import type { StyledRange, TextContent } from '../../channels/index.js';
import type { ImbridgeAccount } from '../account/account.js';
import type { ImbridgeSettings } from '../settings/settings.js';

const ANN = '+12025550143';
const TEXT = 'Plan 👍 for today';
const STYLED: readonly StyledRange[] = [{ start: 12, length: 5, styles: ['bold', 'italic'] }];
const NEWER = { serverVersion: '1.9.10' };

let bridge: BridgeSimulator;
let sut: ImbridgeAccount;

async function start(options: BridgeSimulatorOptions = NEWER, settings: Partial<ImbridgeSettings> = {}) {
  bridge = await BridgeSimulator.start({ echoDelayMs: [0, 2], deliveryReceipts: false, ...options });
  bridge.directChat(ANN);
  sut = accountOf(bridge, settings).account;
}
afterEach(async () => {
  await sut.disconnect();
  await bridge.stop();
});

const send = (more: Partial<TextContent> = {}, to = ANN) =>
  sut.send(
    attemptTo(`-;${to}`, '', { content: { kind: 'text', text: TEXT, styled: STYLED, ...more } }),
    new AbortController().signal,
  );
const posts = () =>
  bridge.requests.filter(({ path }) => path.startsWith('/api/v1/message/text')).map(({ body }) => body);
const shown = () => bridge.sentMessages().map(({ text, textFormatting }) => [text, textFormatting]);

describe('the styles of a text', () => {
  it('are sent with a reply and an effect, and without an attributedBody', async () => {
    await start();
    const replyTo = bridge.receiveText({ from: ANN, text: 'hi' }).guid as NonNullable<TextContent['replyTo']>;
    expect(await send({ replyTo, effect: 'slam' })).toMatchObject({ kind: 'sent' });
    expect(shown()).toEqual([[TEXT, STYLED]]);
    expect(bridge.sentMessages()).toMatchObject([{ threadOriginatorGuid: replyTo }]);
    expect(posts()).toEqual([
      {
        chatGuid: `iMessage;-;${ANN}`,
        message: TEXT,
        tempGuid: 'corr-1',
        method: 'private-api',
        selectedMessageGuid: replyTo,
        effectId: 'com.apple.MobileSMS.expressivesend.impact',
        textFormatting: STYLED,
      },
    ]);
  });

  it('are sent to a server that ignores them', async () => {
    await start({ serverVersion: '1.9.9' });
    await send();
    expect(posts()).toMatchObject([{ textFormatting: STYLED }]);
    expect(shown()).toEqual([[TEXT, []]]);
  });

  it.each<[string, BridgeSimulatorOptions, Partial<ImbridgeSettings>]>([
    ['textFormatting: off', {}, { textFormatting: 'off' }],
    ['macOS 14', { macOs: '14.7.1' }, {}],
    ['an unknown macOS', { macOs: '' }, {}],
    ['an unknown version of the server', { serverVersion: '' }, {}],
    ['the Private API off', { privateApi: false }, {}],
    ['its helper gone', { helperConnected: false }, {}],
  ])('are left out with %s', async (_name, options, settings) => {
    await start({ ...NEWER, ...options }, settings);
    expect(await send()).toMatchObject({ kind: 'sent' });
    expect(posts()[0]).not.toHaveProperty('textFormatting');
    expect(shown()).toEqual([[TEXT, []]]);
  });

  it('are left out while the bridge is unknown', async () => {
    await start();
    const when = ({ path }: { readonly path: string }) => path.startsWith('/api/v1/server/info');
    bridge.faults.requests.all({ kind: 'answer', status: 502, text: 'no' }, { when });
    expect(await send()).toMatchObject({ kind: 'sent' });
    expect(posts()[0]).not.toHaveProperty('textFormatting');
  });

  it('are left out when AppleScript takes over', async () => {
    await start();
    await sut.info.refresh();
    bridge.faults.helperOff = true;
    expect(await send()).toMatchObject({ kind: 'sent' });
    expect(posts()).toMatchObject([{ method: 'private-api' }, { method: 'apple-script' }]);
    expect(posts()[1]).not.toHaveProperty('textFormatting');
  });

  it('are left out of the first message of a chat', async () => {
    await start();
    expect(await send({}, '+12025550199')).toMatchObject({ kind: 'sent' });
    expect(shown()).toEqual([[TEXT, []]]);
    expect(bridge.requests.at(-1)?.body).not.toHaveProperty('textFormatting');
  });

  it('are left out of a second try when the bridge refuses them', async () => {
    await start();
    const tooLong = [{ start: 12, length: 50, styles: ['bold'] }] as const;
    expect(await send({ styled: tooLong })).toMatchObject({ kind: 'sent' });
    expect(posts()).toHaveLength(2);
    expect(shown()).toEqual([[TEXT, []]]);
  });

  it('cause no second try when the bridge refuses the text for another reason', async () => {
    await start();
    const json = { status: 400, message: 'x', error: { type: 'Validation Error', message: 'no' } };
    bridge.faults.requests.all(
      { kind: 'answer', status: 400, json },
      { when: ({ path }) => path.startsWith('/api/v1/message/text') },
    );
    expect(await send()).toMatchObject({ kind: 'not-sent', code: 'rejected' });
    expect(posts()).toHaveLength(1);
  });
});
