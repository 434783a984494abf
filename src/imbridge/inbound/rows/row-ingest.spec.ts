import { eventually } from '../../../../test/support/eventually.js';
import type { FakeClock } from '../../../../test/support/fake-clock.js';
import { type MemoryState, type RecordingSink } from '../../../../test/support/imbridge.js';
import { RowIngestWorld, ME, example, writtenAt } from '../../../../test/support/imbridge-row-ingest.js';
import type { ConversationId, RemoteMessageId } from '../../../channels/index.js';
import { webhookMessage } from '../../../../simulators/bridge/messages/wire.js';
import type { BridgeSimulator } from '../../../../simulators/index.js';
import type { BridgeClient } from '../../service/client/bridge-client.js';
import type { RecentSends } from '../../service/bridge.js';
import type { RowIngest } from './row-ingest.js';
import { BridgeUnavailable } from './fetched-rows.js';
import { readMessage } from '../../service/messages/message.js';

const HOUR = 3_600_000;
const SELF = `-;${ME}`;
let world: RowIngestWorld;
let bridge: BridgeSimulator;
let client: BridgeClient;
let state: MemoryState;
let sink: RecordingSink;
let clock: FakeClock;
let recent: RecentSends;
let sut: RowIngest;

beforeEach(async () => {
  world = await RowIngestWorld.start();
  ({ bridge, client, state, sink, clock, recent } = world);
  sut = world.rowIngest();
});
afterEach(() => world.stop());

it("the bridge's guid of a chat is stored, and written only when it changes", async () => {
  await sut.live(example('E1'), sink);
  await sut.live(example('E1', 0, { guid: 'A' }), sink);
  await sut.live(example('E2'), sink);
  expect(state.values.get('default/chat:-;+12025550143')).toBe('any;-;+12025550143');
  expect(state.writes.filter((key) => key.startsWith('chat:'))).toHaveLength(2);
});

it('the chat of a message that was taken before is not stored: its person may have been erased', async () => {
  await sut.live(example('E1'), sink);
  state.values.clear();
  const afterRestart = world.rowIngest();
  await afterRestart.replay(readMessage(example('E1'))!, sink);
  await afterRestart.live(example('E1'), sink);
  expect(sink.accepted).toHaveLength(1);
  expect([...state.values.keys()].filter((key) => key.includes('chat:'))).toEqual([]);
});

describe('a message from before the first start', () => {
  const MINUTE = 60_000;
  beforeEach(() => clock.advance(5 * MINUTE));
  const startedAfter = (ms: number) =>
    state.values.set('default/firstStartedAt', String(writtenAt('E1') + ms));
  const both = async () => {
    await sut.live(example('E1'), sink);
    await sut.replay(readMessage(example('E1', 0, { guid: 'A' }))!, sink);
  };

  it.each([undefined, '80000', '90000'])('is dropped, with the cursor at %s', async (cursor) => {
    if (cursor !== undefined) state.values.set('default/cursor', cursor);
    // The bridge reports its time in whole seconds.
    startedAfter(MINUTE + 1_001);
    await both();
    expect(sink.drops).toEqual(['before-first-start', 'before-first-start']);
    expect(sink.accepted).toEqual([]);
  });

  it('is accepted within a minute', async () => {
    startedAfter(MINUTE);
    await both();
    expect(sink.accepted).toHaveLength(2);
  });

  it.each<[string, { at: number; rowId?: number }, number, number]>([
    ['ours, with the Mac behind', { at: 9 * MINUTE }, -10 * MINUTE, 2],
    ['ours, with the Mac ahead', { at: -5 * MINUTE }, 10 * MINUTE, 0],
    ['ours, but it lies ahead', { at: 8 * HOUR }, 0, 2],
    ["the Mac's, whatever our clock has become", { at: 2 * MINUTE, rowId: 0 }, 10 * MINUTE, 0],
    ["the Mac's, but it lies ahead", { at: 8 * HOUR, rowId: 0 }, 0, 2],
    ["the Mac's, ahead, with the row there before", { at: 8 * HOUR, rowId: 80211 }, 0, 0],
  ])('is judged by a clock: %s', async (_, { at, rowId }, offset, accepted) => {
    Object.defineProperty(client, 'clockOffsetMs', { value: offset });
    if (rowId === undefined) startedAfter(at);
    else state.values.set('default/firstStart', JSON.stringify({ at: writtenAt('E1') + at, rowId }));
    state.values.set('default/cursor', '80000');
    await both();
    expect(sink.accepted).toHaveLength(accepted);
  });

  it('is dropped also when its fields had to be fetched', async () => {
    startedAfter(2 * MINUTE);
    const row = bridge.receiveUnseen({ from: '+12025550143', text: 'hi', date: writtenAt('E1') });
    await sut.live({ guid: row.guid, text: 'hi' }, sink);
    expect(sink.drops).toEqual(['before-first-start']);
  });
});

