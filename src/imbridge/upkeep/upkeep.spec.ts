import { jest } from '@jest/globals';
import { eventually } from '../../../test/support/eventually.js';
import {
  type AccountFixture,
  accountOf,
  MemoryState,
  newMessageEvent,
  QUICK_TIMINGS,
} from '../../../test/support/imbridge.js';
import { BridgeSimulator } from '../../../simulators/index.js';
import { NotConnected } from '../inbound/webhook-events.js';

const ANN = '+12025550143';
const ORIGINS = ['http://127.0.0.1:1', 'http://127.0.0.1:2'] as const;
let bridge: BridgeSimulator;
let onDuty: AccountFixture;
let other: AccountFixture;

const isConnected = ({ sink }: AccountFixture) =>
  eventually(() => sink.status === 'connected' || sink.status === 'degraded');
const takes = ({ sink }: AccountFixture, ...texts: string[]) =>
  eventually(() => texts.every((text) => sink.texts.includes(text)), { what: texts.join() });

/** Two replicas on one state; the first has the duty and has caught up. */
beforeEach(async () => {
  bridge = await BridgeSimulator.start({ echoDelayMs: [0, 2], deliveryReceipts: false });
  const state = new MemoryState();
  onDuty = accountOf(bridge, { origin: ORIGINS[0] }, state);
  other = accountOf(bridge, { origin: ORIGINS[1] }, state);
  other.account.setUpkeep(false);
  for (const { account, sink } of [onDuty, other]) account.connect(sink);
  await Promise.all([isConnected(onDuty), isConnected(other)]);
  await eventually(() => state.values.has('default/cursor'), { what: 'a cursor' });
});
afterEach(async () => {
  await Promise.all([onDuty.account.disconnect(), other.account.disconnect()]);
  await bridge.stop();
});

/** Connects the one on duty again, with other times between its looks at the bridge. */
const reconnect = async (timings: Partial<typeof QUICK_TIMINGS>, more: { refusedForMs?: number } = {}) => {
  await onDuty.account.disconnect();
  const all = { ...QUICK_TIMINGS, ...timings };
  onDuty = accountOf(bridge, { origin: ORIGINS[0], timings: all, ...more }, onDuty.state);
  onDuty.account.connect(onDuty.sink);
  await isConnected(onDuty);
};

/** Times with which a bridge that is away is looked at only when something asks for it. */
const LOOKS_ONCE = { backOffMs: 600_000, backOffCapMs: 600_000 };

const hooks = () => bridge.webhooks.map(({ url }) => new URL(url).origin);

it('only the replica on duty registers the webhook', async () => {
  expect(hooks()).toEqual([ORIGINS[0]]);
  expect((await other.account.probe()).webhook).toBe('elsewhere');
});

it('a replica without duty accepts a message at once', async () => {
  await other.account.receive('new-message', newMessageEvent().data);
  expect(other.sink.texts).toHaveLength(1);
});

it('a disconnect ends at once while a message waits for the one before it, and refuses that message', async () => {
  const bring = (guid: string, originalROWID: number) =>
    other.account.receive('new-message', { ...newMessageEvent().data, guid, originalROWID });
  await bring('GUID-1', 90_001);
  const held = bring('GUID-3', 90_003);
  await Promise.all([other.account.disconnect(), expect(held).rejects.toThrow(NotConnected)]);
  expect(other.sink.texts).toHaveLength(1);
}, 5_000);

it('a duty that moves makes the other replica register its webhook and catch up', async () => {
  onDuty.account.setUpkeep(false);
  bridge.receiveUnseen({ from: ANN, text: 'unseen' });
  other.account.setUpkeep(true);
  await takes(other, 'unseen');
  expect(hooks()).toEqual([ORIGINS[1]]);
  expect(onDuty.sink.texts).toEqual([]);
});

it("a duty that moves back continues from the other replica's cursor", async () => {
  const isAt = (rowId: number | undefined) =>
    eventually(() => other.state.values.get('default/cursor') === String(rowId), { what: 'the cursor' });
  // Without its looks at a healthy bridge, in which a replica without duty forgets the cursor too.
  await reconnect({ healthyMs: 600_000 });
  bridge.receiveUnseen({ from: ANN, text: 'before' });
  // Its first catch-up may be over.
  await onDuty.account.receive('hello-world', null);
  await takes(onDuty, 'before');
  onDuty.account.setUpkeep(false);
  const first = bridge.receiveUnseen({ from: ANN, text: 'first' });
  other.account.setUpkeep(true);
  await isAt(first.originalROWID);
  other.account.setUpkeep(false);
  bridge.receiveUnseen({ from: ANN, text: 'second' });
  onDuty.account.setUpkeep(true);
  await takes(onDuty, 'second');
  expect(onDuty.sink.texts).toEqual(['before', 'second']);
});

it('a hello-world at the replica without duty makes the one on duty catch up', async () => {
  bridge.receiveUnseen({ from: ANN, text: 'unseen' });
  await other.account.receive('hello-world', null);
  await takes(onDuty, 'unseen');
  expect(other.sink.texts).toEqual([]);
});

it('an event that could not be stored makes the replica on duty catch up once the state is writable', async () => {
  const row = bridge.receiveUnseen({ from: ANN, text: 'refused' });
  other.sink.failsFor = () => true;
  other.state.isDown = true;
  const lost = { ...newMessageEvent().data, guid: row.guid, text: 'refused' };
  await expect(other.account.receive('new-message', lost)).rejects.toThrow();
  other.state.isDown = false;
  await takes(onDuty, 'refused');
});

