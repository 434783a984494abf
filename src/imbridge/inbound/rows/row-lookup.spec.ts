import type { FakeClock } from '../../../../test/support/fake-clock.js';
import { type RecordingSink } from '../../../../test/support/imbridge.js';
import { RowIngestWorld, ME, example } from '../../../../test/support/imbridge-row-ingest.js';
import { type RemoteMessageId } from '../../../channels/index.js';
import { webhookMessage } from '../../../../simulators/bridge/messages/wire.js';
import type { BridgeSimulator, MessageRow } from '../../../../simulators/index.js';
import type { BridgeClient } from '../../service/client/bridge-client.js';
import type { RowIngest } from './row-ingest.js';
import { readMessage } from '../../service/messages/message.js';
import type { ServerInfo } from '../../service/client/server-info.js';

let world: RowIngestWorld;
let bridge: BridgeSimulator;
let client: BridgeClient;
let sink: RecordingSink;
let clock: FakeClock;
let info: ServerInfo;
let sut: RowIngest;

beforeEach(async () => {
  world = await RowIngestWorld.start();
  ({ bridge, client, sink, clock, info } = world);
  sut = world.rowIngest();
});
afterEach(() => world.stop());

describe('a tapback by SMS, written as a text', () => {
  const BOB = '+12025550119';
  const tapback = (target: MessageRow, kind: string) =>
    webhookMessage(bridge.tapback(BOB, target.guid, kind), { chats: true });
  const changes = () => sink.accepted.map((event) => event.kind === 'notice' && event.change);
  const written = (text: string, more = {}) =>
    bridge.receiveUnseen({ from: BOB, text, service: 'SMS', date: clock.now(), ...more });

  it('is a reaction to the newest message with that text', async () => {
    written('same words');
    const row = written('same words');
    const picture = written('', { attachments: [{ name: 'a.png', mimeType: 'image/png', content: null }] });
    clock.advance(Date.now() - clock.now());
    await sut.live(tapback(row, 'love'), sink);
    await sut.live(tapback(row, '-love'), sink);
    await sut.live(tapback(picture, 'laugh'), sink);
    expect(changes()).toEqual([
      { type: 'reaction', messageId: row.guid, emoji: '❤️', isRemoved: false },
      { type: 'reaction', messageId: row.guid, emoji: '❤️', isRemoved: true },
      { type: 'reaction', messageId: picture.guid, emoji: '😂', isRemoved: false },
    ]);
  });

  it('quotes a text as the other phone shows it, the very one before one with the same words', async () => {
    const row = written(`it's  5 -- right?`);
    written('it\u2019s 5, right');
    clock.advance(Date.now() - clock.now());
    const text = 'Loved “it\u2019s 5 \u2014 right?”';
    await sut.live({ ...tapback(row, 'love'), text }, sink);
    expect(changes()).toMatchObject([{ messageId: row.guid }]);
  });

  it('is a reaction without a message when none has that text', async () => {
    await sut.live(example('E3', 0, { text: 'Loved “long ago”' }), sink);
    expect(changes()).toEqual([{ type: 'reaction', emoji: '❤️', isRemoved: false }]);
  });

  it("is recognized by the handle's service when the chat does not name one (macOS 26)", async () => {
    const data = example('E3', 0, { text: 'Loved “long ago”', chats: [{ guid: `any;-;${BOB}` }] });
    await sut.live(data, sink);
    expect(changes()).toMatchObject([{ type: 'reaction' }]);
  });
});

describe('a native mention', () => {
  const crew = () => bridge.createGroup({ participants: ['+12025550143'], name: 'Crew' });
  const said = (text: string, mentions: readonly { address: string; name: string }[] = []) =>
    bridge.receiveUnseen({ from: '+12025550143', chatGuid: crew().guid, text, mentions, date: clock.now() });
  const live = (row: MessageRow) => sut.live(webhookMessage(row, { chats: true }), sink);
  const asked = () => bridge.requests.filter(({ path }) => path.includes('/message/'));
  beforeEach(() => (sut = world.rowIngest([60_000])));

  it('is fetched when a mention is needed, reported, and cut from the beginning of the text', async () => {
    world.needsMention = true;
    await live(said('Gatehouse, who has the key?', [{ address: ME, name: 'Gatehouse' }]));
    await live(said('Ben has it', [{ address: '+12025550178', name: 'Ben' }]));
    await live(said('ask Gatehouse', [{ address: ME, name: 'Gatehouse' }]));
    expect(sink.accepted).toMatchObject([
      { text: 'who has the key?', mentionsUs: true },
      { text: 'Ben has it' },
      { text: 'ask Gatehouse', mentionsUs: true },
    ]);
    expect(sink.accepted[1]).not.toHaveProperty('mentionsUs');
    expect(asked()).toHaveLength(3);
  });

  it('is not fetched when none is needed, and the catch-up reads it without a call', async () => {
    const row = said('Gatehouse?', [{ address: ME, name: 'Gatehouse' }]);
    await live(row);
    expect(asked()).toEqual([]);
    await info.refresh();
    const page = await client.messagesInWindow({ after: row.originalROWID - 1, limit: 1 });
    const [again] = page.ok ? (page.data as unknown[]) : [];
    await sut.replay({ ...readMessage(again)!, guid: 'G2' as RemoteMessageId }, sink);
    expect(sink.accepted[1]).toMatchObject({ mentionsUs: true });
  });

  it('that is fetched slowly, or at the second try, changes no order', async () => {
    world.needsMention = true;
    const chatGuid = crew().guid;
    const rows = ['first', 'second', 'third'].map((text) =>
      bridge.receiveUnseen({ from: '+12025550143', chatGuid, text, date: clock.now() }),
    );
    await info.refresh();
    const when = ({ path }: { path: string }) => path.includes(rows[0]!.guid);
    bridge.faults.requests.next({ kind: 'delay', ms: 50 }, { when });
    bridge.faults.requests.next({ kind: 'cut' }, { when: ({ path }) => path.includes(rows[1]!.guid) });
    await Promise.all(rows.map(live));
    expect(sink.texts).toEqual(['first', 'second', 'third']);
  });

  it('is asked for once more where the bridge did not answer, and its absence holds no message back', async () => {
    world.needsMention = true;
    await info.refresh();
    const isAsked = { when: ({ path }: { path: string }) => path.includes('/message/') };
    bridge.faults.requests.next({ kind: 'answer', status: 502, text: 'no' }, isAsked);
    await live(said('Gatehouse, who has the key?', [{ address: ME, name: 'Gatehouse' }]));
    bridge.faults.requests.all({ kind: 'cut' }, isAsked);
    await live(said('Gatehouse, and the map?', [{ address: ME, name: 'Gatehouse' }]));
    expect(sink.accepted).toMatchObject([{ mentionsUs: true }, { text: 'Gatehouse, and the map?' }]);
  });
});
