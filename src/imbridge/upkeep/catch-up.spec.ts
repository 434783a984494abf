import { jest } from '@jest/globals';
import { clientOf, MemoryState, RecordingSink, textOf } from '../../../test/support/imbridge.js';
import { DEFAULT_ACCOUNT } from '../../channels/index.js';
import { SystemClock } from '../../common/index.js';
import { BridgeSimulator, type MessageRow } from '../../../simulators/index.js';
import { CatchUp } from './catch-up.js';
import { ContactDirectory } from '../service/contacts.js';
import { ChatDirectory } from '../service/chats.js';
import type { BridgeClient } from '../service/client/bridge-client.js';
import { Cursor } from '../inbound/rows/cursor.js';
import { MirroredChats } from '../service/mirrored-chats.js';
import { RecentSends } from '../service/bridge.js';
import { RowIngest } from '../inbound/rows/row-ingest.js';
import { ServerInfo } from '../service/client/server-info.js';

const ANN = '+12025550143';
const clock = new SystemClock();
let bridge: BridgeSimulator;
let client: BridgeClient;
let state: MemoryState;
let sink: RecordingSink;

beforeEach(async () => {
  bridge = await BridgeSimulator.start();
  client = clientOf(bridge);
  state = new MemoryState();
  sink = new RecordingSink();
});
afterEach(async () => {
  for (const each of rowIngests.splice(0)) await each.stop();
  await client.close();
  await bridge.stop();
});

const rowIngests: RowIngest[] = [];
const DAY = 86_400_000;
const rememberedSince = () => Date.now() - 30 * DAY;

/** Simulates a restart of the gateway: only the state and the sink stay. */
function catchUp(page?: number): CatchUp {
  const info = new ServerInfo(client, clock);
  const chats = new ChatDirectory(DEFAULT_ACCOUNT, state, client, info);
  const cursor = new Cursor(DEFAULT_ACCOUNT, state, clock);
  const parts = {
    client,
    info,
    chats,
    contacts: new ContactDirectory(client, () => undefined),
    recent: new RecentSends(),
    mirrored: new MirroredChats(),
    clock,
  };
  const rowIngest = new RowIngest(
    {
      account: DEFAULT_ACCOUNT,
      maxAgeMs: 3_600_000,
      rememberedSince,
      needsMention: () => false,
      lost: () => undefined,
      recheckAfterMs: [60_000],
    },
    parts,
    cursor,
  );
  rowIngests.push(rowIngest);
  return new CatchUp(
    { account: 'default', rememberedSince, ...(page === undefined ? {} : { page }) },
    client,
    rowIngest,
    cursor,
  );
}
const write = (text: string, more = {}): MessageRow => bridge.receiveUnseen({ from: ANN, text, ...more });
const cursorAt = () => state.values.get('default/cursor');
const startAt = (row: MessageRow | number) => {
  state.values.set('default/cursor', String(typeof row === 'number' ? row : row.originalROWID));
  state.values.set('default/firstStartedAt', '0');
};
/** Without the questions for a single row. */
const pages = () =>
  bridge.requests.filter(
    ({ path, body }) => path === '/api/v1/message/query' && (body as { limit: number }).limit > 1,
  ).length;

