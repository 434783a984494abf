import { retryAll } from './retry-all.js';

const MOST = 1_000;

/** A list of dead deliveries, the newest first, in pages of the wanted length. The newest have another cause. */
function listOf(length: number, others = 0) {
  const retried: string[] = [];
  const read = ({ limit, cursor = '0' }: { limit: number; cursor?: string }) => {
    const [begin, end] = [Number(cursor), Math.min(Number(cursor) + limit, others + length)];
    const items = Array.from({ length: end - begin }, (_, n) => ({ id: String(begin + n - others) }));
    return Promise.resolve({ items, next_cursor: end < others + length ? String(end) : null });
  };
  const retry = (id: string) => Promise.resolve(retried.push(id));
  const isWanted = ({ id }: { id: string }) => Number(id) >= 0;
  return { retried, source: { read, isWanted, retry } };
}

describe('retrying all deliveries of a cause', () => {
  it.each([
    ['one less than the most', MOST - 1, false],
    ['the most', MOST, false],
    ['one more than the most', MOST + 1, true],
  ])('says whether there are more than it has retried: %s', async (_, length, isCut) => {
    const { retried, source } = listOf(length);
    const went = Math.min(length, MOST);
    expect(await retryAll(source)).toEqual({ went, failed: [], isCut });
    expect(new Set(retried).size).toBe(went);
  });

  it.each([
    ['none', MOST, false],
    ['some', MOST + 1, true],
  ])('counts those on its last page beyond the most: %s', async (_, length, isCut) => {
    // The others move the thousandth into the middle of a page, which is the last one of the list.
    const { retried, source } = listOf(length, 1);
    expect(await retryAll(source)).toEqual({ went: MOST, failed: [], isCut });
    expect(retried).toHaveLength(MOST);
  });

  it('begins with the oldest', async () => {
    const { retried, source } = listOf(3);
    await retryAll(source);
    expect(retried).toEqual(['2', '1', '0']);
  });
});
