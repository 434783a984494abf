import { buffer } from 'node:stream/consumers';
import { accountOf, attemptTo } from '../../../test/support/imbridge.js';
import type { DeliveryAttempt, OutboundContent, SendOutcome } from '../../channels/index.js';
import { BridgeSimulator, type BridgeSimulatorOptions } from '../../../simulators/index.js';
import type { ImbridgeAccount } from '../account/account.js';

const ANN = '+12025550143';
const EVE = '+12025550155';
const [BOB, CAT] = ['+12025550166', '+12025550169'];
const { signal } = new AbortController();
let bridge: BridgeSimulator;
let sut: ImbridgeAccount;
let crew: string;

async function start(options: BridgeSimulatorOptions = {}): Promise<void> {
  bridge = await BridgeSimulator.start({ echoDelayMs: [0, 2], deliveryReceipts: false, ...options });
  bridge.directChat(ANN);
  crew = bridge.createGroup({ participants: [ANN, '+12025550178'], name: 'Crew' }).chatIdentifier;
  bridge.directChat('72345', 'SMS');
  for (const each of [BOB, CAT]) bridge.directChat(each, 'SMS');
  bridge.directChat(CAT);
  const dan = bridge.directChat('+12025550177');
  dan.participants.push({ ...dan.participants[0]!, address: 'dan@example.net' });
  sut = accountOf(bridge, { region: 'US' }).account;
}
afterEach(async () => {
  await sut.disconnect();
  await bridge.stop();
});
const resolve = (text: string) => sut.targets.resolve(text, signal);

describe('the target of a message', () => {
  beforeEach(() => start());

  it.each([
    ['a handle', EVE, `-;${EVE}`],
    ['a link to a phone number', `tel:${EVE}`, `-;${EVE}`],
    ['a link to an e-mail address', 'mailto:eve@example.net', '-;eve@example.net'],
    ['a national number', '(202) 555-0155', `-;${EVE}`],
    ['an e-mail address', 'imessage:Eve@Example.net', '-;eve@example.net'],
    ['a chat guid', `chat_guid:iMessage;-;${ANN}`, `-;${ANN}`],
    ['a guid of another service', `imbridge:any;-;${ANN}`, `-;${ANN}`],
    ['our own name for it', `-;${ANN}`, `-;${ANN}`],
    ['a chat id', 'chat_id:1', `-;${ANN}`],
    ['a short code with a chat', '72345', 'SMS;-;72345'],
    ['SMS where it is asked for', `sms:${ANN}`, `SMS;-;${ANN}`],
    ['the SMS chat of a person without another one', BOB, `SMS;-;${BOB}`],
    ['iMessage of two chats with one person', CAT, `-;${CAT}`],
    ['the one of them that is named', `chat_guid:SMS;-;${CAT}`, `SMS;-;${CAT}`],
    ['an address of theirs that is not the name of the chat', 'dan@example.net', '-;+12025550177'],
  ])('is found from %s', async (_what, text, conversation) => expect(await resolve(text)).toBe(conversation));

  it('row 22: that is a person never becomes a group they are in', async () => {
    expect(await resolve('+12025550178')).toBe('-;+12025550178');
  });

  it('that is a group is found in every form', async () => {
    const all = [`chat_guid:iMessage;+;${crew}`, `chat_identifier:${crew}`, crew, `group:2`, 'chat_id:2'];
    expect(await Promise.all(all.map(resolve))).toEqual(all.map(() => `+;${crew}`));
  });

  it.each([
    '',
    '*',
    'bob',
    '99999',
    'chat_id:99',
    'chat_id:x',
    'chat_identifier:chat9',
    '+;chat9',
    'any;+;chat9',
    `chat_guid:iMessage;-;${BOB}`,
    `chat_guid:SMS;-;${ANN}`,
    'sms:eve@example.net',
  ])('is not found from %j', async (text) => expect(await resolve(text)).toBeUndefined());

  it('is found without the bridge only when it is complete', async () => {
    await bridge.down();
    expect(await resolve(EVE)).toBe(`-;${EVE}`);
    expect(await resolve('iMessage;+;chat9')).toBe('+;chat9');
    expect(await resolve('chat_id:2')).toBeUndefined();
  });
});

