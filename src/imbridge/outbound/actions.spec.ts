import { accountOf } from '../../../test/support/imbridge.js';
import {
  type ConversationId,
  DEFAULT_ACCOUNT,
  inMemory,
  type RemoteMessageId,
  type SenderId,
} from '../../channels/index.js';
import { BridgeSimulator, type BridgeSimulatorOptions } from '../../../simulators/index.js';
import { ALL_ACTIONS } from '../settings/actions-config.js';
import type { ImbridgeAccount } from '../account/account.js';
import { IMBRIDGE } from '../ids/id.js';
import type { ImbridgeSettings } from '../settings/settings.js';

const ANN = '+12025550143';
const EVE = 'eve@example.net' as SenderId;
const { signal } = new AbortController();
const PNG = Buffer.from('\x89PNG\r\n\x1a\n picture', 'latin1');
const PICTURE = { content: inMemory(PNG), mimeType: 'image/png' };
const like = { emoji: '👍🏽', isRemoved: false };
let bridge: BridgeSimulator;
let sut: ImbridgeAccount;
let crew: string;

async function start(
  options: BridgeSimulatorOptions = {},
  settings: Partial<ImbridgeSettings> = {},
): Promise<void> {
  bridge = await BridgeSimulator.start({ echoDelayMs: [0, 2], deliveryReceipts: false, ...options });
  bridge.faults.unchangedAfterMs = 1;
  crew = `+;${bridge.createGroup({ participants: [ANN, '+12025550178'], name: 'Crew' }).chatIdentifier}`;
  sut = accountOf(bridge, settings).account;
}
afterEach(async () => {
  await sut.disconnect();
  await bridge.stop();
});

const target = (conversation: string) => ({
  channel: IMBRIDGE,
  account: DEFAULT_ACCOUNT,
  conversation: conversation as ConversationId,
});
const group = () => target(crew);
const ref = (guid: string) => ({ target: target(`-;${ANN}`), messageId: guid as RemoteMessageId });
const theirs = () => ref(bridge.receiveText({ from: ANN, text: 'hi' }).guid);
const ours = () => ref(bridge.receive({ chatGuid: `iMessage;-;${ANN}`, text: 'hello' }).guid);
const rename = () => sut.groups.rename(group(), 'New', signal);
const isPost = ({ method }: { readonly method: string }) => method !== 'GET';

