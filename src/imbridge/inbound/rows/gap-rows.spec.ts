import { eventually } from '../../../../test/support/eventually.js';
import { type AccountFixture, accountOf, attemptTo } from '../../../../test/support/imbridge.js';
import { BridgeSimulator, type MessageRow } from '../../../../simulators/index.js';
import { webhookMessage } from '../../../../simulators/bridge/messages/wire.js';

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

it('a message whose webhook was lost is fetched before the next one, with one call', async () => {
  const lost = write('lost');
  await live(write('next'));
  expect(sut.sink.texts).toEqual(['first', 'lost', 'next']);
  expect(sut.sink.accepted.map(({ isLate }) => isLate)).toEqual([false, false, false]);
  await live(lost);
  await live(write('last'));
  expect([sut.sink.texts.at(-1), asked()]).toEqual(['last', 1]);
});

it('messages that wait behind several gaps are taken in order with the fetched ones', async () => {
  const rows = ['lost', 'one', 'lost too', 'two'].map(write);
  await Promise.all([live(rows[3]!), live(rows[1]!)]);
  expect(sut.sink.texts).toEqual(['first', 'lost', 'one', 'lost too', 'two']);
});

it('consecutive messages are taken without a call', async () => {
  for (const text of ['second', 'third']) await live(write(text));
  expect(asked()).toBe(0);
});

it('a message lost before one of ours is fetched at the next check of the bridge', async () => {
  write('lost');
  await sut.account.send(attemptTo(`-;${ANN}`, 'ours'), new AbortController().signal);
  await takes('lost');
});

it('an update does not count as the message whose webhook was lost', async () => {
  const lost = write('lost');
  await sut.account.receive('updated-message', webhookMessage(lost, { chats: false }));
  await live(write('next'));
  expect(sut.sink.texts).toEqual(['first', 'lost', 'next']);
});

it('an edit does not count as the message whose webhook was lost', async () => {
  const lost = write('lost');
  bridge.update(lost.guid, { text: 'edited', dateEdited: Date.now() });
  await sut.account.receive('updated-message', webhookMessage(lost, { chats: false }));
  await live(write('next'));
  expect(sut.sink.texts.filter((text) => text !== '')).toEqual(['first', 'edited', 'next']);
});

const busy = { kind: 'answer', status: 500, text: 'busy' } as const;
const when = ({ path }: { readonly path: string }) => path.endsWith('/message/query');

it('a bridge that refuses the query for the rows is asked again', async () => {
  bridge.faults.requests.next(busy, { when });
  write('lost');
  await live(write('next'));
  expect(sut.sink.texts).toEqual(['first', 'lost', 'next']);
});

it('a bridge that keeps refusing the query delays nothing for long, and the catch-up fetches the rows', async () => {
  bridge.faults.requests.all(busy, { when });
  write('lost');
  await live(write('next'));
  expect(sut.sink.texts).toEqual(['first', 'next']);
  bridge.faults.clear();
  await takes('lost');
});

it('during a catch-up a gap is left to the catch-up', async () => {
  await bridge.down();
  await eventually(() => sut.sink.status === 'transient-disconnect', { what: 'that it is away' });
  write('lost');
  const next = write('next');
  await bridge.up();
  await live(next);
  expect([sut.sink.texts, asked()]).toEqual([['first', 'lost', 'next'], 0]);
});
