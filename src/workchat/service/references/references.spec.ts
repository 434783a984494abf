import { jest } from '@jest/globals';
import { FakeClock } from '../../../../test/support/fake-clock.js';
import { MemoryState } from '../../../../test/support/imbridge.js';
import type { ConversationId, SenderId } from '../../../channels/index.js';
import { type Reference, References } from './references.js';

const CHAT = 'a:1' as ConversationId;
const REFERENCE: Reference = {
  conversation: CHAT,
  kind: 'direct',
  serviceUrl: 'https://smba.trafficmanager.net/emea/',
  channelId: 'msteams',
  bot: { id: '28:bot' },
};

const replicas = (clock = new FakeClock()) => {
  const state = new MemoryState();
  return [new References(state, clock), new References(state, clock)] as const;
};

it('once is true for one of several simultaneous callers, on any replica', async () => {
  const [sut, other] = replicas();
  expect(await Promise.all([sut.once('welcomed', CHAT), other.once('welcomed', CHAT)])).toEqual([
    true,
    false,
  ]);
  expect(await sut.once('welcomed', CHAT)).toBe(false);
  expect(await sut.once('welcomed', 'a:2' as ConversationId)).toBe(true);
});

it.each([
  ['the conversation', 'conversation:a:1'],
  ["the person's chat", 'person:ann'],
])('what could not be stored is stored when the event is repeated: %s', async (_, failing) => {
  const state = new MemoryState();
  const set = jest.spyOn(state, 'set').mockImplementation((...put) => {
    if (put[2] === failing) return Promise.reject(new Error('the database is down'));
    return MemoryState.prototype.set.apply(state, put);
  });
  const sut = new References(state, new FakeClock());
  const told = { ...REFERENCE, person: { id: '29:1', aadObjectId: 'ann' } };
  await expect(sut.store(told)).rejects.toThrow('down');
  set.mockRestore();
  await sut.store(told);
  expect([await sut.find(CHAT), await sut.personalChatWith('ANN' as SenderId)]).toEqual([told, CHAT]);
});

it('a removal holds until the app is installed again, on any replica', async () => {
  const clock = new FakeClock();
  const [sut, other] = replicas(clock);
  await sut.store(REFERENCE);
  await other.markGone(CHAT);
  clock.advance(120_000);
  // A late refusal does not turn the removal into something that passes.
  await sut.markRefused(CHAT);
  const removed = (await sut.find(CHAT))!;
  clock.advance(120_000);
  expect(sut.isClosed(removed)).toBe(true);
  await sut.store(REFERENCE, { isNews: true });
  expect(other.isClosed((await other.find(CHAT))!)).toBe(false);
});

it('a refusal holds for a minute, because the end of a block is not reported', async () => {
  const clock = new FakeClock();
  const [sut, other] = replicas(clock);
  await sut.store(REFERENCE);
  await other.markRefused(CHAT);
  const refused = (await sut.find(CHAT))!;
  expect(sut.isClosed(refused)).toBe(true);
  // A clock that is set back does not make the minute longer.
  clock.jump(-86_400_000);
  expect(sut.isClosed(refused)).toBe(false);
  clock.jump(86_400_000);
  clock.advance(60_000);
  expect(sut.isClosed(refused)).toBe(false);
  await sut.markOpen(refused);
  expect(await other.find(CHAT)).toEqual(REFERENCE);
});