describe('react', () => {
  it('adds a tapback to a message and removes it', async () => {
    await start();
    const message = theirs();
    expect(await sut.messages.react(message, like, signal)).toEqual({ kind: 'done' });
    expect(await sut.messages.react(message, { ...like, isRemoved: true }, signal)).toEqual({ kind: 'done' });
    expect(bridge.sentReactions()).toMatchObject([
      { associatedMessageType: 'like', associatedMessageGuid: `p:0/${message.messageId}` },
      { associatedMessageType: '-like' },
    ]);
  });

  it('names the part of the message', async () => {
    await start();
    await sut.messages.react({ ...theirs(), part: 2 }, like, signal);
    const { body } = bridge.requests.findLast(({ path }) => path.endsWith('/react'))!;
    expect(body).toMatchObject({ partIndex: 2 });
  });

  it('removes whichever reaction is ours, and fails when there is none', async () => {
    await start();
    const message = theirs();
    const any = { emoji: '', isRemoved: true };
    expect(await sut.messages.react(message, any, signal)).toMatchObject({
      kind: 'failed',
      code: 'rejected',
    });
    bridge.tapback(ANN, message.messageId, 'laugh');
    await sut.messages.react(message, { emoji: '❓', isRemoved: false }, signal);
    expect(await sut.messages.react(message, any, signal)).toEqual({ kind: 'done' });
    expect(bridge.sentReactions().at(-1)).toMatchObject({ associatedMessageType: '-question' });
    expect(await sut.messages.react(message, any, signal)).toMatchObject({
      kind: 'failed',
      code: 'rejected',
    });
  });

  it('row 32: refuses an unknown reaction, and lists the known ones', async () => {
    await start();
    const outcome = await sut.messages.react(theirs(), { emoji: '🎉', isRemoved: false }, signal);
    expect(outcome).toMatchObject({ kind: 'failed', code: 'rejected' });
    expect(outcome).toMatchObject({ detail: expect.stringContaining('👍 (like)') as string });
    expect(bridge.requests.some(({ path }) => path.endsWith('/react'))).toBe(false);
  });

  it.each([
    [{ kind: 'script-error' }, 'unknown', 'rejected'],
    [{ kind: 'gateway-timeout', sent: true }, 'unknown', 'timeout'],
    [{ kind: 'answer-lost' }, 'unknown', 'cut-off'],
    [{ kind: 'refused' }, 'unknown', 'cut-off'],
  ] as const)('fails with its reason: %j', async (fault, kind, code) => {
    await start();
    const message = theirs();
    bridge.faults.sends.next(fault);
    expect(await sut.messages.react(message, like, signal)).toMatchObject({ kind, code });
  });

  it.each([
    [400, 'failed', 'remote-error'],
    [401, 'failed', 'bad-credentials'],
    [429, 'failed', 'rate-limited'],
    [502, 'unknown', 'remote-error'],
  ] as const)("reports an answer %i that is not the bridge's", async (status, kind, code) => {
    await start();
    const message = theirs();
    const when = ({ path }: { readonly path: string }) => path.endsWith('/react');
    bridge.faults.requests.next({ kind: 'answer', status, text: 'page' }, { when });
    expect(await sut.messages.react(message, like, signal)).toMatchObject({ kind, code });
  });

  it('fails for an unknown message or an aborted call, and is unknown without an answer', async () => {
    await start();
    expect(await sut.messages.react(ref('GONE'), like, signal)).toEqual({
      kind: 'failed',
      code: 'rejected',
      detail: expect.stringContaining('Selected message does not exist') as string,
    });
    const controller = new AbortController();
    controller.abort();
    const message = theirs();
    expect(await sut.messages.react(message, like, controller.signal)).toMatchObject({ kind: 'failed' });
    bridge.faults.sends.next({ kind: 'hang', ms: 60_000 });
    const { account: impatient } = accountOf(bridge, { sendTimeoutMs: 50 });
    expect(await impatient.messages.react(message, like, signal)).toMatchObject({
      kind: 'unknown',
      code: 'timeout',
    });
    await impatient.disconnect();
    await bridge.down();
    expect(await sut.messages.react(message, like, signal)).toMatchObject({
      kind: 'failed',
      code: 'unreachable',
    });
  });

  it('notices that the Private API is gone', async () => {
    await start();
    const message = theirs();
    await sut.info.get();
    bridge.faults.helperOff = true;
    expect(await sut.messages.react(message, like, signal)).toMatchObject({ code: 'not-supported' });
    expect(sut.info.known()?.helperConnected).toBe(false);
  });
});