describe('a handle without a chat', () => {
  const send = (more: Partial<DeliveryAttempt> = {}): Promise<SendOutcome> =>
    sut.send(attemptTo(`-;${EVE}`, 'hello', more), signal);
  const created = () => bridge.requests.filter(({ path }) => path.endsWith('/chat/new'));

  it.each(['15.5.0', '26.1.0'])('gets a chat with its first message on macOS %s, once', async (macOs) => {
    await start({ macOs });
    expect(await send()).toMatchObject({ kind: 'sent', messageId: bridge.sentMessages()[0]?.guid });
    expect(await send({ correlationId: 'corr-2' })).toMatchObject({ kind: 'sent' });
    expect(bridge.sentMessages().map(({ text }) => text)).toEqual(['hello', 'hello']);
    expect(created()).toMatchObject([
      { body: { addresses: [EVE], service: 'iMessage', method: 'private-api', tempGuid: 'corr-1' } },
    ]);
  });

  it.each([
    [{ privateApi: false }, 'never'],
    [{ helperConnected: false }, 'wait'],
  ] as const)('gets no chat with %j', async (options, retry) => {
    await start(options);
    expect(await send()).toMatchObject({ kind: 'not-sent', code: 'not-supported', retry: { kind: retry } });
    expect(bridge.sentMessages()).toEqual([]);
  });

  it('is not written to again while the first call may still be at work', async () => {
    await start();
    bridge.faults.sends.next({ kind: 'refused' });
    expect(await send()).toMatchObject({ kind: 'unknown', code: 'cut-off' });
    const find = (startedAt: number) =>
      sut.findSent(
        attemptTo(`-;${EVE}`, 'hello', { startedAt, firstStartedAt: startedAt }),
        async () => false,
        signal,
      );
    expect(await find(Date.now() - 60_000)).toMatchObject({ kind: 'unresolved' });
    expect(await find(Date.now() - 300_000)).toEqual({ kind: 'not-sent' });
  });

  it('row 21: is written to by SMS when iMessage does not reach it; an e-mail address is not', async () => {
    await start();
    bridge.faults.notOnIMessage.add(EVE).add('eve@example.net');
    expect(await send()).toMatchObject({ kind: 'sent' });
    expect(created()).toMatchObject([{ body: { addresses: [EVE], service: 'SMS' } }]);
    const to = (conversation: string) => sut.send(attemptTo(conversation, 'hello'), signal);
    expect(await to(`SMS;-;${ANN}`)).toMatchObject({ kind: 'sent' });
    expect(bridge.sentMessages().map(({ chat }) => chat.guid)).toEqual([`SMS;-;${EVE}`, `SMS;-;${ANN}`]);
    const never = { kind: 'not-sent', retry: { kind: 'never' } };
    expect(await to('-;eve@example.net')).toMatchObject({ ...never, code: 'recipient-unreachable' });
    expect(await to('SMS;-;eve@example.net')).toMatchObject({ ...never, code: 'rejected' });
    expect(bridge.sentMessages()).toHaveLength(2);
  });

  it('gets a new chat when its chat was deleted on the Mac', async () => {
    await start();
    const chat = bridge.directChat(EVE);
    expect(await send()).toMatchObject({ kind: 'sent' });
    expect(created()).toEqual([]);
    bridge.deleteChat(chat);
    expect(await send({ correlationId: 'corr-2' })).toMatchObject({ kind: 'sent' });
    expect(created()).toHaveLength(1);
    expect(bridge.sentMessages().map(({ tempGuid }) => tempGuid)).toEqual(['corr-2']);
  });

  it('that is a group gets no chat', async () => {
    await start();
    expect(await sut.send(attemptTo('+;chat9', 'hello'), signal)).toMatchObject({
      kind: 'not-sent',
      code: 'rejected',
      retry: { kind: 'never' },
    });
    expect(created()).toEqual([]);
  });
});

