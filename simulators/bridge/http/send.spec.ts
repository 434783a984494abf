import { ANNE, bridgeSetup } from '../../testing/setup.js';

const t = bridgeSetup();
beforeEach(t.start);
afterEach(t.stop);

const chatGuid = `iMessage;-;${ANNE}`;
const text = (more: object = {}) => ({ chatGuid, message: 'hi', tempGuid: 't-1', ...more });
const send = (more?: object) => t.api('POST /message/text', text(more));

beforeEach(() => {
  t.sut.directChat(ANNE);
});

describe('POST /message/text (imbridge-wire 2.3)', () => {
  it('stores the message and answers with the REST full form and the tempGuid', async () => {
    const { json } = await send();
    expect(json).toMatchObject({
      status: 200,
      message: 'Message sent!',
      data: {
        text: 'hi',
        isFromMe: true,
        tempGuid: 't-1',
        handle: { address: ANNE },
        chats: [{ guid: chatGuid, style: 45 }],
        isAudioMessage: false,
      },
    });
    expect(json.data).not.toHaveProperty('chats.0.participants');
    expect(t.sut.sentMessages(chatGuid)).toMatchObject([{ text: 'hi', tempGuid: 't-1', sentByApi: true }]);
  });

  it.each([
    ['no chat', { chatGuid: undefined }, 'The chatGuid field is required.'],
    ['a chat that is no text', { chatGuid: 7 }, 'The chatGuid must be a string.'],
    ['no message key', { message: undefined }, 'The message field must be present (but can be empty).'],
    ['an unknown method', { method: 'pigeon' }, 'The selected method is invalid.'],
    ['a negative part', { partIndex: -1 }, 'The partIndex must be at least 0.'],
    ['a part that is no number', { partIndex: 'one' }, 'The partIndex must be a number.'],
    ['no tempGuid', { tempGuid: undefined }, "A 'tempGuid' is required when sending via AppleScript"],
    ['no words', { message: '' }, "A 'message' is required when sending via AppleScript"],
    [
      'neither words nor subject',
      { message: '', method: 'private-api' },
      "A 'message' or 'subject' is required when sending via the Private API",
    ],
  ])('refuses %s', async (_name, change, message) => {
    const { json } = await send(change);
    expect(json).toEqual({
      status: 400,
      message: "You've made a bad request! Please check your request params & body",
      error: { type: 'Validation Error', message },
    });
    expect(t.sut.sentMessages()).toEqual([]);
  });

  it('defaults to apple-script, which works without the Private API', async () => {
    t.sut.faults.privateApiOff = true;
    expect((await send()).status).toBe(200);
  });

  it.each([
    ['effectId', 'com.apple.messages.effect.CKConfettiEffect'],
    ['subject', 'News'],
    ['selectedMessageGuid', 'B1F4A2C0-6D3E-4E1B-9A77-0C5D11E0A001'],
    ['ddScan', true],
    ['attributedBody', {}],
  ])('upgrades apple-script to the Private API because of %s', async (key, value) => {
    t.sut.faults.privateApiOff = true;
    const { json } = await send({ method: 'apple-script', [key]: value });
    expect(json.error?.message).toBe('iMessage Private API is not enabled!');
  });

  it('needs no tempGuid with the Private API', async () => {
    const { json } = await send({ method: 'private-api', tempGuid: undefined });
    expect(json.status).toBe(200);
    expect(json.data).not.toHaveProperty('tempGuid');
  });

  it('cannot send to an unknown chat by the Private API, but to an unknown person by script', async () => {
    const unknown = 'iMessage;-;+12025550100';
    expect((await send({ chatGuid: unknown, method: 'private-api' })).json).toMatchObject({
      status: 500,
      message: 'Message Send Error',
      error: { type: 'iMessage Error', message: 'Chat does not exist!' },
    });
    expect((await send({ chatGuid: unknown })).status).toBe(200);
    expect((await send({ chatGuid: 'iMessage;+;chat1' })).status).toBe(500);
  });
});

describe('tempGuid', () => {
  it('is refused only while its first call is in flight', async () => {
    const until = Promise.withResolvers<undefined>();
    t.sut.faults.sends.next({ kind: 'hang', until: until.promise });
    const first = send();
    await t.sut.waitFor(() => t.sut.requests.some((each) => each.body !== undefined));
    expect((await send()).json.error?.message).toBe('Message is already queued to be sent! (Temp GUID: t-1)');
    until.resolve(undefined);
    expect((await first).status).toBe(200);
    expect((await send()).status).toBe(200);
    expect(t.sut.sentMessages()).toHaveLength(2);
  });
});

describe('echoes (imbridge-wire 3.4)', () => {
  it('come twice as new-message, once with the tempGuid, in either order', async () => {
    await t.subscribe();
    for (let index = 0; index < 20; index += 1) await send({ tempGuid: `t-${index}` });
    await t.sut.idle();
    expect(t.types()).toEqual(Array<string>(40).fill('new-message'));
    const firsts = t.sut.sentMessages().map((row) => {
      const echoes = t.datas().filter((each) => each.guid === row.guid);
      expect(echoes).toHaveLength(2);
      expect(echoes.filter((each) => each.tempGuid === row.tempGuid)).toHaveLength(1);
      return 'tempGuid' in (echoes[0] ?? {});
    });
    expect(new Set(firsts)).toEqual(new Set([true, false]));
  });

  it('name the recipient as handle, and show the chat without its participants', async () => {
    await t.subscribe();
    await send();
    await t.sut.idle();
    expect(t.datas()[0]).toMatchObject({
      isFromMe: true,
      handle: { address: ANNE },
      chats: [{ guid: chatGuid }],
    });
    expect(t.datas()[0]).not.toHaveProperty('chats.0.participants');
  });
});

it('an echo is delayed by 50 to 1500 ms by default', async () => {
  const { BridgeSimulator } = await import('../bridge-simulator.js');
  const slow = await BridgeSimulator.start();
  const { delayRange } = (slow as unknown as { core: { announcer: { delayRange: unknown } } }).core.announcer;
  await slow.stop();
  expect(delayRange).toEqual([50, 1500]);
});

it('a sent text ends the typing in its chat, a tapback does not', async () => {
  const { guid } = t.sut.receiveText({ from: ANNE, text: 'hello' });
  await t.api(`POST /chat/${encodeURIComponent(chatGuid)}/typing`);
  await t.api('POST /message/react', { chatGuid, selectedMessageGuid: guid, reaction: 'love' });
  expect(t.sut.typingChats).toEqual([chatGuid]);
  await send();
  expect(t.sut.typingEvents.map((each) => each.cause)).toEqual(['post', 'send']);
  expect(t.sut.typingChats).toEqual([]);
});