describe('edit and unsend', () => {
  it('change our own messages', async () => {
    await start();
    const message = ours();
    expect(await sut.messages.edit(message, ' better ', signal)).toEqual({ kind: 'done' });
    expect(bridge.message(message.messageId)?.text?.trim()).toBe('better');
    expect(await sut.messages.unsend(message, signal)).toEqual({ kind: 'done' });
    expect(bridge.message(message.messageId)?.partCount).toBe(0);
  });

  it('succeed when line ends and accents return in another form', async () => {
    await start();
    const message = ours();
    const data = { guid: message.messageId, text: 'much\nbetter, caf\u00e9', dateEdited: Date.now() };
    const json = { status: 200, message: 'Message edited!', data };
    bridge.faults.requests.all(
      { kind: 'answer', status: 200, json },
      { when: ({ path }) => path.endsWith('/edit') },
    );
    expect(await sut.messages.edit(message, 'much\r\nbetter, cafe\u0301', signal)).toEqual({ kind: 'done' });
  });

  it('fail when the bridge has changed nothing', async () => {
    await start();
    const message = ours();
    bridge.faults.editsIgnored = true;
    expect(await sut.messages.edit(message, 'better', signal)).toMatchObject({
      kind: 'failed',
      detail: expect.stringContaining('15 minutes') as string,
    });
    expect(await sut.messages.unsend(message, signal)).toMatchObject({
      kind: 'failed',
      detail: expect.stringContaining('two minutes') as string,
    });
  });

  it('fail without a text', async () => {
    await start();
    expect(await sut.messages.edit(ours(), ' ', signal)).toMatchObject({ kind: 'failed', code: 'rejected' });
  });

  it.each([
    ['26.1.0', 'not-supported', 'done'],
    ['12.7.1', 'not-supported', 'not-supported'],
    ['13.0', 'done', 'done'],
  ])('on macOS %s: edit %s, unsend %s', async (macOs, edit, unsend) => {
    await start({ macOs });
    const guid = macOs.startsWith('26') ? `any;-;${ANN}` : `iMessage;-;${ANN}`;
    bridge.directChat(ANN);
    const message = ref(bridge.receive({ chatGuid: guid, text: 'hello' }).guid);
    const short = (outcome: object) => ('code' in outcome ? outcome.code : 'done');
    expect(short(await sut.messages.edit(message, 'better', signal))).toBe(edit);
    expect(short(await sut.messages.unsend(message, signal))).toBe(unsend);
  });
});

describe('groups', () => {
  it('are renamed, joined and left', async () => {
    await start();
    expect(await rename()).toEqual({ kind: 'done' });
    expect(await sut.groups.add(group(), EVE, signal)).toEqual({ kind: 'done' });
    const chat = bridge.chats[0]!;
    expect(chat).toMatchObject({ displayName: 'New' });
    expect(chat.participants.map(({ address }) => address)).toContain(EVE);
    expect(await sut.groups.remove(group(), EVE, signal)).toEqual({ kind: 'done' });
    expect(chat.participants.map(({ address }) => address)).not.toContain(EVE);
    expect(await sut.groups.leave(group(), signal)).toEqual({ kind: 'done' });
    expect(chat.hasLeft).toBe(true);
  });

  it('are found by their new guid after the move to macOS 26', async () => {
    await start();
    await rename();
    bridge.faults.macOs26 = true;
    expect(await sut.groups.add(group(), EVE, signal)).toEqual({ kind: 'done' });
  });

  it('are renamed when their name returns with curly quotes', async () => {
    await start();
    const json = { status: 200, message: 'x', data: { displayName: 'Ann\u2019s crew' } };
    bridge.faults.requests.next(
      { kind: 'answer', status: 200, json },
      { when: ({ method }) => method === 'PUT' },
    );
    expect(await sut.groups.rename(group(), "Ann's crew", signal)).toEqual({ kind: 'done' });
  });

  it('are read again after an error: a refused change is done or not done', async () => {
    await start();
    const add = (who: string) => sut.groups.add(group(), who as SenderId, signal);
    const remove = (who: string) => sut.groups.remove(group(), who as SenderId, signal);
    const asOrdered = { kind: 'done', note: expect.stringContaining('changed as requested') as string };
    // The bridge refuses both after half a minute, because there is nothing to change.
    expect(await add(ANN)).toEqual(asOrdered);
    expect(await remove(EVE)).toEqual(asOrdered);
    bridge.faults.groupChangesIgnored = true;
    const notDone = {
      kind: 'failed',
      code: 'rejected',
      detail: expect.stringContaining('group unchanged') as string,
    };
    expect(await add(EVE)).toEqual(notDone);
    expect(await remove(ANN)).toEqual(notDone);
    expect(await rename()).toEqual(notDone);
  });

  it('have an unknown outcome when the group cannot be read again or shows no members, or the call got no answer', async () => {
    await start();
    bridge.faults.groupChangesIgnored = true;
    const isRead = ({ method, path }: { method: string; path: string }) =>
      method === 'GET' && path.includes('/chat/');
    bridge.faults.requests.next({ kind: 'answer', status: 502 }, { when: isRead });
    expect(await rename()).toMatchObject({ kind: 'unknown', code: 'remote-error' });
    const json = { status: 200, message: 'x', data: { guid: 'x', participants: [] } };
    bridge.faults.requests.next({ kind: 'answer', status: 200, json }, { when: isRead });
    expect(await sut.groups.remove(group(), ANN as SenderId, signal)).toMatchObject({ kind: 'unknown' });
    bridge.faults.requests.next({ kind: 'cut' }, { when: ({ method }) => method === 'PUT' });
    expect(await rename()).toMatchObject({ kind: 'unknown', code: 'cut-off' });
  });

  it('are refused when they do not exist, are direct chats, or get no name', async () => {
    await start();
    const rejected = { kind: 'failed', code: 'rejected' };
    expect(await sut.groups.rename(target('+;chat1'), 'x', signal)).toMatchObject(rejected);
    expect(await sut.groups.leave(target('+;chat1'), signal)).toMatchObject(rejected);
    bridge.directChat(ANN);
    expect(await sut.groups.leave(target(`-;${ANN}`), signal)).toMatchObject(rejected);
    expect(await sut.groups.rename(group(), ' ', signal)).toMatchObject(rejected);
    expect(bridge.chats[0]).toMatchObject({ displayName: 'Crew', hasLeft: false });
  });
});

