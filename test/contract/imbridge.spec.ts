import { type LoggerService, Logger } from '@nestjs/common';
import {
  type ConversationId,
  DEFAULT_ACCOUNT,
  FEATURES,
  inMemory,
  type RemoteMessageId,
  type SenderId,
} from '../../src/channels/index.js';
import { type Actions, ALL_ACTIONS } from '../../src/imbridge/settings/actions-config.js';
import { type Circumstances, imbridgeCapabilities } from '../../src/imbridge/account/capabilities.js';
import type { BridgeInfo } from '../../src/imbridge/service/client/server-info.js';
import { BridgeSimulator } from '../../simulators/index.js';
import { expectApprovalsAsOffered, expectFeaturesAsImplemented } from '../support/connector-features.js';
import { eventually } from '../support/eventually.js';
import { attemptTo, fileTo, RecordingSink } from '../support/imbridge.js';
import { startWebhookApp, type WebhookFixture } from '../support/imbridge-webhook-app.js';

const ANN = '+12025550143';
const PASSWORD = 'pa&ss-w0rd';
const HOOK = 'hook+s3cret';
const TEXTS = ['a private question', 'a private answer'] as const;
const signal = new AbortController().signal;

let bridge: BridgeSimulator;
let gateway: WebhookFixture;
let sink: RecordingSink;

async function start(imbridge: Record<string, unknown> = {}): Promise<void> {
  gateway = await startWebhookApp({
    imbridge: { serverUrl: bridge.url, password: PASSWORD, webhookSecret: HOOK, ...imbridge },
  });
  gateway.connector.connect(DEFAULT_ACCOUNT, sink);
}
const isRegistered = () => bridge.waitFor(() => bridge.webhooks.length === 1);
const arrives = (text: string) => eventually(() => sink.texts.includes(text), { what: text });

beforeEach(async () => {
  sink = new RecordingSink();
  bridge = await BridgeSimulator.start({ password: PASSWORD, echoDelayMs: [0, 2], deliveryReceipts: false });
});
afterEach(async () => {
  await gateway.connector.disconnect(DEFAULT_ACCOUNT);
  await gateway.app.close();
  await bridge.stop();
});

it('row 19: the connector registers its webhook at its own address, accepts a message and answers it', async () => {
  await start();
  await isRegistered();
  expect(bridge.webhooks[0]?.url).toBe(`${gateway.url}/imbridge-webhook?password=hook%2Bs3cret`);
  bridge.receiveText({ from: ANN, text: TEXTS[0] });
  await arrives(TEXTS[0]);
  const { conversation } = sink.accepted[0]!;
  const outcome = await gateway.connector.send(attemptTo(conversation.id, TEXTS[1]), signal);
  expect(outcome).toMatchObject({ kind: 'sent' });
  await bridge.idle();
  expect(sink.receipts.map((receipt) => receipt.correlationId)).toContain('corr-1');
  expect(bridge.sentMessages().map((row) => row.text)).toEqual([TEXTS[1]]);
  expect(sink.texts).toEqual([TEXTS[0]]);
});

it('a file is sent whole, and its receipt has the id of its delivery', async () => {
  await start();
  await isRegistered();
  bridge.receiveText({ from: ANN, text: TEXTS[0] });
  await arrives(TEXTS[0]);
  const bytes = Buffer.from('\0\r\n--a private file--\r\n');
  const attempt = fileTo(sink.accepted[0]!.conversation.id, { bytes, filename: 'private.bin' });
  const outcome = await gateway.connector.send(attempt, signal);
  const [row] = bridge.sentMessages();
  expect(outcome).toMatchObject({ kind: 'sent', messageId: row!.guid });
  expect(bytes.equals(row!.attachments[0]!.content as Uint8Array)).toBe(true);
  await bridge.idle();
  expect(sink.receipts.map((receipt) => receipt.correlationId)).toContain('corr-1');
  expect(sink.texts).toEqual([TEXTS[0]]);
});

it('a message is stored once, however often the bridge reports it', async () => {
  await start();
  await isRegistered();
  const row = bridge.receiveText({ from: ANN, text: TEXTS[0] });
  bridge.replay(row.guid);
  bridge.post({ type: 'hello-world', data: null });
  await arrives(TEXTS[0]);
  await bridge.idle();
  expect(sink.accepted).toHaveLength(1);
});

