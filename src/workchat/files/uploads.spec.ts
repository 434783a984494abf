import { inMemory } from '../../channels/index.js';
import type { UploadAnswer } from '../../media/index.js';
import { type UploadEnd, Uploader } from './uploads.js';

const PIECE = 32 * 320 * 1024;
const answer = (status: number, next?: number): UploadAnswer => ({
  status,
  json: next === undefined ? {} : { nextExpectedRanges: [`${next}-`] },
});

/** What becomes of a file of a little more than two pieces, and how often its pieces went out. */
async function ends(reply: (range: string) => UploadAnswer): Promise<[UploadEnd['kind'], number]> {
  let puts = 0;
  const uploader = new Uploader(async ({ method, headers }) => {
    if (method === 'GET') return answer(200, 0);
    if (++puts > 50) throw new Error('without end');
    return reply(headers?.['content-range'] ?? '');
  });
  const file = inMemory(new Uint8Array(2 * PIECE + 10));
  const { signal } = new AbortController();
  const more = { isBegun: false, completing: async () => undefined };
  const end = await uploader.run({ url: 'https://x', file, mimeType: 'a/b', signal, ...more });
  return [end.kind, puts];
}

const startOf = (range: string): number => Number(/ (\d+)-/.exec(range)?.[1]);
const endOf = (range: string): number => Number(/-(\d+)\//.exec(range)?.[1]) + 1;

describe('a session', () => {
  it('that says what it misses is given that', async () => {
    let hasLost = false;
    const loses = (range: string) => {
      if (endOf(range) === 2 * PIECE + 10) return answer(201);
      if (startOf(range) === 0 || hasLost) return answer(202, endOf(range));
      hasLost = true;
      return answer(202, 5);
    };
    expect(await ends(loses)).toEqual(['done', 5]);
  });

  it.each<readonly [string, (range: string) => UploadAnswer]>([
    ['begins again and again', () => answer(202, 0)],
    ['goes on by a byte each time', (range) => answer(202, startOf(range) + 1)],
    ['goes back after each second piece', (range) => answer(202, startOf(range) === 0 ? PIECE : 0)],
  ])('that %s is put off', async (_, reply) => {
    const [kind, puts] = await ends(reply);
    expect([kind, puts < 10]).toEqual(['later', true]);
  });

  it('that never says that it is done is asked, and no piece of nothing is sent', async () => {
    const ranges: string[] = [];
    const [kind] = await ends((range) => {
      ranges.push(range);
      return answer(202);
    });
    expect(kind).toBe('later');
    expect(ranges.filter((range) => startOf(range) >= endOf(range))).toEqual([]);
  });
});