describe('the picture of a group', () => {
  const setIcon = (place = group()) => sut.groups.setIcon(place, PICTURE, signal);

  it('is set', async () => {
    await start();
    expect(await setIcon()).toEqual({ kind: 'done' });
    expect(Buffer.from(bridge.chats[0]!.icon!.content)).toEqual(PNG);
    expect(bridge.chats[0]!.icon!.contentType).toBe('image/png');
  });

  it('is set with a note that it may not show on macOS 26', async () => {
    await start({ macOs: '26.1.0' });
    expect(await setIcon()).toEqual({
      kind: 'done',
      note: expect.stringContaining('may not appear') as string,
    });
  });

  it('has an unknown outcome while the bridge shows none', async () => {
    await start();
    bridge.faults.groupChangesIgnored = true;
    expect(await setIcon()).toMatchObject({ kind: 'unknown', code: 'remote-error' });
  });

  it('is refused for direct chats, and when it is too large', async () => {
    await start();
    bridge.directChat(ANN);
    expect(await setIcon(target(`-;${ANN}`))).toMatchObject({ kind: 'failed', code: 'rejected' });
    const isIcon = { when: ({ path }: { readonly path: string }) => path.endsWith('/icon') };
    bridge.faults.requests.next({ kind: 'answer', status: 413, text: 'too large' }, isIcon);
    expect(await setIcon()).toMatchObject({
      kind: 'failed',
      code: 'rejected',
      detail: expect.stringContaining('too large') as string,
    });
  });
});

const everything = (): Promise<object>[] => [
  sut.messages.react(ref('A'), like, signal),
  sut.messages.edit(ref('A'), 'x', signal),
  sut.messages.unsend(ref('A'), signal),
  rename(),
  sut.groups.add(group(), EVE, signal),
  sut.groups.remove(group(), EVE, signal),
  sut.groups.leave(group(), signal),
  sut.groups.setIcon(group(), PICTURE, signal),
];

it.each<[string, BridgeSimulatorOptions, Partial<ImbridgeSettings>]>([
  ['without the Private API', { privateApi: false }, {}],
  ['without its helper', { helperConnected: false }, {}],
  [
    'switched off',
    {},
    { actions: Object.fromEntries(Object.keys(ALL_ACTIONS).map((key) => [key, false])) as never },
  ],
])('%s no action is sent to the bridge', async (_what, options, settings) => {
  await start(options, settings);
  for (const outcome of await Promise.all(everything()))
    expect(outcome).toMatchObject({ kind: 'failed', code: 'not-supported' });
  expect(bridge.requests.filter(isPost).map(({ path }) => path)).not.toContainEqual(
    expect.stringMatching(/react|edit|unsend|participant|leave|icon/),
  );
});