describe('maximum age', () => {
  const old = (rowId: number | undefined) => example('E1', 0, { originalROWID: rowId });
  beforeEach(() => {
    state.values.set('default/cursor', '80211');
    state.values.set('default/firstStartedAt', '0');
    clock.advance(HOUR);
  });

  it('row 1: drops an old message from before the cursor', async () => {
    await sut.live(old(80211), sink);
    await sut.live(old(undefined), sink);
    expect(sink.drops).toEqual(['too-old', 'too-old']);
  });

  it('accepts a message beyond the cursor, whatever its date', async () => {
    await sut.live(old(80212), sink);
    expect(sink.accepted).toHaveLength(1);
  });

  it('accepts a message of an hour ago from before the cursor', async () => {
    await sut.live(example('E1', 0, { dateCreated: clock.now() - HOUR }), sink);
    expect(sink.accepted).toHaveLength(1);
  });

  it('does not apply to the catch-up', async () => {
    await sut.replay(readMessage(old(80211))!, sink);
    expect(sink.accepted).toHaveLength(1);
  });

  it('does not apply before the first catch-up', async () => {
    state.values.delete('default/cursor');
    await sut.live(old(80211), sink);
    expect(sink.accepted).toHaveLength(1);
  });

  it('fails the event when the cursor cannot be read', async () => {
    state.isDown = true;
    await expect(sut.live(old(80211), sink)).rejects.toThrow('state is down');
  });
});

it('messages of the catch-up are marked as late, also when their fields had to be fetched', async () => {
  await sut.live(example('E1'), sink);
  await sut.replay(readMessage(example('E1', 0, { guid: 'A' }))!, sink);
  const row = bridge.receiveUnseen({ from: '+12025550143', text: 'hi', date: clock.now() });
  await sut.replay(readMessage({ guid: row.guid, text: 'hi' })!, sink);
  expect(sink.accepted.map((event) => event.isLate)).toEqual([false, true, true]);
});

describe('own messages', () => {
  it('become receipts, with and without tempGuid', async () => {
    await sut.live(example('E36', 0), sink);
    await sut.live(example('E36', 1), sink);
    const receipt = {
      channel: 'imbridge',
      account: 'default',
      kind: 'sent',
      at: 1769000700000,
      sequence: 80280,
    };
    const messageId = 'AA31F5C7-0E2D-4C18-97B4-3B6D5F0E1050';
    expect(sink.receipts).toEqual([
      { ...receipt, messageId, correlationId: 'imb-01JK3W6Q9P-0001' },
      { ...receipt, messageId },
    ]);
    expect(sink.drops).toEqual(['own-message', 'own-message']);
    expect(sink.accepted).toEqual([]);
  });

  it('row 30: that failed become receipts with the reason', async () => {
    await sut.sendError(example('E39'), sink);
    const failure = { code: 'recipient-unreachable', detail: expect.stringContaining('22') as unknown };
    expect(sink.receipts).toMatchObject([{ kind: 'failed', correlationId: 'imb-01JK3W6Q9P-0002', failure }]);
  });

  it('row 30: give one receipt each for delivered and read, also when the webhook was lost', async () => {
    await sut.update(example('E38'), sink);
    await sut.update(example('E38'), sink);
    await sut.replay(readMessage(example('E38', 0, { guid: 'OTHER' }))!, sink);
    const told = sink.receipts.map(({ kind, messageId, at }) => [kind, messageId.slice(0, 5), at]);
    const [delivered, read] = [1769000701200, 1769000730000];
    expect(told).toEqual([
      ['delivered', 'AA31F', delivered],
      ['read', 'AA31F', read],
      ['delivered', 'OTHER', delivered],
      ['read', 'OTHER', read],
    ]);
    await sut.update(example('E25', 0, { dateDelivered: 5 }), sink);
    expect(sink.receipts).toHaveLength(4);
  });

  it('are recognized by their guid when isFromMe is missing', async () => {
    recent.remember('B1F4A2C0-6D3E-4E1B-9A77-0C5D11E0A001' as RemoteMessageId);
    await sut.live(example('E1'), sink);
    expect(sink.drops).toEqual(['own-message']);
  });

  it('do not fail when the receipt cannot be noted', async () => {
    sink.receipt = () => Promise.reject(new Error('down'));
    await expect(sut.live(example('E36', 0), sink)).resolves.toBeUndefined();
  });
});