it('messages are accepted in the order they were written, although the webhooks overtake each other', async () => {
  await start();
  await isRegistered();
  bridge.receiveText({ from: ANN, text: 'zero' });
  await arrives('zero');
  bridge.faults.webhooks.next({ kind: 'hold', forMs: 60_000 }, { times: 2 });
  for (const text of ['a', 'b', 'c']) bridge.receiveText({ from: ANN, text });
  await arrives('c');
  expect(sink.texts).toEqual(['zero', 'a', 'b', 'c']);
});

it('row 16: each message is accepted once when webhooks are dropped, repeated and reordered', async () => {
  await start({ catchUp: { intervalMs: 1_000 } });
  await isRegistered();
  bridge.faults.webhooks
    .sometimes(0.3, { kind: 'drop' })
    .sometimes(0.3, { kind: 'repeat', times: 2 })
    .sometimes(0.3, { kind: 'hold', forMs: 5 })
    .sometimes(0.3, { kind: 'old-first' });
  const texts = Array.from({ length: 40 }, (_, index) => `message ${index}`);
  for (const text of texts) bridge.receiveText({ from: ANN, text });
  await eventually(() => sink.accepted.length >= texts.length, { what: 'all messages' });
  expect([...sink.texts].sort()).toEqual([...texts].sort());
});

describe('reactions, edits and changes of groups', () => {
  const BEN = '+12025550178';
  const EVE = 'eve@example.net';
  const changes = () => sink.accepted.flatMap((event) => (event.kind === 'notice' ? [event.change] : []));

  /** Performs every kind of group event, then sends a message as the end. */
  function happen(): string {
    const chat = bridge.createGroup({ participants: [ANN, BEN], name: 'Crew' });
    const { guid } = bridge.receiveText({ from: ANN, text: 'hi all', chatGuid: chat.guid });
    bridge.tapback(BEN, guid, 'laugh');
    bridge.tapback(BEN, guid, '-laugh');
    bridge.groups.addParticipant(chat, EVE, ANN);
    bridge.groups.removeParticipant(chat, EVE, ANN);
    bridge.groups.rename(chat, 'Garden', ANN);
    bridge.groups.leave(chat, BEN);
    bridge.receiveText({ from: ANN, text: 'end', chatGuid: chat.guid });
    return guid;
  }
  const told = (messageId: string) => [
    { type: 'reaction', messageId, emoji: '😂', isRemoved: false },
    { type: 'reaction', messageId, emoji: '😂', isRemoved: true },
    { type: 'joined', who: [{ id: EVE, isSelf: false }] },
    { type: 'removed', who: [{ id: EVE, isSelf: false }] },
    { type: 'renamed', name: 'Garden' },
    { type: 'left', who: [{ id: BEN, isSelf: false }] },
  ];

  it('are reported once and in order by webhooks', async () => {
    await start();
    await isRegistered();
    bridge.receiveText({ from: ANN, text: 'zero' });
    await arrives('zero');
    const guid = happen();
    await arrives('end');
    await bridge.idle();
    expect(changes()).toEqual(told(guid));
    expect(sink.duplicates).toBeGreaterThan(0);
  });

  it('are reported once and in order by the catch-up, when every webhook is lost', async () => {
    await start({ catchUp: { intervalMs: 1_000 } });
    await isRegistered();
    bridge.faults.webhooks.all({ kind: 'drop' });
    const guid = happen();
    await arrives('end');
    expect(changes()).toEqual(told(guid));
  });

  it.each(['iMessage', 'SMS'] as const)(
    'are reported with the id of the delivery they are put on, each part of an answer having its own (%s)',
    async (service) => {
      await start();
      await isRegistered();
      bridge.receive({ from: ANN, text: TEXTS[0], service });
      await arrives(TEXTS[0]);
      const sent = [];
      for (const part of ['Allow move_file?', 'To answer: /approve K7Q2'])
        sent.push(await gateway.connector.send(attemptTo(sink.accepted[0]!.conversation.id, part), signal));
      const ids = sent.map((outcome) => 'messageId' in outcome && outcome.messageId);
      bridge
        .sentMessages()
        .forEach(({ guid }, index) => bridge.tapback(ANN, guid, index === 0 ? 'dislike' : 'like'));
      await eventually(() => changes().length === 2, { what: 'two reactions' });
      expect(changes()).toEqual([
        { type: 'reaction', messageId: ids[0], emoji: '👎', isRemoved: false },
        { type: 'reaction', messageId: ids[1], emoji: '👍', isRemoved: false },
      ]);
      expect(ids).toEqual(bridge.sentMessages().map(({ guid }) => guid));
    },
  );

  it('are not reported when they are our own; edits and unsends of others are', async () => {
    await start();
    await isRegistered();
    const { guid } = bridge.receiveText({ from: ANN, text: 'six?' });
    await arrives('six?');
    const target = { ...attemptTo(`-;${ANN}`, '').target };
    const messageId = guid as RemoteMessageId;
    const reaction = { emoji: '❤️', isRemoved: false };
    expect(await gateway.connector.react({ target, messageId }, reaction, signal)).toEqual({ kind: 'done' });
    bridge.editByPerson(guid, 'seven?');
    await eventually(() => changes().length === 1, { what: 'the edit' });
    bridge.update(guid, { dateRead: Date.now() });
    bridge.unsendByPerson(guid);
    await eventually(() => changes().length === 2, { what: 'the unsend' });
    await bridge.idle();
    expect(changes()).toEqual([
      { type: 'edited', messageId: guid, text: 'seven?' },
      { type: 'unsent', messageId: guid },
    ]);
  });
});

