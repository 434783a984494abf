import type { InboundEvent, QuotedMessage } from '../../channels/index.js';
import type { PastSender, SenderGate } from '../../conversations/gate/sender-gate.service.js';
import type { SpokenEntry, HistoryRepository } from '../../conversations/transcript/history.repository.js';
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

  describe('of messages that are quoted in a group', () => {
    const group = { ...EVENT, conversation: { id: 'c', kind: 'group' } } as unknown as InboundEvent;
    const quotes = ['ann', 'bob', 'eve', undefined].map(
      (sender) => ({ text: 'x', sender }) as unknown as QuotedMessage,
    );
    const shown = async (event: InboundEvent, isLetIn: (keys: readonly string[]) => boolean) => {
      const stillLetIn = async (senders: readonly PastSender[]) =>
        new Set(senders.filter(({ accessKeys }) => isLetIn(accessKeys)));
      const sut = new HistoryFilter({ stillLetIn } as unknown as SenderGate, {} as HistoryRepository);
      return quotes.filter(
        (
          (set) => (quote) =>
            set.has(quote)
        )(await sut.quotable(event, quotes)),
      );
    };

    it('shows those of the sender and of people who may write there', async () => {
      const [ann, bob] = quotes;
      expect(await shown(group, (keys) => keys.includes('sender:bob'))).toEqual([ann, bob]);
      expect(await shown(group, (keys) => keys.includes('place:c'))).toEqual(quotes);
      expect(await shown(EVENT, () => false)).toEqual(quotes);
    });

    it('judges no author by a key of the person who quotes them', async () => {
      const event = { ...group, accessKeys: ['sender:ann', 'sender:29:ann', 'place:c'] };
      expect(await shown(event, (keys) => keys.includes('sender:29:ann'))).toEqual(quotes.slice(0, 1));
    });
  });

  it('judges no author by another key of the sender', async () => {
    const stillLetIn = async (senders: readonly PastSender[]) =>
      new Set(senders.filter(({ accessKeys }) => accessKeys.includes('sender:29:ann')));
    const sut = new HistoryFilter({ stillLetIn } as unknown as SenderGate, {} as HistoryRepository);
    const event = { ...EVENT, accessKeys: ['sender:ann', 'sender:29:ann', 'place:c'] };
    expect(await sut.apply(event, [entry({ sender_id: 'ann' }), entry({ event_id: 'evt_2' })])).toEqual([
      entry({ sender_id: 'ann' }),
    ]);
  });

  it('keeps an answer to a question that was written on another account', async () => {
    const answer = entry({ role: 'assistant', sender_id: null, account: 'two' });
    const sut = make([entry({ account: 'three' })]);
    expect(await sut.apply(EVENT, [answer])).toEqual([answer]);
    expect(await make([entry({ account: 'two' })]).revokedAmong(EVENT, ['evt_1'])).toEqual(new Set());
  });
});
