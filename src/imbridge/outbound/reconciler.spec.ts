import { FakeClock } from '../../../test/support/fake-clock.js';
import { accountOf, attemptTo, clientOf, MemoryState } from '../../../test/support/imbridge.js';
import {
  DEFAULT_ACCOUNT,
  type DeliveryAttempt,
  type ReconcileOutcome,
  type RemoteMessageId,
  type SendFailureCode,
} from '../../channels/index.js';
import { SystemClock } from '../../common/index.js';
import { BridgeSimulator } from '../../../simulators/index.js';
import type { ImbridgeAccount } from '../account/account.js';
import { ContactDirectory } from '../service/contacts.js';
import { ChatDirectory } from '../service/chats.js';
import type { BridgeClient } from '../service/client/bridge-client.js';
import { MirroredChats } from '../service/mirrored-chats.js';
import { type Bridge, RecentSends } from '../service/bridge.js';
import { Reconciler } from './reconciler.js';
import { ServerInfo } from '../service/client/server-info.js';

const ANN = '+12025550143';
const CHAT = `iMessage;-;${ANN}`;
const signal = new AbortController().signal;
const LONG_AGO = { startedAt: Date.now() - 10_000, firstStartedAt: Date.now() - 60_000 };

let bridge: BridgeSimulator;
let sut: ImbridgeAccount;
let known: Set<string>;

beforeEach(async () => {
  bridge = await BridgeSimulator.start({ echoDelayMs: [0, 2], deliveryReceipts: false });
  bridge.receiveUnseen({ from: ANN, text: 'hi' });
  sut = accountOf(bridge).account;
  known = new Set();
});
afterEach(async () => {
  await sut.disconnect();
  await bridge.stop();
});

/** With a bridge's clock that is off by this much. */
function parts({ clockOffsetMs }: { readonly clockOffsetMs: number | undefined }): Bridge {
  const client = Object.create(clientOf(bridge), {
    clockOffsetMs: { value: clockOffsetMs },
  }) as BridgeClient;
  const clock = new SystemClock();
  const info = new ServerInfo(client, clock);
  const chats = new ChatDirectory(DEFAULT_ACCOUNT, new MemoryState(), client, info);
  return {
    client,
    info,
    chats,
    contacts: new ContactDirectory(client, () => undefined),
    recent: new RecentSends(),
    mirrored: new MirroredChats(),
    clock,
  };
}

const find = (text: string, more: Partial<DeliveryAttempt> = LONG_AGO): Promise<ReconcileOutcome> =>
  sut.findSent(attemptTo(`-;${ANN}`, text, more), async (id: RemoteMessageId) => known.has(id), signal);

it('a message whose answer was lost is found', async () => {
  bridge.faults.sends.next({ kind: 'answer-lost' });
  expect(await sut.send(attemptTo(`-;${ANN}`, 'hello'), signal)).toMatchObject({ kind: 'unknown' });
  const [row] = bridge.sentMessages();
  expect(await find('hello', {})).toEqual({ kind: 'sent', messageId: row!.guid, at: row!.dateCreated });
});

it('a message that did not go out is not-sent, and unresolved while its row may still come', async () => {
  bridge.faults.sends.next({ kind: 'refused' });
  await sut.send(attemptTo(`-;${ANN}`, 'hello'), signal);
  expect(await find('hello', {})).toMatchObject({ kind: 'unresolved' });
  expect(await find('hello')).toEqual({ kind: 'not-sent' });
});

it('the time of the question counts, not that of its answer', async () => {
  const clock = new FakeClock(Date.now());
  const slow = <T extends object>(part: T): T =>
    new Proxy(part, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => {
          clock.advance(1_000);
          return value.apply(target, args) as unknown;
        };
      },
    });
  const { client, chats, ...rest } = parts({ clockOffsetMs: 0 });
  const reconciler = new Reconciler({ ...rest, client: slow(client), chats: slow(chats), clock });
  const attempt = attemptTo(`-;${ANN}`, 'hello', {
    startedAt: clock.now() - 2_500,
    firstStartedAt: clock.now() - 2_500,
  });
  const find = () => reconciler.findSent(attempt, async () => false, signal);
  expect(await find()).toMatchObject({ kind: 'unresolved', detail: 'no row yet' });
  expect(await find()).toEqual({ kind: 'not-sent' });
});

