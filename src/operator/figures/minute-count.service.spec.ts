import type { UsageReports } from '../../usage/index.js';
import { MinuteCount } from './minute-count.service.js';
import type { AnswerTrace, EventCount, TracesRepository } from './traces.repository.js';

const ANSWER: AnswerTrace = { id: 'msg_1', event_id: 'evt_1', received_at: 0, state: 'sent', sent_at: 2_000 };
const EVENTS: EventCount = { state: 'done', outcome: 'turn', reason: null, count: 1 };

describe('the count of a minute', () => {
  const counted = (answers: readonly Partial<AnswerTrace>[], events: readonly Partial<EventCount>[] = []) => {
    const traces = {
      eventCounts: async () => events.map((each) => ({ ...EVENTS, ...each })),
      answers: async function* () {
        for (const [at, each] of answers.entries()) yield { ...ANSWER, event_id: `evt_${at}`, ...each };
      },
    } as unknown as TracesRepository;
    const usage = { tokensByAgent: async () => [] } as unknown as UsageReports;
    return new MinuteCount(traces, usage).count(0);
  };
  const isOpen = async (...minute: Parameters<typeof counted>) => (await counted(...minute)).isOpen;

  it('is not final while any of its answers is on its way, whichever comes last', async () => {
    const [sent, open, gone] = [
      {},
      { state: 'queued', sent_at: null },
      { state: null, sent_at: null },
    ] as const;
    const dead = { state: 'dead', sent_at: null } as const;
    for (const other of [sent, gone, dead]) {
      expect(await isOpen([open, other])).toBe(true);
      expect(await isOpen([other, open])).toBe(true);
      expect(await isOpen([other])).toBe(false);
    }
  });

  it.each<[string, Partial<EventCount>, boolean]>([
    ['waits', { state: 'pending', outcome: null }, true],
    ['is held', { outcome: 'dropped', reason: 'held' }, true],
    ['is dropped', { outcome: 'dropped', reason: 'sender-not-allowed' }, false],
  ])('where a message %s', async (_, event, is) => {
    expect(await isOpen([], [{}, event])).toBe(is);
    expect(await isOpen([], [event, {}])).toBe(is);
  });

  it('has each answer once, and each failure where it happened', async () => {
    const events: Partial<EventCount>[] = [
      { count: 3 },
      { outcome: 'failed', count: 2 },
      { state: 'dead', outcome: null, count: 4 },
      { outcome: 'dropped', reason: 'a', count: 5 },
      { outcome: 'dropped', reason: 'b', count: 6 },
    ];
    const dead = { state: 'dead', sent_at: null } as const;
    const { sums } = await counted([{}, { event_id: 'evt_0' }, dead, { sent_at: -5 }], events);
    expect(sums).toMatchObject({ received: 20, answered: 2, failed: 7, dropped: { a: 5, b: 6 } });
  });
});
