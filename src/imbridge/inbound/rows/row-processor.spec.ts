import { eventually } from '../../../../test/support/eventually.js';
import type { FakeClock } from '../../../../test/support/fake-clock.js';
import { RecordingSink } from '../../../../test/support/imbridge.js';
import { RowIngestWorld, example, writtenAt } from '../../../../test/support/imbridge-row-ingest.js';
import { webhookMessage } from '../../../../simulators/bridge/messages/wire.js';
import type { BridgeSimulator } from '../../../../simulators/index.js';
import type { RowIngest } from './row-ingest.js';
import { readMessage } from '../../service/messages/message.js';

let world: RowIngestWorld;
let bridge: BridgeSimulator;
let sink: RecordingSink;
let clock: FakeClock;
let sut: RowIngest;

beforeEach(async () => {
  world = await RowIngestWorld.start();
  ({ bridge, sink, clock } = world);
  sut = world.rowIngest();
});
afterEach(() => world.stop());

describe('row 8: a file that arrives after its message', () => {
  const PICTURE = { name: 'a.png', mimeType: 'image/png', content: Buffer.from([1]) };
  /** The webhook that the bridge sends before the file is joined; `join` joins it. */
  const late = (text: string, more: object = {}) => {
    const row = bridge.receiveUnseen({
      from: '+12025550143',
      text,
      date: clock.now(),
      attachments: [PICTURE],
      attachmentsAfterMs: 60_000,
      ...more,
    });
    const join = () => void (row.attachmentsJoinedAt = 0);
    return { row, data: webhookMessage(row, { chats: true }), join };
  };
  const told = () =>
    sink.accepted.map((event) => event.kind === 'message' && [event.text, event.attachments.length]);
  const becomes = (expected: unknown) =>
    eventually(() => JSON.stringify(told()) === JSON.stringify(expected), { what: JSON.stringify(expected) });
  /** Without rechecks: only the given rows count. */
  const blind = () => (sut = world.rowIngest([60_000]));

  it.each(['', 'look'])(
    'with the text %j is reported complete, and holds back no other message',
    async (text) => {
      const { data, join } = late(text);
      await sut.live(data, sink);
      await sut.live(example('E1'), sink);
      expect(told()).toEqual([['Are we still on for six?', 0]]);
      join();
      await becomes([
        ['Are we still on for six?', 0],
        [text, 1],
      ]);
      expect(sink.drops).toEqual([]);
    },
  );

  it('and never comes leaves a text that is reported, or an empty row that is dropped', async () => {
    await sut.live(late('look').data, sink);
    await sut.live(late('').data, sink);
    await eventually(() => sink.drops.length === 1, { what: 'the last look' });
    await becomes([['look', 0]]);
    expect(sink.drops).toEqual(['empty']);
  });

  it('follows a text that announced none, once, as its continuation', async () => {
    const { data, join, row } = late('look', { partCount: null });
    await sut.live(data, sink);
    expect(told()).toEqual([['look', 0]]);
    join();
    await becomes([
      ['look', 0],
      ['', 1],
    ]);
    // A turn that still runs for the text begins again with both.
    const [, file] = sink.accepted;
    const place = { replyTo: row.guid, continues: sink.accepted[0]?.inboxKey, continuesWithinMs: 600_000 };
    expect(file).toMatchObject({ messageId: row.guid, ...place });
    await sut.replay(readMessage(webhookMessage(row, { chats: true }))!, sink);
    expect(told()).toHaveLength(2);
  });

  it('row 5: is reported once when an update brings it twice', async () => {
    blind();
    const { data, join, row } = late('');
    await sut.live(data, sink);
    join();
    const update = webhookMessage(row, { chats: false });
    await sut.update(update, sink);
    await sut.update(update, sink);
    expect(told()).toEqual([['', 1]]);
    expect(sink.drops).toEqual(['update']);
  });

  it('is not reported again after a restart, by catch-up or receipts', async () => {
    const { data, join, row } = late('look', { partCount: 1 });
    join();
    const whole = webhookMessage(row, { chats: true });
    await sut.live(whole, sink);
    sut = world.rowIngest();
    await sut.replay(readMessage(whole)!, sink);
    await sut.update(webhookMessage(row, { chats: false }), sink);
    expect(told()).toEqual([['look', 1]]);
    expect(data).not.toEqual(whole);
  });

  it('is brought by the catch-up when the gateway ended in between', async () => {
    blind();
    const { data, join, row } = late('look', { partCount: 1 });
    await sut.live(data, sink);
    join();
    blind();
    await sut.replay(readMessage(webhookMessage(row, { chats: true }))!, sink);
    expect(told()).toEqual([
      ['look', 0],
      ['', 1],
    ]);
  });

  it('is not reported for a message that an earlier release has reported', async () => {
    const { row, join } = late('look', { partCount: 1, date: clock.now() - 5_000 });
    join();
    await sut.live(example('E1'), sink);
    await sink.accept({ ...sink.accepted[0]!, inboxKey: `msg:${row.guid}` });
    await sut.replay(readMessage(webhookMessage(row, { chats: true }))!, sink);
    expect(sink.accepted).toHaveLength(2);
  });

  it('is left to the catch-up when it cannot be stored', async () => {
    const { data, join } = late('');
    sink.failsFor = () => true;
    await sut.live(data, sink);
    join();
    await eventually(() => world.losses === 1, { what: 'a call for the catch-up' });
  });
});

