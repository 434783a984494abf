import { jest } from '@jest/globals';
import { eventually } from '../../../test/support/eventually.js';
import { FakeClock } from '../../../test/support/fake-clock.js';
import {
  type AccountFixture,
  accountOf,
  attemptTo,
  clientOf,
  MemoryState,
  newMessageEvent,
} from '../../../test/support/imbridge.js';
import { ROW_ORDER_TIMINGS } from '../service/messages/row-order.js';
import { BridgeSimulator, EXAMPLES, type MessageRow } from '../../../simulators/index.js';
import { NotConnected } from '../inbound/webhook-events.js';

const ANN = '+12025550143';
const CONVERSATION = attemptTo(`-;${ANN}`, '').target.conversation;
const ORIGIN = 'http://127.0.0.1:1';
let bridge: BridgeSimulator;
let fixture: AccountFixture;

async function connect(more: Parameters<typeof accountOf>[1] = {}): Promise<void> {
  fixture = accountOf(bridge, more);
  fixture.account.connect(fixture.sink);
}
/** An account that is up is `degraded` without a webhook that reaches the test. */
const hasStatus = (status: string) =>
  eventually(() => (fixture.sink.status === 'degraded' ? 'connected' : fixture.sink.status) === status, {
    what: status,
  });
const hasCursor = () => eventually(() => fixture.state.values.has('default/cursor'), { what: 'a cursor' });

beforeEach(async () => {
  bridge = await BridgeSimulator.start({ echoDelayMs: [0, 2], deliveryReceipts: false });
});
afterEach(async () => {
  await fixture.account.disconnect();
  await bridge.stop();
});

describe('the connection', () => {
  it('row 40: stays connected for as long as the bridge answers, even without messages', async () => {
    await connect();
    // Up, except for a webhook that must be entered by hand.
    await eventually(() => fixture.sink.status === 'degraded', { what: 'a look at the webhook' });
    const looks = () => bridge.requests.filter(({ path }) => path.endsWith('/server/info')).length;
    const before = looks();
    await eventually(() => looks() > before + 10, { what: 'many looks' });
    const seen = fixture.sink.states.map(({ status }) => status);
    expect(seen.filter((status, index) => status !== seen[index - 1])).toEqual([
      'connecting',
      'connected',
      'degraded',
    ]);
  });

  it('reports a wrong password without its text, and recovers', async () => {
    await connect({ password: 'wr0ng-secret' });
    await hasStatus('bad-credentials');
    expect(JSON.stringify(fixture.sink.states)).not.toContain('wr0ng');
    bridge.faults.requests.all({
      kind: 'answer',
      status: 200,
      json: { status: 200, message: 'ok', data: {} },
    });
    await hasStatus('connected');
  });

  it('recovers after the bridge was away', async () => {
    await connect();
    await hasStatus('connected');
    await bridge.down();
    await hasStatus('transient-disconnect');
    await bridge.up();
    await hasStatus('connected');
  });

  it('reports that macOS 26 cannot send without the Private API, still receives, and recovers', async () => {
    bridge.faults.macOs26 = bridge.faults.helperOff = true;
    await connect();
    await hasStatus('error');
    expect(fixture.sink.states.at(-1)?.reason).toMatch(
      /^The bridge cannot send on macOS 26 without the Private API/,
    );
    await hasCursor();
    await fixture.account.receive('new-message', newMessageEvent().data);
    expect(fixture.sink.texts).toHaveLength(1);
    bridge.faults.helperOff = false;
    await hasStatus('connected');
  });

  it('stays stopped after a disconnect, and can be connected again', async () => {
    await connect();
    await hasStatus('connected');
    await fixture.account.disconnect();
    await fixture.account.disconnect();
    expect(fixture.sink.status).toBe('stopped');
    const states = fixture.sink.states.length;
    await expect(fixture.account.receive('new-message', {})).rejects.toThrow(NotConnected);
    expect(fixture.sink.states).toHaveLength(states);
    fixture.account.connect(fixture.sink);
    await hasStatus('connected');
  });

  it('connects once when asked twice', async () => {
    await connect();
    fixture.account.connect(fixture.sink);
    await hasStatus('connected');
    expect(fixture.sink.states.filter((state) => state.status === 'connecting')).toHaveLength(1);
  });
});

