import { accountOf, attemptTo } from '../../test/support/imbridge.js';
import type { DeliveryAttempt, ReconcileOutcome, RemoteMessageId } from '../channels/index.js';
import { BridgeSimulator } from '../simulators/index.js';
import type { ImbridgeAccount } from './imbridge.account.js';

const ANN = '+12025550143';
const CHAT = `iMessage;-;${ANN}`;
const signal = new AbortController().signal;
const SETTLED = { startedAt: Date.now() - 10_000, firstStartedAt: Date.now() - 60_000 };

let bridge: BridgeSimulator;
let sut: ImbridgeAccount;
let known: Set<string>;

beforeEach(async () => {
  bridge = await BridgeSimulator.start({ echoDelayMs: [0, 2], deliveryReceipts: false });
  bridge.directChat(ANN);
  sut = accountOf(bridge).account;
  known = new Set();
});
afterEach(async () => {
  await sut.disconnect();
  await bridge.stop();
});

const find = (text: string, more: Partial<DeliveryAttempt> = SETTLED): Promise<ReconcileOutcome> =>
  sut.findSent(attemptTo(`-;${ANN}`, text, more), async (id: RemoteMessageId) => known.has(id), signal);

it('finds what went out although the answer was lost', async () => {
  bridge.faults.sends.next({ kind: 'answer-lost' });
  expect(await sut.send(attemptTo(`-;${ANN}`, 'hello'), signal)).toMatchObject({ kind: 'unknown' });
  const [row] = bridge.sentMessages();
  expect(await find('hello', {})).toEqual({ kind: 'sent', messageId: row!.guid, at: row!.dateCreated });
});

it('says not-sent when nothing went out, but not before the row may be there', async () => {
  bridge.faults.sends.next({ kind: 'refused' });
  await sut.send(attemptTo(`-;${ANN}`, 'hello'), signal);
  expect(await find('hello', {})).toMatchObject({ kind: 'unresolved' });
  expect(await find('hello')).toEqual({ kind: 'not-sent' });
});

it('ends without a double: unknown, not found, sent again with the same id', async () => {
  bridge.faults.sends.next({ kind: 'refused' });
  const attempt = attemptTo(`-;${ANN}`, 'hello', SETTLED);
  expect(await sut.send(attempt, signal)).toMatchObject({ kind: 'unknown' });
  expect(await find('hello')).toEqual({ kind: 'not-sent' });
  expect(await sut.send(attempt, signal)).toMatchObject({ kind: 'sent' });
  expect(bridge.sentMessages()).toHaveLength(1);
});

it('a repeat during a send that hangs is refused by the bridge', async () => {
  bridge.faults.sends.next({ kind: 'hang', ms: 200 });
  const controller = new AbortController();
  const attempt = attemptTo(`-;${ANN}`, 'hello', SETTLED);
  const first = sut.send(attempt, controller.signal);
  await bridge.waitFor(() => bridge.requests.some((each) => each.path.endsWith('/message/text')));
  controller.abort();
  expect(await first).toMatchObject({ kind: 'unknown' });
  expect(await find('hello')).toEqual({ kind: 'not-sent' });
  expect(await sut.send(attempt, signal)).toMatchObject({ kind: 'unknown', code: 'in-flight' });
  await bridge.waitFor(() => bridge.sentMessages().length > 0);
  expect(await find('hello')).toMatchObject({ kind: 'sent' });
  expect(bridge.sentMessages()).toHaveLength(1);
});

describe('which row', () => {
  const own = (text: string, more = {}) => bridge.receive({ chatGuid: CHAT, text, ...more });

  it('compares in the normalisation of the bridge', async () => {
    const row = own('caf\u00e9\n\ufffcline');
    expect(await find('  cafe\u0301\r\nline ')).toMatchObject({ kind: 'sent', messageId: row.guid });
  });

  it.each([
    ['another text', () => own('hello!')],
    ['written by them', () => bridge.receiveText({ from: ANN, text: 'hello' })],
    ['too old', () => own('hello', { date: Date.now() - 3_600_000 })],
    ['refused by Apple', () => own('hello', { error: 22 })],
    ['a reaction', () => own('hello', { associatedMessageType: 'love' })],
    ['in another chat', () => bridge.receive({ chatGuid: 'iMessage;-;+12025550199', text: 'hello' })],
  ])('not one that is %s', async (_what, make) => {
    make();
    expect(await find('hello')).toEqual({ kind: 'not-sent' });
  });

  it("not one that is another delivery's; then the next", async () => {
    const first = own('ok');
    const second = own('ok', { date: Date.now() + 1 });
    expect(await find('ok')).toMatchObject({ messageId: first.guid });
    known.add(first.guid);
    expect(await find('ok')).toMatchObject({ messageId: second.guid });
  });

  it('tolerates clocks some minutes apart', async () => {
    own('hello', { date: SETTLED.firstStartedAt - 4 * 60_000 });
    expect(await find('hello')).toMatchObject({ kind: 'sent' });
  });
});

describe('can not be told', () => {
  it('when the bridge is down', async () => {
    await bridge.down();
    expect(await find('hello')).toMatchObject({ kind: 'unresolved' });
  });

  it('when somebody else answers', async () => {
    bridge.faults.requests.all({ kind: 'answer', status: 404, text: 'Not Found' });
    expect(await find('hello')).toMatchObject({ kind: 'unresolved' });
  });

  it('when the call is cut', async () => {
    bridge.faults.requests.all({ kind: 'cut' }, { when: ({ path }) => path.endsWith('/message') });
    expect(await find('hello')).toMatchObject({ kind: 'unresolved' });
  });
});

it('finds the chat under its macOS 26 name', async () => {
  await sut.send(attemptTo(`-;${ANN}`, 'first'), signal);
  bridge.faults.macOs26 = true;
  const row = bridge.receive({ chatGuid: `any;-;${ANN}`, text: 'hello' });
  expect(await find('hello')).toMatchObject({ kind: 'sent', messageId: row.guid });
});