describe('edits', () => {
  const at = writtenAt('E25') + 45_000;
  const edited = (text: string, dateEdited = at) => {
    const row = bridge.message(ROW)!;
    Object.assign(row, { text, dateEdited });
    return example('E25', 0, { guid: ROW, text, dateEdited });
  };
  const ROW = 'B1F4A2C0-6D3E-4E1B-9A77-0C5D11E0A001';
  const changes = () => sink.accepted.flatMap((event) => (event.kind === 'notice' ? [event.change] : []));
  const told = (text: string) => ({ type: 'edited', messageId: ROW, text });

  beforeEach(async () => {
    bridge.receiveUnseen({ from: '+12025550143', guid: ROW, text: 'six?', date: writtenAt('E1') });
    await sut.live(example('E1', 0, { text: 'six?' }), sink);
  });

  it('are reported once, however often a receipt repeats them, without a call', async () => {
    await sut.update(edited('seven?'), sink);
    await sut.update(edited('seven?'), sink);
    expect(changes()).toEqual([told('seven?')]);
    expect(sink.drops).toEqual(['update']);
    expect(bridge.requests.filter(({ path }) => path.includes('/message/'))).toEqual([]);
  });

  const noAnswer = (when = ({ path }: { path: string }) => path.includes('/message/')) =>
    bridge.faults.requests.all({ kind: 'answer', status: 500, text: 'busy' }, { when });

  it('row 18: of a message from before the restart find their chat in the store without the bridge', async () => {
    sut = world.rowIngest();
    noAnswer();
    await sut.update(edited('seven?'), sink);
    await sut.update(example('E26', 0, { guid: ROW, handle: null, dateEdited: at + 1 }), sink);
    expect(changes()).toEqual([told('seven?'), { type: 'unsent', messageId: ROW }]);
    expect(sink.accepted.at(-1)).toMatchObject({
      conversation: { id: '-;+12025550143' },
      sender: { id: '+12025550143' },
    });
  });

  it('of an unknown message are fetched again when the bridge did not answer', async () => {
    world.sink = sink = new RecordingSink();
    sut = world.rowIngest();
    bridge.faults.requests.next({ kind: 'cut' }, { when: ({ path }) => path.includes('/message/') });
    await sut.update(edited('seven?'), sink);
    expect(changes()).toEqual([]);
    await eventually(() => changes().length === 1, { what: 'the second look' });
    expect(sink.drops).toEqual([]);
  });

  it('are tried again after the database was down', async () => {
    // The message's own rechecks would tell of it too.
    await sut.stop();
    sut = world.rowIngest();
    sink.failsFor = () => true;
    await expect(sut.update(edited('seven?'), sink)).rejects.toThrow('database is down');
    sink.failsFor = () => false;
    await eventually(() => changes().length === 1, { what: 'the second try' });
  });

  it('are reported once after a restart, too', async () => {
    await sut.update(edited('seven?'), sink);
    sut = world.rowIngest();
    await sut.update(edited('seven?'), sink);
    expect(changes()).toHaveLength(1);
    expect(sink.duplicates).toBe(1);
  });

  it('that change no text are dropped, and a change back is reported', async () => {
    await sut.update(edited('six?'), sink);
    await sut.update(edited('seven?', at + 1), sink);
    await sut.update(edited('six?', at + 2), sink);
    expect(changes()).toEqual([told('seven?'), told('six?')]);
  });

  it.each(['live', 'replay'] as const)(
    'that come with the message again (%s) are reported',
    async (context) => {
      edited('seven?');
      const data = example('E1', 0, { text: 'seven?', dateEdited: at });
      await (context === 'live' ? sut.live(data, sink) : sut.replay(readMessage(data)!, sink));
      expect(changes()).toEqual([told('seven?')]);
    },
  );

  it('of a message first seen as edited are dropped', async () => {
    const data = example('E1', 0, { guid: 'A', text: 'seven?', dateEdited: at });
    await sut.live(data, sink);
    await sut.update(data, sink);
    expect(changes()).toEqual([]);
  });

  it('an unsend is reported once, and a receipt is dropped', async () => {
    Object.assign(bridge.message(ROW)!, { text: null, dateEdited: at, partCount: 0 });
    await sut.update(example('E26', 0, { guid: ROW }), sink);
    await sut.update(example('E26', 0, { guid: ROW, dateEdited: at + 9 }), sink);
    await sut.update(example('E38'), sink);
    expect(changes()).toEqual([{ type: 'unsent', messageId: ROW }]);
    expect(sink.drops).toEqual(['update', 'update']);
  });

  it('of our own messages are dropped as own', async () => {
    await sut.update(example('E25', 0, { isFromMe: true }), sink);
    expect(sink.drops).toEqual(['own-message']);
  });
});