it('row 29: a message that was unknown and is not found is sent again once, with the same id', async () => {
  bridge.faults.sends.next({ kind: 'refused' });
  const attempt = attemptTo(`-;${ANN}`, 'hello', LONG_AGO);
  expect(await sut.send(attempt, signal)).toMatchObject({ kind: 'unknown' });
  expect(await find('hello')).toEqual({ kind: 'not-sent' });
  expect(await sut.send(attempt, signal)).toMatchObject({ kind: 'sent' });
  expect(bridge.sentMessages()).toHaveLength(1);
});

it('a repeat while the first send hangs is refused by the bridge', async () => {
  const until = Promise.withResolvers<undefined>();
  bridge.faults.sends.next({ kind: 'hang', until: until.promise });
  const controller = new AbortController();
  const attempt = attemptTo(`-;${ANN}`, 'hello', LONG_AGO);
  const first = sut.send(attempt, controller.signal);
  await bridge.waitFor(() => bridge.requests.some((each) => each.path.endsWith('/message/text')));
  controller.abort();
  expect(await first).toMatchObject({ kind: 'unknown' });
  expect(await sut.send(attempt, signal)).toMatchObject({ kind: 'unknown', code: 'in-flight' });
  until.resolve(undefined);
  await bridge.waitFor(() => bridge.sentMessages().length > 0);
  expect(await find('hello')).toMatchObject({ kind: 'sent' });
  expect(bridge.sentMessages()).toHaveLength(1);
});

describe('while the bridge may still be at work', () => {
  const isQuestion = ({ path }: { readonly path: string }) => path.endsWith('/message/attachment');
  /** The process was killed, and the bridge continues its send. */
  const sendAndDie = async (until: Promise<undefined>) => {
    bridge.faults.sends.next({ kind: 'hang', until });
    const controller = new AbortController();
    const lost = sut.send(attemptTo(`-;${ANN}`, 'hello', LONG_AGO), controller.signal);
    await bridge.waitFor(() => bridge.requests.some(({ path }) => path.endsWith('/message/text')));
    controller.abort();
    await lost;
  };

  it('the send stays unresolved', async () => {
    const until = Promise.withResolvers<undefined>();
    await sendAndDie(until.promise);
    expect(await find('hello')).toMatchObject({ kind: 'unresolved', code: 'in-flight' });
    until.resolve(undefined);
    await bridge.waitFor(() => bridge.sentMessages().length > 0);
    expect(await find('hello')).toMatchObject({ kind: 'sent' });
  });

  it('a row that appears during the question is found', async () => {
    const until = Promise.withResolvers<undefined>();
    await sendAndDie(until.promise);
    bridge.faults.requests.next({ kind: 'delay', ms: 50 }, { when: isQuestion });
    const found = find('hello');
    await bridge.waitFor(() => bridge.requests.some(isQuestion));
    until.resolve(undefined);
    expect(await found).toMatchObject({ kind: 'sent' });
  });

  it('the question itself sends nothing', async () => {
    expect(await find('hello')).toEqual({ kind: 'not-sent' });
    expect(bridge.requests.filter(isQuestion)).toMatchObject([{ status: 400 }]);
    expect(bridge.sentMessages()).toEqual([]);
  });

  it('the send stays unresolved when the question gets no answer', async () => {
    bridge.faults.requests.next({ kind: 'cut' }, { when: isQuestion });
    expect(await find('hello')).toMatchObject({ kind: 'unresolved' });
  });

  it('the rows decide when the bridge does not understand the question', async () => {
    bridge.faults.requests.next({ kind: 'answer', status: 415, text: 'no uploads' }, { when: isQuestion });
    expect(await find('hello')).toEqual({ kind: 'not-sent' });
  });
});