describe('a text with a reply or an effect', () => {
  const TARGET = 'B1F4A2C0-6D3E-4E1B-9A77-0C5D11E0A001' as never;
  const send = (content: OutboundContent) => sut.send(attemptTo(`-;${ANN}`, '', { content }), signal);
  const sent = () => bridge.sentMessages()[0];

  it('is sent with both', async () => {
    await start();
    expect(await send({ kind: 'text', text: 'yes', replyTo: TARGET, effect: 'Slam' })).toMatchObject({
      kind: 'sent',
    });
    expect(sent()).toMatchObject({
      threadOriginatorGuid: TARGET,
      expressiveSendStyleId: 'com.apple.MobileSMS.expressivesend.impact',
    });
  });

  it('row 26: is sent without them when there is no Private API', async () => {
    await start({ privateApi: false });
    expect(await send({ kind: 'text', text: 'yes', replyTo: TARGET, effect: 'slam' })).toMatchObject({
      kind: 'sent',
    });
    expect(sent()).toMatchObject({ text: 'yes', threadOriginatorGuid: null, expressiveSendStyleId: null });
  });

  it('is sent without its reply when the Private API goes meanwhile', async () => {
    await start();
    await sut.info.get();
    bridge.faults.helperOff = true;
    expect(await send({ kind: 'text', text: 'yes', replyTo: TARGET })).toMatchObject({ kind: 'sent' });
    expect(sent()).toMatchObject({ text: 'yes', threadOriginatorGuid: null });
  });

  it('is refused when the effect is unknown, as is a card', async () => {
    await start();
    const refused = { kind: 'not-sent', retry: { kind: 'never' } };
    const effect = await send({ kind: 'text', text: 'yes', effect: 'boom' });
    expect(effect).toMatchObject({ ...refused, code: 'rejected' });
    expect(effect).toMatchObject({ detail: expect.stringContaining('confetti') as string });
    expect(await send({ kind: 'card', card: {}, text: 'yes' })).toMatchObject({
      ...refused,
      code: 'not-supported',
    });
    expect(sent()).toBeUndefined();
  });
});

describe('incoming media', () => {
  const file = (content: Uint8Array | { zeros: number }) => {
    const attachments = [{ name: 'a.png', mimeType: 'image/png', content, totalBytes: 1 }];
    const row = bridge.receive({ from: ANN, text: '', attachments });
    return row.attachments[0]!.guid;
  };
  const fetchMedia = async (id: string, maxBytes: number) => {
    const found = await sut.fetchMedia(id, maxBytes, signal);
    return 'problem' in found ? undefined : buffer(found.chunks);
  };
  beforeEach(() => start());

  it('are fetched in pieces', async () => {
    expect(await fetchMedia(file(Buffer.from([1, 2, 3])), 3)).toEqual(Buffer.from([1, 2, 3]));
    const found = await sut.fetchMedia(file({ zeros: 7 * 1024 * 1024 }), Infinity, signal);
    if ('problem' in found) throw new Error(found.problem);
    const pieces = await Array.fromAsync(found.chunks, ({ byteLength }) => byteLength);
    expect(Math.max(...pieces)).toBeLessThan(1024 * 1024);
    expect(pieces.reduce((sum, each) => sum + each, 0)).toBe(7 * 1024 * 1024);
  });

  it('row 37: are not fetched through a redirect, from elsewhere, or without the bridge', async () => {
    const id = file(Buffer.from([1]));
    const answer = { kind: 'answer', status: 302, text: 'http://127.0.0.1:1/' } as const;
    bridge.faults.requests.next(answer, { when: ({ path }) => path.endsWith('/download') });
    expect(await fetchMedia(id, 9)).toBeUndefined();
    expect(await fetchMedia('at_0_GONE', 9)).toBeUndefined();
    expect(await fetchMedia('http://127.0.0.1:1/a.png', 9)).toBeUndefined();
    expect(bridge.requests.at(-1)!.path).toMatch(/^\/api\/v1\/attachment\/http%3A%2F%2F[^/]*\/download$/);
    await bridge.down();
    expect(await fetchMedia(id, 9)).toBeUndefined();
  });
});