describe('a message that the webhook missed', () => {
  const missed = (text: string) => bridge.receiveUnseen({ from: ANN, text });
  const arrives = (text: string) => eventually(() => fixture.sink.texts.includes(text), { what: text });

  it('is fetched when the bridge comes back', async () => {
    await connect();
    await hasCursor();
    await bridge.down();
    await hasStatus('transient-disconnect');
    missed('while it was down');
    await bridge.up();
    await arrives('while it was down');
  });

  it('is fetched at hello-world', async () => {
    await connect();
    await hasCursor();
    missed('unannounced');
    await fixture.account.receive('hello-world', null);
    await arrives('unannounced');
  });

  it('is fetched by the periodic catch-up', async () => {
    await connect({ catchUpIntervalMs: 10 });
    await hasCursor();
    missed('unannounced');
    await arrives('unannounced');
  });

  it('is fetched after it could not be stored', async () => {
    await connect({ catchUpIntervalMs: 20 });
    await hasCursor();
    fixture.sink.failsFor = () => true;
    const row = missed('at a bad time');
    await expect(
      fixture.account.receive('new-message', {
        guid: row.guid,
        text: row.text,
        chats: [{ guid: row.chat.guid }],
      }),
    ).rejects.toThrow('database is down');
    fixture.sink.failsFor = () => false;
    await fixture.account.receive('hello-world', null);
    await arrives('at a bad time');
  });
});

describe('the order of messages', () => {
  const live = (row: MessageRow) =>
    fixture.account.receive('new-message', {
      guid: row.guid,
      text: row.text,
      originalROWID: row.originalROWID,
      chats: [{ guid: row.chat.guid }],
    });

  it('a live message does not overtake messages written while the gateway was down', async () => {
    fixture = accountOf(bridge);
    fixture.state.values.set('default/cursor', '0');
    bridge.receiveUnseen({ from: ANN, text: 'first' });
    const second = bridge.receiveUnseen({ from: ANN, text: 'second' });
    fixture.account.connect(fixture.sink);
    await live(second);
    expect(fixture.sink.texts).toEqual(['first', 'second']);
  });

  it('a live message does not overtake messages written while the bridge was down', async () => {
    await connect();
    await hasCursor();
    await bridge.down();
    await hasStatus('transient-disconnect');
    bridge.receiveUnseen({ from: ANN, text: 'first' });
    const second = bridge.receiveUnseen({ from: ANN, text: 'second' });
    await bridge.up();
    await live(second);
    expect(fixture.sink.texts).toEqual(['first', 'second']);
  });

  it('messages announced in the wrong order are taken in the order of their rows', async () => {
    await connect();
    await hasCursor();
    const [first, second, third] = ['first', 'second', 'third'].map((text) =>
      bridge.receiveUnseen({ from: ANN, text }),
    );
    await Promise.all([live(third!), live(second!), live(first!)]);
    expect(fixture.sink.texts).toEqual(['first', 'second', 'third']);
  });

  it('a message after one of ours is not delayed: the answer to our send has that row', async () => {
    await connect();
    await hasCursor();
    await live(bridge.receiveUnseen({ from: ANN, text: 'before' }));
    await fixture.account.send(attemptTo(`-;${ANN}`, 'ours'), new AbortController().signal);
    const timers = jest.spyOn(globalThis, 'setTimeout');
    await live(bridge.receiveUnseen({ from: ANN, text: 'next' }));
    expect(timers.mock.calls.filter(([, ms]) => ms === ROW_ORDER_TIMINGS.maxWaitMs)).toEqual([]);
    timers.mockRestore();
  });

  it('a bridge that answers, but not the query for missed messages, delays no live message for long', async () => {
    const json = {
      status: 500,
      message: 'x',
      error: { type: 'Server Error', message: 'database is locked' },
    };
    bridge.faults.requests.all(
      { kind: 'answer', status: 500, json },
      { when: ({ path }) => path.endsWith('/message/query') },
    );
    bridge.receiveUnseen({ from: ANN, text: 'missed', date: Date.now() + 60_000 });
    await connect({ catchUpIntervalMs: 10 });
    await live(bridge.receiveUnseen({ from: ANN, text: 'live' }));
    expect(fixture.sink.texts).toEqual(['live']);
    await eventually(() => fixture.sink.states.at(-1)?.reason?.includes('missed') ?? false, {
      what: 'the problem',
    });
    expect(fixture.sink.status).toBe('degraded');
    bridge.faults.clear();
    await eventually(() => fixture.sink.texts.includes('missed'), { what: 'what was missed' });
    await hasStatus('connected');
  });

  it('a bridge that refuses the password delays no live message', async () => {
    await connect({ password: 'wrong' });
    await hasStatus('bad-credentials');
    await live(bridge.receiveUnseen({ from: ANN, text: 'only' }));
    expect(fixture.sink.texts).toEqual(['only']);
  });
});