describe('the first catch-up', () => {
  it('ignores messages from before the first start, and accepts later ones', async () => {
    write('old', { date: Date.now() - DAY });
    const late = write('written long ago, synced last', { date: Date.now() - 2 * DAY });
    const sut = catchUp();
    expect(await sut.fetchMissed(sink)).toBe(true);
    expect(sink.accepted).toEqual([]);
    expect(cursorAt()).toBe(String(late.originalROWID));
    write('new');
    await sut.fetchMissed(sink);
    expect(sink.texts).toEqual(['new']);
  });

  it.each([
    ['an hour ago', 3_600_000, ['two minutes ago']],
    ['three days ago', 3 * DAY, ['20 hours ago', 'two minutes ago']],
    ['in the future', -DAY, []],
  ])('answers where another program stopped %s, at most a day back', async (_, ago, answered) => {
    state.values.set('default/continueFrom', String(Date.now() - ago));
    write('two days ago', { date: Date.now() - 2 * DAY });
    write('20 hours ago', { date: Date.now() - 20 * 3_600_000 });
    write('two minutes ago', { date: Date.now() - 120_000 });
    expect(await catchUp().fetchMissed(sink)).toBe(true);
    expect(sink.texts).toEqual(answered);
  });

  it('keeps the time of the first start while the bridge is down', async () => {
    write('old', { date: Date.now() - 1_000 });
    await bridge.down();
    expect(await catchUp().fetchMissed(sink)).toBe(false);
    const texts = ['a', 'b', 'c', 'd', 'e'];
    for (const [index, text] of texts.entries()) write(text, { date: Date.now() + 1_000 + index });
    await bridge.up();
    expect(await catchUp(2).fetchMissed(sink)).toBe(true);
    expect(sink.texts).toEqual(texts);
  });

  it('continues after a full page with a row that cannot be read', async () => {
    await bridge.down();
    await catchUp().fetchMissed(sink);
    const rows = ['a', 'b', 'c', 'd', 'e'].map((text, n) => write(text, { date: Date.now() + 1_000 + n }));
    rows[1]!.guid = '';
    await bridge.up();
    expect(await catchUp(2).fetchMissed(sink)).toBe(true);
    expect(sink.texts).toEqual(['a', 'c', 'd', 'e']);
  });

  it('accepts messages from the start of the account on, not from the first run', async () => {
    const sut = catchUp();
    const begun = sut.begin();
    write('at once');
    await begun;
    await sut.fetchMissed(sink);
    expect(sink.texts).toEqual(['at once']);
  });

  it('works on an empty database', async () => {
    expect(await catchUp().fetchMissed(sink)).toBe(true);
    expect(cursorAt()).toBe('0');
  });
});

describe('a later catch-up', () => {
  it('row 2: accepts everything beyond the cursor in order, page by page, once', async () => {
    const before = write('before');
    startAt(before);
    const texts = Array.from({ length: 25 }, (_, index) => `m${index}`);
    const rows = texts.map((text) => write(text));
    expect(await catchUp(10).fetchMissed(sink)).toBe(true);
    expect(sink.texts).toEqual(texts);
    expect(cursorAt()).toBe(String(rows.at(-1)!.originalROWID));
    await catchUp(10).fetchMissed(sink);
    expect(sink.duplicates).toBe(0);
  });

  it('accepts what arrives late with an old date, wherever the page ends', async () => {
    startAt(write('before'));
    const now = Date.now();
    const dates = [5, 1, 9, 2, 8, 3, 7, 4, 6, 0].map((days) => now - days * DAY);
    dates.forEach((date, index) => write(`m${index}`, { date }));
    await catchUp(3).fetchMissed(sink);
    expect(sink.texts).toEqual(dates.map((_, index) => `m${index}`));
  });

  it('row 8: keeps the cursor before a message whose file may still come, and accepts those after it', async () => {
    startAt(write('before'));
    const old = write('', { date: Date.now() - 11 * 60_000 });
    const bare = write('', {
      attachments: [{ name: 'a.png', mimeType: null, content: null }],
      attachmentsAfterMs: 3_600_000,
    });
    write('behind it');
    expect(await catchUp().fetchMissed(sink)).toBe(true);
    expect(sink.texts).toEqual(['behind it']);
    expect(cursorAt()).toBe(String(old.originalROWID));
    bare.attachmentsJoinedAt = 0;
    expect(await catchUp().fetchMissed(sink)).toBe(true);
    expect(sink.accepted.at(-1)).toMatchObject({ text: '', attachments: [{ name: 'a.png' }] });
    expect(cursorAt()).toBe(String(bare.originalROWID + 1));
  });

  it('drops own messages, system rows and balloons, and moves the cursor on', async () => {
    startAt(write('before'));
    bridge.receiveUnseen({ chatGuid: `iMessage;-;${ANN}`, text: 'mine' });
    write('call', { itemType: 6 });
    write('a game', { associatedMessageType: '3' });
    const last = write('11111111-2222-3333-4444-555555555555');
    expect(await catchUp().fetchMissed(sink)).toBe(true);
    expect(sink.drops).toEqual(['own-message', 'not-a-message', 'balloon', 'uuid-text']);
    expect(cursorAt()).toBe(String(last.originalROWID));
  });

  it('crosses a gap in the ROWIDs wider than a page', async () => {
    startAt(0);
    const rows = Array.from({ length: 8 }, (_, index) => write(`m${index}`));
    await catchUp(3).fetchMissed(sink);
    expect(sink.texts).toEqual(rows.map((row) => row.text));
    expect(pages()).toBeLessThan(100);
  });
});