describe('messages typed on the phone', () => {
  const typed = (more = {}) =>
    example('E1', 0, { isFromMe: true, guid: 'TYPED', text: 'I will ask', ...more });
  const said = () => sink.ownActivities.map(({ what }) => what);

  it('are recorded before the next message of the chat is taken', async () => {
    const recorded = Promise.withResolvers<boolean>();
    sink.ownActivity = () => recorded.promise;
    const own = sut.live(typed(), sink);
    const next = sut.live(example('E1'), sink);
    await sut.live(example('E4'), sink);
    expect(sink.texts).toEqual(['Bot, who has the shed key?']);
    recorded.resolve(true);
    await Promise.all([own, next]);
    expect(sink.texts).toHaveLength(2);
  });

  it('wait while a message is being sent to the chat, because they may be its echo', async () => {
    const ended = recent.begin('-;+12025550143' as ConversationId);
    await sut.live(typed(), sink);
    await sut.live(typed({ guid: 'ECHO' }), sink);
    expect(said()).toEqual([]);
    recent.remember('ECHO' as RemoteMessageId);
    ended();
    await eventually(() => said().length > 0, { what: 'the second look' });
    await sut.live(typed({ guid: 'LATER' }), sink);
    expect(said()).toMatchObject([{ messageId: 'TYPED' }, { messageId: 'LATER' }]);
  });

  it('fail when they cannot be recorded, which leaves them to the catch-up', async () => {
    sink.ownActivity = () => Promise.reject(new Error('database is down'));
    await expect(sut.live(typed(), sink)).rejects.toThrow('database is down');
  });

  it('are recorded with a subject alone', async () => {
    await sut.live(typed({ text: '', subject: 'Six?' }), sink);
    expect(said()).toMatchObject([{ text: '', subject: 'Six?' }]);
  });
});

it('a message with a subject alone is accepted', async () => {
  await sut.live(example('E1', 0, { text: '', subject: 'Six?' }), sink);
  expect(sink.accepted).toMatchObject([{ kind: 'message', text: '', subject: 'Six?' }]);
  expect(sink.drops).toEqual([]);
});

describe('a chat with oneself', () => {
  const reflected = (guid: string, text: string) =>
    example('E1', 0, { guid, text, handle: { address: ME }, chats: [{ guid: `iMessage;${SELF}` }] });

  it('is marked as such from the first message on', async () => {
    await sut.live(reflected('G1', 'hello'), sink);
    expect(sink.accepted[0]?.sender.isSelf).toBe(true);
    await sut.live(example('E1'), sink);
    expect(sink.accepted[1]?.sender.isSelf).toBe(false);
  });
});

describe('an event without its chat or sender', () => {
  it('row 10: is completed by fetching the message by guid', async () => {
    const row = bridge.receiveUnseen({ from: '+12025550143', text: 'hi', date: clock.now() });
    await sut.live({ guid: row.guid, text: 'hi', originalROWID: row.originalROWID }, sink);
    expect(sink.accepted).toMatchObject([{ text: 'hi', conversation: { id: '-;+12025550143' } }]);
  });

  it('is dropped with its reason when the bridge knows no more or is away', async () => {
    await sut.live(example('E1', 0, { chats: [] }), sink);
    await sut.live(example('E4', 0, { handle: null }), sink);
    expect(sink.drops).toEqual(['no-chat', 'unknown-sender']);
    await bridge.down();
    await sut.live(example('E1', 0, { chats: [] }), sink);
    await eventually(() => sink.drops.length === 3, { what: 'the last look' });
    expect(sink.drops.at(-1)).toBe('no-chat');
  });
});

describe('a removed participant', () => {
  it('is looked up among all handles when the number is unknown', async () => {
    const crew = bridge.createGroup({ participants: ['+12025550143', 'eve@example.net'], name: 'Crew' });
    const row = bridge.groups.removeParticipant(crew, 'eve@example.net', '+12025550143');
    clock.advance(Date.now() - clock.now());
    await sut.live({ ...webhookMessage(row, { chats: true }) }, sink);
    expect(sink.accepted).toMatchObject([
      { kind: 'notice', change: { type: 'removed', who: [{ id: 'eve@example.net', isSelf: false }] } },
    ]);
    expect(bridge.requests.map(({ path }) => path)).toContain('/api/v1/handle/query');
  });

  it('that stays unknown drops the live event, and makes the catch-up wait for the bridge', async () => {
    const data = { ...example('E33'), otherHandle: 999 };
    await sut.live(data, sink);
    expect(sink.drops).toEqual(['unknown-participant']);
    await bridge.down();
    await expect(sut.replay(readMessage(data)!, sink)).rejects.toThrow(BridgeUnavailable);
  });
});
