import { FakeClock } from '../../../test/support/fake-clock.js';
import type { HistoryQuery, HistoryRepository, SequencedEntry } from './history.repository.js';
import { SessionMemory } from './session-memory.js';

const QUERY: HistoryQuery = { limit: 9, isHeardCounted: false, after: 0, except: '', maxEntries: 9 };
/** Four sessions of these fill the memory. */
const TEXT = 'x'.repeat(1_275_000);

function make() {
  const clock = new FakeClock();
  const entry = { seq: 1, text: TEXT, role: 'user', kind: 'turn', delivery_id: null } as SequencedEntry;
  const readAnew: string[] = [];
  const repository = {
    recent: async (sessionKey: string) => {
      readAnew.push(sessionKey);
      return { entries: [entry], revision: null };
    },
    since: async () => ({ entries: [], count: 1, sum: 1, revision: null }),
  } as unknown as HistoryRepository;
  const sut = new SessionMemory(repository, clock);
  /** @returns the sessions that were read again */
  const read = async (...keys: string[]) => {
    readAnew.length = 0;
    for (const key of keys) await sut.read(key, QUERY);
    return readAnew.join('');
  };
  return { clock, read };
}

it('RecentEntries keeps busy sessions when it is full, and drops the longest unused one first', async () => {
  const { clock, read } = make();
  expect(await read('a', 'b', 'c', 'd', 'e', 'f')).toBe('abcdef');
  clock.advance(30_000);
  expect(await read('a', 'b', 'c', 'd', 'e', 'f')).toBe('ef');
  clock.advance(61_000);
  // In the place of `a` and `b`.
  expect(await read('c', 'd', 'e', 'f')).toBe('ef');
  expect(await read('c', 'd', 'e', 'f', 'a', 'b')).toBe('ab');
});
