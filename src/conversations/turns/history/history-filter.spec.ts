import type { InboundEvent } from '../../../channels/index.js';
import type { PastSender, SenderGate } from '../../gate/sender-gate.service.js';
import type { SpokenEntry, HistoryRepository } from '../../transcript/history.repository.js';
import { HistoryFilter } from './history-filter.service.js';

const EVENT = {
  channel: 'fake',
  account: 'one',
  conversation: { id: 'c', kind: 'direct' },
  sender: { id: 'ann' },
  accessKeys: ['sender:ann', 'place:c'],
} as unknown as InboundEvent;

const entry = (more: Partial<SpokenEntry>) =>
  ({
    channel: 'fake',
    account: 'one',
    conversation_id: 'c',
    role: 'user',
    sender_id: 'eve',
    event_id: 'evt_1',
    ...more,
  }) as SpokenEntry;

function make(said: readonly SpokenEntry[] = []) {
  /** Senders with a key of the place are let in. */
  const stillLetIn = async (senders: readonly PastSender[]) =>
    new Set(senders.filter(({ accessKeys }) => accessKeys.includes('place:c')));
  return new HistoryFilter(
    { stillLetIn } as unknown as SenderGate,
    { ofEvents: async () => [...said] } as unknown as HistoryRepository,
  );
}

describe('HistoryFilter', () => {
  it('drops an entry whose conversation on another account has the same id', async () => {
    const [here, there] = [entry({}), entry({ account: 'two', event_id: 'evt_2' })];
    expect(await make().apply(EVENT, [here, there])).toEqual([here]);
  });

  it('drops an entry whose sender on another account has the same id', async () => {
    const mine = entry({ sender_id: 'ann' });
    const theirs = entry({ sender_id: 'ann', account: 'two', event_id: 'evt_2' });
    expect(await make().apply(EVENT, [mine, theirs])).toEqual([mine]);
    // In either order: each is looked up for itself.
    const [here, there] = [entry({}), entry({ account: 'two', event_id: 'evt_2' })];
    expect(await make().apply(EVENT, [there, here])).toEqual([here]);
  });

  it('keeps an answer to a question that was written on another account', async () => {
    const answer = entry({ role: 'assistant', sender_id: null, account: 'two' });
    const sut = make([entry({ account: 'three' })]);
    expect(await sut.apply(EVENT, [answer])).toEqual([answer]);
    expect(await make([entry({ account: 'two' })]).revokedAmong(EVENT, ['evt_1'])).toEqual(new Set());
  });
});