it('old messages that a fresh Mac loads from the cloud are dropped, however new their ROWIDs', async () => {
  const sut = catchUp();
  expect(await sut.fetchMissed(sink)).toBe(true);
  for (const days of [29, 10, 1]) write(`${days} days old`, { date: Date.now() - days * DAY });
  write('new');
  await sut.fetchMissed(sink);
  expect(sink.texts).toEqual(['new']);
  expect(sink.drops).toEqual(Array(3).fill('before-first-start'));
});

it('messages of 31 days ago that a Mac loads again are dropped, those of 29 are not', async () => {
  startAt(write('before'));
  for (const days of [400, 31, 29]) write(`${days} days old`, { date: Date.now() - days * DAY });
  await catchUp().fetchMissed(sink);
  expect(sink.texts).toEqual(['29 days old']);
  expect(sink.drops).toEqual(['too-old', 'too-old']);
});

describe('a chat database with lower ROWIDs', () => {
  const old = () => write('on the old Mac').originalROWID + 100_000;

  it('is read again once, without messages of 31 days ago', async () => {
    startAt(old());
    write('31 days old', { date: Date.now() - 31 * DAY });
    const last = write('while the Mac was replaced');
    expect(await catchUp().fetchMissed(sink)).toBe(true);
    expect(sink.texts).toEqual(['on the old Mac', 'while the Mac was replaced']);
    expect(cursorAt()).toBe(String(last.originalROWID));
    write('later');
    await catchUp().fetchMissed(sink);
    expect([sink.texts.at(-1), sink.duplicates]).toEqual(['later', 0]);
  });

  it('is not assumed after a few deleted rows, nor for an empty database', async () => {
    const { originalROWID } = write('kept');
    startAt(originalROWID + 499);
    await catchUp().fetchMissed(sink);
    expect([sink.texts, cursorAt()]).toEqual([[], String(originalROWID + 499)]);
    startAt(old());
    bridge.deleteChat(bridge.directChat(ANN));
    const before = cursorAt();
    expect(await catchUp().fetchMissed(sink)).toBe(true);
    expect(cursorAt()).toBe(before);
  });
});

describe.each([
  ['while the gateway runs', true],
  ['before its next start', false],
])('a first start with the clock 8 h ahead, corrected %s', (_, isSameProgram) => {
  const realNow = Date.now.bind(Date);
  let ahead = 8 * 3_600_000;
  beforeEach(() => {
    ahead = 8 * 3_600_000;
    jest.spyOn(Date, 'now').mockImplementation(() => realNow() + ahead);
  });
  afterEach(() => jest.restoreAllMocks());
  const texts = ['a', 'b', 'c', 'd', 'e'];
  const writeAll = () => texts.forEach((text) => write(text, { date: realNow() }));

  it('accepts every message', async () => {
    write('old', { date: realNow() - 3_600_000 });
    const first = catchUp();
    expect(await first.fetchMissed(sink)).toBe(true);
    ahead = 0;
    writeAll();
    expect(await (isSameProgram ? first : catchUp()).fetchMissed(sink)).toBe(true);
    expect([sink.texts, sink.drops]).toEqual([texts, []]);
  });

  it('accepts every message when the bridge was away meanwhile', async () => {
    await bridge.down();
    const first = catchUp();
    expect(await first.fetchMissed(sink)).toBe(false);
    ahead = 0;
    const next = isSameProgram ? first : catchUp();
    await next.begin();
    writeAll();
    await bridge.up();
    expect(await next.fetchMissed(sink)).toBe(true);
    expect([sink.texts, sink.drops]).toEqual([texts, []]);
  });
});

