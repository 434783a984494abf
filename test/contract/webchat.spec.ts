import { type ConversationId, DEFAULT_ACCOUNT, type SenderId } from '../../src/channels/index.js';
import { SystemClock } from '../../src/common/index.js';
import { DeliveryConfig } from '../../src/config/index.js';
import type { MediaStore } from '../../src/media/index.js';
import { ChatFiles } from '../../src/webchat/chat-files.js';
import { senderOf } from '../../src/webchat/id.js';
import { WebchatConfig } from '../../src/webchat/webchat.config.js';
import { WebchatConnector } from '../../src/webchat/webchat.connector.js';
import { expectApprovalsAsOffered, expectFeaturesAsImplemented } from '../support/connector-features.js';
import { attemptTo, fileTo, RecordingSink } from '../support/imbridge.js';

const TOKEN = 'tok_01j9zq4c5x8r2m6t0w3y7v1b4d';
const OWNER = senderOf({ role: 'owner' });
const place = OWNER as string as ConversationId;
const clock = new SystemClock();
let config: WebchatConfig;
let sink: RecordingSink;
let sut: WebchatConnector;

beforeEach(() => {
  config = new WebchatConfig();
  sut = new WebchatConnector(config, clock, new ChatFiles(new DeliveryConfig(), {} as MediaStore, clock));
  sink = new RecordingSink();
  sut.connect(DEFAULT_ACCOUNT, sink);
});

const write = (sender: SenderId, key: string, text = 'hello') =>
  sut.write({ sender, name: 'Nora' }, { key, text, files: [] });

it('the capabilities name what the connector implements', async () => {
  expectFeaturesAsImplemented(sut, ['sendAttachment']);
  await expectApprovalsAsOffered(sut, attemptTo(place, ''));
});

it('a text and a file are sent at once, and a poll is refused', async () => {
  expect(await sut.send(attemptTo(place, 'hello'))).toMatchObject({ kind: 'sent' });
  expect(await sut.send(fileTo(place, { bytes: Buffer.from('x') }))).toMatchObject({ kind: 'sent' });
  const poll = {
    kind: 'poll',
    pollId: 'p',
    question: '?',
    options: ['a', 'b'],
    maxSelections: 1,
    text: '?',
  } as const;
  expect(await sut.send({ ...attemptTo(place, ''), content: poll })).toMatchObject({
    kind: 'not-sent',
    code: 'not-supported',
    retry: { kind: 'never' },
  });
});

it('a send that was cut off is made again, under the same id', async () => {
  const attempt = attemptTo(place, 'hello');
  expect(await sut.findSent()).toEqual({ kind: 'not-sent' });
  const [first, again] = [await sut.send(attempt), await sut.send(attempt)];
  expect([first, again].map((each) => each.kind === 'sent' && each.messageId)).toEqual([
    attempt.correlationId,
    attempt.correlationId,
  ]);
});

it('each token has its own sender and direct conversation, and only owners are let in by themselves', () => {
  const senders = [
    OWNER,
    senderOf({ role: 'owner', tokenId: TOKEN }),
    senderOf({ role: 'operator', tokenId: TOKEN }),
    senderOf({ role: 'viewer', tokenId: TOKEN }),
  ];
  expect(senders).toEqual(['owner', `owner:${TOKEN}`, TOKEN, TOKEN]);
  const isListed = () => senders.map((each) => sut.accounts()[0]!.allowFrom.keys.has(`sender:${each}`));
  expect(isListed()).toEqual([true, true, false, false]);
  expect(sut.accounts()[0]!.dmPolicy).toBe('allowlist');
  config.allowFrom = [TOKEN];
  expect(isListed()).toEqual([true, true, true, true]);
  expect(sut.accounts()[0]!.allowFrom.keys.has('sender:ownerless')).toBe(false);
  config.enabled = false;
  expect(sut.accounts()).toEqual([]);
});

it.each([
  ['owner', 'owner'],
  [TOKEN, TOKEN],
  [` token:${TOKEN}\n`, TOKEN],
  [`owner:${TOKEN}`, `owner:${TOKEN}`],
  ['token:owner', 'owner'],
  ['Nora', undefined],
  ['owner:', undefined],
  ['tok_1', undefined],
])('an operator who types %j means the sender %j', async (typed, sender) => {
  expect(sut.normalizeSender(DEFAULT_ACCOUNT, typed)).toBe(sender);
  expect(await sut.resolveTarget(DEFAULT_ACCOUNT, typed)).toBe(sender);
});

it('settings name tokens', () => {
  expect(Object.assign(new WebchatConfig(), { allowFrom: [TOKEN, 'Nora'] }).problems()).toEqual([
    expect.objectContaining({ path: 'allowFrom[1]' }),
  ]);
});

it('a message sent again under its key is one message, and another sender has keys of their own', async () => {
  expect(await write(OWNER, 'k')).toBe('stored');
  expect(await write(OWNER, 'k')).toBe('duplicate');
  expect(await write(TOKEN as SenderId, 'k')).toBe('stored');
  expect(sink.accepted).toMatchObject([
    { sender: { id: 'owner', name: 'Nora', isSelf: false }, conversation: { id: 'owner', kind: 'direct' } },
    { sender: { id: TOKEN }, conversation: { id: TOKEN, kind: 'direct' }, accessKeys: [`sender:${TOKEN}`] },
  ]);
});

it('a message that cannot be stored is not taken', async () => {
  sink.failsFor = () => true;
  await expect(write(OWNER, 'k')).rejects.toThrow('database is down');
  await sut.disconnect();
  await expect(write(OWNER, 'k')).rejects.toThrow('The gateway is starting or stopping.');
});

it('a press on a button is an answer, unless it would have no effect', async () => {
  const press = () => sut.decide({ sender: OWNER }, { approvalId: 'apr_1', decision: 'allow' });
  sink.judgeAnswer = () => ({ kind: 'ended', text: 'denied by Ann' });
  expect(await press()).toEqual({ kind: 'ended', text: 'denied by Ann' });
  expect(sink.accepted).toEqual([]);
  sink.judgeAnswer = () => undefined;
  expect(await press()).toBeUndefined();
  expect(sink.accepted).toMatchObject([
    { kind: 'approval-answer', approvalId: 'apr_1', decision: 'allow', sender: { id: 'owner' } },
  ]);
  expect(sink.accepted[0]).not.toHaveProperty('text');
});