describe('after an error answer, while a row may still come', () => {
  const answered = (code: SendFailureCode, secondsAgo: number) => {
    const at = Date.now() - secondsAgo * 1_000;
    return { startedAt: at - 120_000, firstStartedAt: at - 120_000, ended: { at, code } };
  };

  it.each(['remote-error', 'timeout'] as const)('%s is not-sent only after 65 s', async (code) => {
    expect(await find('hello', answered(code, 64))).toMatchObject({ kind: 'unresolved' });
    expect(await find('hello', answered(code, 66))).toEqual({ kind: 'not-sent' });
  });

  it('rejected is not-sent after 4 s, because AppleScript says that nothing was sent', async () => {
    expect(await find('hello', answered('rejected', 2))).toMatchObject({ kind: 'unresolved' });
    expect(await find('hello', answered('rejected', 4))).toEqual({ kind: 'not-sent' });
  });

  it.each(['cut-off', 'aborted'] as const)(
    '%s is not-sent at once, because the tempGuid prevents a double',
    async (code) => {
      expect(await find('hello', answered(code, 0))).toEqual({ kind: 'not-sent' });
    },
  );

  it('in-flight is not-sent only once the first call must have ended', async () => {
    expect(await find('hello', answered('in-flight', 60))).toMatchObject({ kind: 'unresolved' });
    const longAgo = { firstStartedAt: Date.now() - 300_000, startedAt: Date.now() - 290_000 };
    expect(await find('hello', { ...answered('in-flight', 0), ...longAgo })).toEqual({ kind: 'not-sent' });
  });

  it('a clock that was set back does not stop the waiting', async () => {
    const future = { firstStartedAt: Date.now() + 3_600_000, startedAt: Date.now() + 3_600_000 };
    expect(await find('hello', { ...answered('cut-off', 0), ...future })).toEqual({ kind: 'not-sent' });
  });

  it('a row that appears long after the 504 is found', async () => {
    bridge.faults.sends.next({ kind: 'gateway-timeout' });
    const outcome = await sut.send(attemptTo(`-;${ANN}`, 'hello'), signal);
    expect(outcome).toMatchObject({ kind: 'unknown', code: 'timeout' });
    expect(await find('hello', answered('timeout', 40))).toMatchObject({ kind: 'unresolved' });
    const row = bridge.receive({ chatGuid: CHAT, text: 'hello' });
    expect(await find('hello', answered('timeout', 41))).toMatchObject({ kind: 'sent', messageId: row.guid });
  });

  it('a chat that is not made yet is waited for', async () => {
    const attempt = attemptTo('-;+12025550188', 'hello', answered('timeout', 10));
    expect(await sut.findSent(attempt, async () => false, signal)).toMatchObject({ kind: 'unresolved' });
  });
});