describe('a catch-up whose sink fails', () => {
  it('stops with the cursor before the failed message, and continues later', async () => {
    const before = write('before');
    startAt(before);
    ['a', 'b', 'c', 'd', 'e'].forEach((text) => write(text));
    sink.failsFor = (event) => textOf(event) === 'd';
    const sut = catchUp(2);
    expect(await sut.fetchMissed(sink)).toBe(false);
    expect(sink.texts).toEqual(['a', 'b', 'c']);
    expect(cursorAt()).toBe(String(before.originalROWID + 2));
    sink.failsFor = () => false;
    expect(await sut.fetchMissed(sink)).toBe(true);
    expect(sink.texts).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('row 3: skips a message that alone fails ten times', async () => {
    startAt(write('before'));
    ['a', 'poison', 'c'].forEach((text) => write(text));
    sink.failsFor = (event) => textOf(event) === 'poison';
    const sut = catchUp();
    for (let run = 0; run < 9; run++) expect(await sut.fetchMissed(sink)).toBe(false);
    expect(sink.texts).toEqual(['a']);
    expect(await sut.fetchMissed(sink)).toBe(true);
    expect(sink.texts).toEqual(['a', 'c']);
  });

  it('skips nothing while every message fails', async () => {
    const before = write('before');
    startAt(before);
    ['a', 'b', 'c'].forEach((text) => write(text));
    sink.failsFor = () => true;
    const sut = catchUp();
    for (let run = 0; run < 15; run++) expect(await sut.fetchMissed(sink)).toBe(false);
    expect(cursorAt()).toBe(String(before.originalROWID));
    sink.failsFor = () => false;
    expect(await sut.fetchMissed(sink)).toBe(true);
    expect(sink.texts).toEqual(['a', 'b', 'c']);
  });

  it('does not skip the last message, because nothing shows that the fault is in it', async () => {
    const before = write('before');
    startAt(before);
    write('last');
    sink.failsFor = () => true;
    const sut = catchUp();
    for (let run = 0; run < 12; run++) expect(await sut.fetchMissed(sink)).toBe(false);
    expect(cursorAt()).toBe(String(before.originalROWID));
    sink.failsFor = () => false;
    expect(await sut.fetchMissed(sink)).toBe(true);
    expect(sink.texts).toEqual(['last']);
  });

  it('reports failure while the state store is down', async () => {
    state.isDown = true;
    expect(await catchUp().fetchMissed(sink)).toBe(false);
    state.isDown = false;
    expect(await catchUp().fetchMissed(sink)).toBe(true);
  });
});

it('a catch-up runs once at a time, and requests made meanwhile share one more run', async () => {
  startAt(write('before'));
  write('a');
  const sut = catchUp();
  const [first, ...others] = [sut.fetchMissed(sink), sut.fetchMissed(sink), sut.fetchMissed(sink)];
  write('b');
  expect(await Promise.all([first, ...others])).toEqual([true, true, true]);
  expect(sink.texts).toEqual(['a', 'b']);
  expect(pages()).toBe(2);
});

it('a catch-up fetches a missing sender by guid, and stops when the call fails', async () => {
  const group = bridge.createGroup({ participants: [ANN, '+12025550178'] });
  startAt(0);
  bridge.receiveUnseen({ from: ANN, chatGuid: group.guid, text: 'who am I', withoutHandle: true });
  const isLookUp = ({ path }: { path: string }) => /\/message\/[0-9A-F-]{36}$/i.test(path);
  bridge.faults.requests.next({ kind: 'cut' }, { when: isLookUp });
  expect(await catchUp().fetchMissed(sink)).toBe(false);
  expect(await catchUp().fetchMissed(sink)).toBe(true);
  expect(sink.drops).toEqual(['unknown-sender']);
});

it('a catch-up accepts nothing once it is stopped, and runs again when asked', async () => {
  startAt(write('before'));
  write('a');
  const sut = catchUp();
  const running = sut.fetchMissed(sink);
  const stopped = sut.stop();
  await Promise.all([running, stopped]);
  expect(sink.accepted).toEqual([]);
  expect(await sut.fetchMissed(sink)).toBe(true);
  expect(sink.texts).toEqual(['a']);
});