describe('webhook registration', () => {
  it('is made on connect and repaired at hello-world', async () => {
    await connect({ origin: ORIGIN });
    await bridge.waitFor(() => bridge.webhooks.length === 1);
    expect(bridge.webhooks[0]?.url).toBe(`${ORIGIN}/imbridge-webhook?password=hook-secret`);
    await bridge.restart();
    await bridge.waitFor(() => bridge.webhooks.length === 1);
  });

  it('is made again within ten minutes when the bridge has lost it', async () => {
    const clock = new FakeClock(Date.now());
    fixture = accountOf(bridge, { origin: ORIGIN }, new MemoryState(), clock);
    fixture.account.connect(fixture.sink);
    await bridge.waitFor(() => bridge.webhooks.length === 1);
    await hasCursor();
    const other = clientOf(bridge);
    await other.deleteWebhook(bridge.webhooks[0]!.id);
    clock.advance(10 * 60_000);
    await bridge.waitFor(() => bridge.webhooks.length === 1);
    await other.close();
  });

  it('is tried again until it succeeds', async () => {
    bridge.faults.requests.next(
      { kind: 'answer', status: 500 },
      { times: 2, when: ({ path }) => path.endsWith('/webhook') },
    );
    await connect({ origin: ORIGIN });
    await bridge.waitFor(() => bridge.webhooks.length === 1);
  });
});

describe('typing and read marks', () => {
  const typed = () => bridge.typingEvents.filter((event) => event.cause === 'post');
  const meet = async () => {
    await fixture.account.receive('new-message', (EXAMPLES.E1[0] as { data: unknown }).data);
    await hasStatus('connected');
  };

  it('row 31: are sent by POST only, never by DELETE', async () => {
    await connect();
    await meet();
    await fixture.account.typing(CONVERSATION);
    await fixture.account.markRead(CONVERSATION);
    expect(typed()).toHaveLength(1);
    expect(bridge.readEvents).toMatchObject([{ chatGuid: `iMessage;-;${ANN}`, read: true }]);
    expect(bridge.requests.some((each) => each.method === 'DELETE')).toBe(false);
  });

  it('are not sent once a call has shown that the Private API is missing', async () => {
    await connect();
    await meet();
    bridge.faults.helperOff = true;
    await fixture.account.typing(CONVERSATION);
    const calls = bridge.requests.filter((each) => each.path.endsWith('/typing')).length;
    await fixture.account.typing(CONVERSATION);
    await fixture.account.markRead(CONVERSATION);
    expect(bridge.requests.filter((each) => each.path.endsWith('/typing'))).toHaveLength(calls);
    expect(bridge.readEvents).toEqual([]);
  });

  it('include no read mark with sendReadReceipts off', async () => {
    await connect({ sendReadReceipts: false });
    await meet();
    await fixture.account.markRead(CONVERSATION);
    expect(bridge.readEvents).toEqual([]);
  });

  it('row 28: never fail', async () => {
    await connect();
    await meet();
    bridge.faults.requests.all({ kind: 'cut' });
    await fixture.account.typing(CONVERSATION);
    await fixture.account.markRead(CONVERSATION);
    fixture.state.isDown = true;
    await fixture.account.typing(attemptTo('-;+12025550199', '').target.conversation);
  });

  it('never come after the message: a send waits for a typing call under way', async () => {
    await connect();
    await meet();
    bridge.faults.requests.next({ kind: 'delay', ms: 30 }, { when: ({ path }) => path.endsWith('/typing') });
    const typing = fixture.account.typing(CONVERSATION);
    await fixture.account.send(attemptTo(`-;${ANN}`, 'hi'), new AbortController().signal);
    await typing;
    expect(bridge.typingChats).toEqual([]);
  });
});

it('probe reports versions, Private API and webhook, or why the bridge is unreachable', async () => {
  await connect();
  await eventually(() => fixture.sink.status === 'degraded');
  expect(await fixture.account.probe()).toEqual({
    reachable: true,
    os_version: '15.5.0',
    server_version: '1.9.9',
    private_api: true,
    helper_connected: true,
    webhook: 'missing',
    webhookProblem: expect.stringContaining('gateway.publicUrl') as unknown,
    last_event_seconds: null,
  });
  await fixture.account.receive('chat-read-status-changed', { chatGuid: `iMessage;-;${ANN}`, read: true });
  expect(await fixture.account.probe()).toMatchObject({ last_event_seconds: expect.any(Number) as unknown });
  await bridge.down();
  expect(await fixture.account.probe()).toMatchObject({
    reachable: false,
    problem: expect.stringContaining('ECONNREFUSED') as unknown,
    os_version: null,
    server_version: null,
    private_api: null,
    helper_connected: null,
  });
});