it('the replica on duty catches up after the database was away', async () => {
  onDuty.state.isDown = true;
  const looks = onDuty.state.failures;
  await eventually(() => onDuty.state.failures > looks, { what: 'a look in vain' });
  bridge.receiveUnseen({ from: ANN, text: 'refused' });
  await other.account.disconnect();
  onDuty.state.isDown = false;
  await takes(onDuty, 'refused');
});

it('an event refused before the connection makes the replica on duty catch up', async () => {
  await other.account.disconnect();
  bridge.receiveUnseen({ from: ANN, text: 'refused' });
  await expect(other.account.receive('new-message', newMessageEvent().data)).rejects.toThrow(NotConnected);
  await takes(onDuty, 'refused');
});

it('webhooks are refused at once while nothing can be stored, and accepted in order afterwards', async () => {
  let tries = 0;
  onDuty.sink.failsFor = () => ++tries > 0;
  const webhook = (text: string) => {
    const { guid, originalROWID } = bridge.receiveUnseen({ from: ANN, text });
    return onDuty.account.receive('new-message', { ...newMessageEvent().data, guid, text, originalROWID });
  };
  await expect(webhook('first')).rejects.toThrow('database is down');
  await expect(webhook('second')).rejects.toThrow(NotConnected);
  // At once: no catch-up has tried meanwhile.
  expect(tries).toBe(1);
  onDuty.sink.failsFor = () => false;
  await takes(onDuty, 'first', 'second');
  expect(onDuty.sink.texts).toEqual(['first', 'second']);
});

it('a live message waits for missed ones while the bridge is away', async () => {
  await reconnect(LOOKS_ONCE, { refusedForMs: 600_000 });
  const bring = (text: string) => {
    const { guid } = bridge.receiveUnseen({ from: ANN, text });
    const row = { ...newMessageEvent().data, guid, text, originalROWID: undefined };
    return onDuty.account.receive('new-message', row);
  };
  // Taken once nothing is held back any more.
  await bring('first');
  bridge.faults.requests.all({ kind: 'cut' });
  await eventually(() => onDuty.sink.status === 'transient-disconnect', { what: 'that it is away' });
  bridge.receiveUnseen({ from: ANN, text: 'older' });
  const brought = bring('newer');
  await new Promise((resolve) => setImmediate(resolve));
  bridge.faults.clear();
  await onDuty.account.receive('hello-world', null);
  await Promise.all([brought, takes(onDuty, 'older', 'newer')]);
  expect(onDuty.sink.texts).toEqual(['first', 'older', 'newer']);
});

it('an account disconnected during a check leaves no timer', async () => {
  await reconnect({ healthyMs: 600_000 }, { refusedForMs: 599_000 });
  const before = bridge.requests.length;
  bridge.faults.requests.all({ kind: 'hang' });
  await onDuty.account.receive('hello-world', null);
  await eventually(() => bridge.requests.length > before, { what: 'a check under way' });
  const timers = jest.spyOn(globalThis, 'setTimeout');
  await onDuty.account.disconnect();
  expect(timers.mock.calls.filter(([, ms]) => ms === 599_000)).toEqual([]);
  timers.mockRestore();
});

it('a live message is accepted within its limit while the bridge is away, without another check', async () => {
  await reconnect(LOOKS_ONCE, { refusedForMs: 500 });
  bridge.faults.requests.all({ kind: 'cut' });
  await onDuty.account.receive('hello-world', null);
  await eventually(() => onDuty.sink.status === 'transient-disconnect', { what: 'that it is away' });
  await onDuty.account.receive('new-message', newMessageEvent().data);
  expect(onDuty.sink.texts).toHaveLength(1);
});

it('a message that waits when the duty moves is refused, and accepted in order by the new duty', async () => {
  bridge.faults.requests.all({ kind: 'hang' }, { when: ({ path }) => path.includes('/message/') });
  bridge.receiveUnseen({ from: ANN, text: 'older' });
  await onDuty.account.receive('hello-world', null);
  const row = bridge.receiveUnseen({ from: ANN, text: 'newer' });
  const newer = { ...newMessageEvent().data, guid: row.guid, text: 'newer', originalROWID: undefined };
  const refused = expect(onDuty.account.receive('new-message', newer)).rejects.toThrow(NotConnected);
  await new Promise((resolve) => setImmediate(resolve));
  onDuty.account.setUpkeep(false);
  await refused;
  bridge.faults.clear();
  other.account.setUpkeep(true);
  await takes(other, 'older', 'newer');
  expect(other.sink.texts).toEqual(['older', 'newer']);
});

it('an account reconnected without duty holds no message back', async () => {
  await other.account.disconnect();
  other.account.connect(other.sink);
  await other.account.receive('new-message', newMessageEvent().data);
  expect(other.sink.texts).toHaveLength(1);
});

it('setUpkeep changes nothing when repeated, before connect, or after disconnect', async () => {
  onDuty.account.setUpkeep(true);
  await other.account.disconnect();
  other.account.setUpkeep(true);
  other.account.setUpkeep(false);
  other.account.connect(other.sink);
  await isConnected(other);
  expect(hooks()).toEqual([ORIGINS[0]]);
});