describe('capabilities', () => {
  const info = (osVersion: string, helperConnected = true, serverVersion = '1.9.9'): BridgeInfo => ({
    osVersion,
    serverVersion,
    privateApi: true,
    helperConnected,
  });
  const GROUP = '+;chat1' as ConversationId;
  const table = {
    'the bridge was never seen': {},
    'macOS 15, in a group': { info: info('15.5.0'), conversation: GROUP },
    'macOS 15, in a direct chat': { info: info('15.5.0'), conversation: `-;${ANN}` as ConversationId },
    'a newer server, in a direct chat': {
      info: info('15.5.0', true, '1.10.0'),
      conversation: `-;${ANN}` as ConversationId,
    },
    'macOS 26': { info: info('26.1.0'), conversation: GROUP },
    'macOS 12': { info: info('12.7'), conversation: GROUP },
    'an unknown macOS': { info: info(''), conversation: GROUP },
    'without Private API': { info: info('15.5.0', false), conversation: GROUP },
    'all switched off': {
      info: info('15.5.0'),
      conversation: GROUP,
      textFormatting: 'off',
      actions: Object.fromEntries(Object.keys(ALL_ACTIONS).map((key) => [key, false])) as unknown as Actions,
    },
  } satisfies Record<string, Circumstances>;

  it('are pinned: a change of content needs a new version', () => {
    const rows = Object.entries(table).map(([name, circumstances]) => {
      const { version, features } = imbridgeCapabilities(circumstances);
      const works = FEATURES.filter((each) => ['full', 'partial'].includes(features[each] ?? ''));
      return `${name} (v${version}): ${works.map((each) => `${each}${features[each] === 'partial' ? '?' : ''}`).join(' ')}`;
    });
    expect(imbridgeCapabilities().text).toEqual({ maxChars: 20_000, format: 'plain' });
    expect(rows).toMatchInlineSnapshot(`
     [
       "the bridge was never seen (v4): typing? readReceipts? reconcile probe textFormatting? react? edit? unsend? reply? sendWithEffect? sendAttachment? renameGroup? setGroupIcon? addParticipant? removeParticipant? leaveGroup?",
       "macOS 15, in a group (v4): typing readReceipts reconcile probe textFormatting? react? edit unsend reply sendWithEffect sendAttachment renameGroup setGroupIcon addParticipant removeParticipant leaveGroup",
       "macOS 15, in a direct chat (v4): typing readReceipts reconcile probe textFormatting? react? edit unsend reply sendWithEffect sendAttachment",
       "a newer server, in a direct chat (v4): typing readReceipts reconcile probe textFormatting react? edit unsend reply sendWithEffect sendAttachment",
       "macOS 26 (v4): typing readReceipts reconcile probe textFormatting? react? unsend reply sendWithEffect sendAttachment renameGroup setGroupIcon? addParticipant removeParticipant leaveGroup",
       "macOS 12 (v4): typing readReceipts reconcile probe react? reply sendWithEffect sendAttachment renameGroup setGroupIcon addParticipant removeParticipant leaveGroup",
       "an unknown macOS (v4): typing readReceipts reconcile probe react? edit unsend reply sendWithEffect sendAttachment renameGroup setGroupIcon addParticipant removeParticipant leaveGroup",
       "without Private API (v4): reconcile probe sendAttachment?",
       "all switched off (v4): typing readReceipts reconcile probe",
     ]
    `);
  });

  it('agree with the interfaces', async () => {
    await start();
    expectFeaturesAsImplemented(gateway.connector, [
      'reply',
      'sendWithEffect',
      'sendAttachment',
      'textFormatting',
    ]);
    await expectApprovalsAsOffered(gateway.connector, attemptTo(`-;${ANN}`, ''));
    expect(bridge.sentMessages()).toEqual([]);
  });
});

