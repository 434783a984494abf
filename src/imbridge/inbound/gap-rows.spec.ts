import { eventually } from '../../../test/support/eventually.js';
import { type AccountFixture, accountOf, attemptTo } from '../../../test/support/imbridge.js';
import { BridgeSimulator, type MessageRow } from '../../../simulators/index.js';
import { webhookMessage } from '../../../simulators/bridge/messages/wire.js';

const ANN = '+12025550143';
let bridge: BridgeSimulator;
let sut: AccountFixture;
let askedBefore: number;

beforeEach(async () => {
  bridge = await BridgeSimulator.start({ deliveryReceipts: false });
  sut = accountOf(bridge);
  sut.account.connect(sut.sink);
  await eventually(() => sut.state.values.has('default/cursor'), { what: 'the first catch-up' });
  await live(write('first'));
  askedBefore = windows();
});
afterEach(async () => {
  await sut.account.disconnect();
  await bridge.stop();
});

const write = (text: string) => bridge.receiveUnseen({ from: ANN, text });
const live = (row: MessageRow) => sut.account.receive('new-message', webhookMessage(row, { chats: true }));
const takes = (...texts: string[]) =>
  eventually(() => texts.every((text) => sut.sink.texts.includes(text)), { what: texts.join() });
const windows = () =>
  bridge.requests.filter(({ body }) => JSON.stringify(body ?? '').includes('endRowId')).length;
/** How many gaps the bridge was asked for. */
const asked = () => windows() - askedBefore;

it('a message whose webhook was lost is taken before the next one, in one call', async () => {
  const lost = write('lost');
  await live(write('next'));
  expect(sut.sink.texts).toEqual(['first', 'lost', 'next']);
  expect(sut.sink.accepted.map(({ isLate }) => isLate)).toEqual([false, false, false]);
  await live(lost);
  await live(write('last'));
  expect([sut.sink.texts.at(-1), asked()]).toEqual(['last', 1]);
});

it('messages that wait behind several gaps are taken with them in their order', async () => {
  const rows = ['lost', 'one', 'lost too', 'two'].map(write);
  await Promise.all([live(rows[3]!), live(rows[1]!)]);
  expect(sut.sink.texts).toEqual(['first', 'lost', 'one', 'lost too', 'two']);
});

it('messages that come one after the other are taken without a call', async () => {
  for (const text of ['second', 'third']) await live(write(text));
  expect(asked()).toBe(0);
});

it('a message that was lost before one of ours is taken at the next check of the bridge', async () => {
  write('lost');
  await sut.account.send(attemptTo(`-;${ANN}`, 'ours'), new AbortController().signal);
  await takes('lost');
});

it('the update of a message whose webhook was lost does not stand for the message', async () => {
  const lost = write('lost');
  await sut.account.receive('updated-message', webhookMessage(lost, { chats: false }));
  await live(write('next'));
  expect(sut.sink.texts).toEqual(['first', 'lost', 'next']);
});

it('neither does an edit of it', async () => {
  const lost = write('lost');
  bridge.update(lost.guid, { text: 'edited', dateEdited: Date.now() });
  await sut.account.receive('updated-message', webhookMessage(lost, { chats: false }));
  await live(write('next'));
  expect(sut.sink.texts.filter((text) => text !== '')).toEqual(['first', 'edited', 'next']);
});

const busy = { kind: 'answer', status: 500, text: 'busy' } as const;
const when = ({ path }: { readonly path: string }) => path.endsWith('/message/query');

it('a bridge that does not tell the rows at once is asked again', async () => {
  bridge.faults.requests.next(busy, { when });
  write('lost');
  await live(write('next'));
  expect(sut.sink.texts).toEqual(['first', 'lost', 'next']);
});

it('a bridge that does not tell the rows holds nothing back for long, and the catch-up brings them', async () => {
  bridge.faults.requests.all(busy, { when });
  write('lost');
  await live(write('next'));
  expect(sut.sink.texts).toEqual(['first', 'next']);
  bridge.faults.clear();
  await takes('lost');
});

it('while older messages are being fetched a gap is left to the catch-up', async () => {
  await bridge.down();
  await eventually(() => sut.sink.status === 'transient-disconnect', { what: 'that it is away' });
  write('lost');
  const next = write('next');
  await bridge.up();
  await live(next);
  expect([sut.sink.texts, asked()]).toEqual([['first', 'lost', 'next'], 0]);
});