describe('the row of a send', () => {
  const own = (text: string, more = {}) => bridge.receive({ chatGuid: CHAT, text, ...more });

  it("is compared in the bridge's normalisation", async () => {
    const row = own('caf\u00e9\n\ufffcline');
    expect(await find('  cafe\u0301\r\nline ')).toMatchObject({ kind: 'sent', messageId: row.guid });
  });

  it.each([
    ['another text', () => own('help')],
    ['written by them', () => bridge.receiveText({ from: ANN, text: 'hello' })],
    ['too old', () => own('hello', { date: Date.now() - 3_600_000 })],
    ['refused by Apple', () => own('hello', { error: 22 })],
    ['a reaction', () => own('hello', { associatedMessageType: 'love' })],
    ['in another chat', () => bridge.receive({ chatGuid: 'iMessage;-;+12025550199', text: 'hello' })],
  ])('is not one that is %s', async (_what, make) => {
    make();
    expect(await find('hello')).toEqual({ kind: 'not-sent' });
  });

  it.each([
    [`with quotes: "it's" fine`, 'with quotes: \u201cit\u2019s\u201d fine'],
    ['**well** -- \u2764', 'well \u2014 \u2764\ufe0f'],
  ])('may be changed by macOS: %j', async (text, stored) => {
    const row = own(stored, { date: LONG_AGO.firstStartedAt });
    expect(await find(text)).toMatchObject({ kind: 'sent', messageId: row.guid });
  });

  it('is the equal one before one that has the same words', async () => {
    own('ready?', { date: LONG_AGO.firstStartedAt });
    const row = own('ready!', { date: LONG_AGO.firstStartedAt + 1 });
    expect(await find('ready!')).toMatchObject({ messageId: row.guid });
  });

  it.each([
    ['before the attempt', -30_000],
    ['long after it', 30 * 60_000],
  ])('is not one of the same words %s, which a person has written', async (_when, ms) => {
    own('ready?', { date: LONG_AGO.firstStartedAt + ms });
    expect(await find('ready!')).toEqual({ kind: 'not-sent' });
  });

  it('may be one that is nearly the text, which is then not sent again', async () => {
    const row = own('We meet at 5 \u00a9 Example', { date: LONG_AGO.firstStartedAt });
    const text = 'We meet at 5 (c) Example';
    const ended = { at: Date.now() - 64_000, code: 'remote-error' as const };
    expect(await find(text, { ...LONG_AGO, ended })).toMatchObject({ kind: 'unresolved' });
    expect(await find(text)).toMatchObject({ kind: 'unresolvable' });
    expect(await find('We meet at 6 (c) Example')).toEqual({ kind: 'not-sent' });
    known.add(row.guid);
    expect(await find(text)).toEqual({ kind: 'not-sent' });
  });

  it('is not one of another delivery, but the next', async () => {
    const first = own('ok');
    const second = own('ok', { date: Date.now() + 1 });
    expect(await find('ok')).toMatchObject({ messageId: first.guid });
    known.add(first.guid);
    expect(await find('ok')).toMatchObject({ messageId: second.guid });
  });

  it('is not one from minutes before, because the clocks are known to agree', async () => {
    own('hello', { date: LONG_AGO.firstStartedAt - 2 * 60_000 });
    expect(await find('hello')).toEqual({ kind: 'not-sent' });
  });

  it('can be up to a minute older than the send', async () => {
    const row = own('hello', { date: LONG_AGO.firstStartedAt - 50_000 });
    expect(await find('hello')).toMatchObject({ kind: 'sent', messageId: row.guid });
  });

  it.each([
    ['by what the clock of the bridge is known to be off', -10, 10.5, 'sent'],
    ['but not by more', -10, 12, 'not-sent'],
    ['by minutes while it is unknown', undefined, 4, 'sent'],
  ])('can have a date %s', async (_what, offset, minutesBefore, kind) => {
    own('hello', { date: LONG_AGO.firstStartedAt - minutesBefore * 60_000 });
    const clockOffsetMs = offset === undefined ? undefined : offset * 60_000;
    const reconciler = new Reconciler(parts({ clockOffsetMs }));
    const attempt = attemptTo(`-;${ANN}`, 'hello', LONG_AGO);
    expect(await reconciler.findSent(attempt, async () => false, signal)).toMatchObject({ kind });
  });

  it.each(['SMS', 'any', 'RCS'])('can be in the %s chat of the same person', async (service) => {
    const row = own('hello', { chatGuid: `${service};-;${ANN}` });
    expect(await find('hello')).toMatchObject({ kind: 'sent', messageId: row.guid });
  });
});

describe('a send stays unresolved', () => {
  it('when the bridge is down', async () => {
    await bridge.down();
    expect(await find('hello')).toMatchObject({ kind: 'unresolved' });
  });

  it('when another server answers', async () => {
    bridge.faults.requests.all({ kind: 'answer', status: 404, text: 'Not Found' });
    expect(await find('hello')).toMatchObject({ kind: 'unresolved' });
  });

  it('when the call is cut', async () => {
    bridge.faults.requests.all({ kind: 'cut' }, { when: ({ path }) => path.endsWith('/message') });
    expect(await find('hello')).toMatchObject({ kind: 'unresolved' });
  });
});

it('a chat is found under its macOS 26 guid', async () => {
  await sut.send(attemptTo(`-;${ANN}`, 'first'), signal);
  bridge.faults.macOs26 = true;
  const row = bridge.receive({ chatGuid: `any;-;${ANN}`, text: 'hello' });
  expect(await find('hello')).toMatchObject({ kind: 'sent', messageId: row.guid });
});