it.each([
  { kind: 'card', card: {}, text: TEXTS[1] },
  { kind: 'poll', pollId: 'p', question: 'q', options: ['a', 'b'], maxSelections: 1, text: TEXTS[1] },
] as const)('a $kind, which no capability lists, is refused before the bridge is called', async (content) => {
  await start();
  await isRegistered();
  const attempt = attemptTo(`-;${ANN}`, '', { content });
  expect(await gateway.connector.send(attempt, signal)).toMatchObject({
    kind: 'not-sent',
    code: 'not-supported',
    retry: { kind: 'never' },
  });
  expect(bridge.sentMessages()).toEqual([]);
});

it('a send and every action for an account that is not configured are refused', async () => {
  await start();
  const target = { ...attemptTo(`-;${ANN}`, '').target, account: 'other' as typeof DEFAULT_ACCOUNT };
  const attempt = { ...attemptTo(`-;${ANN}`, 'x'), target };
  expect(await gateway.connector.send(attempt, signal)).toMatchObject({
    kind: 'not-sent',
    retry: { kind: 'never' },
  });
  expect(await gateway.connector.findSent(attempt, async () => false, signal)).toMatchObject({
    kind: 'unresolved',
  });
  expect(await gateway.connector.probe(target.account)).toMatchObject({ reachable: false });
  const message = { target, messageId: 'A' as RemoteMessageId };
  const outcomes = [
    gateway.connector.react(message, { emoji: '👍', isRemoved: false }, signal),
    gateway.connector.edit(message, { text: 'x', author: 'operator' }, signal),
    gateway.connector.unsend(message, signal),
    gateway.connector.renameGroup(target, 'x', signal),
    gateway.connector.addParticipant(target, ANN as SenderId, signal),
    gateway.connector.removeParticipant(target, ANN as SenderId, signal),
    gateway.connector.leaveGroup(target, signal),
    gateway.connector.setGroupIcon(
      target,
      { content: inMemory(new Uint8Array([1])), mimeType: 'image/png' },
      signal,
    ),
  ];
  for (const outcome of outcomes) expect(await outcome).toMatchObject({ kind: 'failed', code: 'rejected' });
  expect(await gateway.connector.resolveTarget(target.account, ANN, signal)).toBeUndefined();
  const fetched = gateway.connector.fetchMedia(target.account, 'A', { maxBytes: 1 }, signal);
  expect((await fetched.next()).value).toEqual({ problem: 'the account is not connected' });
  await gateway.connector.typing(target);
  await gateway.connector.markRead(target);
  await gateway.connector.disconnect(target.account);
});

it('the log has neither secrets nor message texts', async () => {
  const lines: string[] = [];
  const note = (...parts: unknown[]) => void lines.push(parts.map((part) => JSON.stringify(part)).join(' '));
  const logger: LoggerService = {
    log: note,
    error: note,
    warn: note,
    debug: note,
    verbose: note,
    fatal: note,
  };
  await start();
  Logger.overrideLogger(logger);
  try {
    await isRegistered();
    bridge.receiveText({ from: ANN, text: TEXTS[0] });
    await arrives(TEXTS[0]);
    const file = { bytes: Buffer.from(TEXTS[1]), filename: 'private.mp3', asVoice: true };
    bridge.faults.conversionsFail = true;
    await gateway.connector.send(fileTo(`-;${ANN}`, file), signal);
    sink.failsFor = () => true;
    bridge.receiveText({ from: ANN, text: `${TEXTS[0]} again` });
    bridge.faults.sends.next({ kind: 'script-error', text: `osascript: ${TEXTS[1]} (-1700)` });
    await gateway.connector.send(attemptTo(`-;${ANN}`, TEXTS[1]), signal);
    await fetch(`${gateway.url}/imbridge-webhook?password=guess-${HOOK}`, { method: 'POST' });
    await bridge.idle();
    await bridge.down();
    await gateway.connector.probe(DEFAULT_ACCOUNT);
    await gateway.connector.disconnect(DEFAULT_ACCOUNT);
  } finally {
    Logger.overrideLogger(false);
  }
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.join('\n')).not.toMatch(/pa&ss|pa%26ss|s3cret|private/);
});
