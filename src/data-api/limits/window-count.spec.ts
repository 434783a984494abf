import { WindowCount } from './window-count.js';

const ID = { keyId: 'k', period: 'minute' };
const LENGTH_MS = 60_000;
const LIMIT = 100;
const at = (now: number) => ({ drawnAt: now, now });

/** A window with numbers drawn at 0, one of them used. */
function withSomeLeft() {
  const sut = new WindowCount(ID, LENGTH_MS);
  sut.receive({ ...ID, hits: 4, endsInMs: LENGTH_MS }, 4, at(0));
  expect(sut.countRequest(0, LIMIT)).toMatchObject({ totalHits: 1 });
  return sut;
}

describe('WindowCount', () => {
  it('counts drawn requests until the last millisecond of their window', () => {
    const sut = withSomeLeft();
    expect(sut.countRequest(LENGTH_MS - 1, LIMIT)).toMatchObject({ totalHits: 2, timeToExpire: 1 });
    expect(sut.countRequest(LENGTH_MS, LIMIT)).toBeUndefined();
  });

  it('adds newly drawn requests to the rest of the same window', () => {
    const sut = withSomeLeft();
    sut.receive({ ...ID, hits: 6, endsInMs: LENGTH_MS - 1 }, 2, at(1));
    const given = Array.from({ length: 6 }, () => sut.countRequest(1, LIMIT)?.totalHits);
    expect(given).toEqual([2, 3, 4, 5, 6, undefined]);
  });

  it('leaves the rest to the old window when the draw began a new one', () => {
    const sut = withSomeLeft();
    sut.receive({ ...ID, hits: 2, endsInMs: LENGTH_MS }, 2, at(LENGTH_MS - 1));
    const given = Array.from({ length: 3 }, () => sut.countRequest(LENGTH_MS - 1, LIMIT)?.totalHits);
    expect(given).toEqual([1, 2, undefined]);
  });

  describe('with a clock that moves while requests are drawn', () => {
    it('admits nobody from a window that has ended', async () => {
      const sut = withSomeLeft();
      expect(sut.countRequest(LENGTH_MS, LIMIT)).toBeUndefined();
      const waiting = sut.wait();
      sut.receive({ ...ID, hits: 6, endsInMs: 1 }, 2, { drawnAt: LENGTH_MS - 1, now: LENGTH_MS });
      expect(sut.isWaitedFor).toBe(true);
      sut.receive({ ...ID, hits: 3, endsInMs: LENGTH_MS }, 3, at(LENGTH_MS));
      expect(await waiting).toMatchObject({ totalHits: 1, timeToExpire: LENGTH_MS / 1000 });
    });

    it('keeps no window open longer than its length when the clock is set back', async () => {
      const sut = new WindowCount(ID, LENGTH_MS);
      const waiting = sut.wait();
      sut.receive({ ...ID, hits: 3, endsInMs: LENGTH_MS }, 3, { drawnAt: 10 * LENGTH_MS, now: 0 });
      expect(await waiting).toMatchObject({ totalHits: 1, timeToExpire: LENGTH_MS / 1000 });
      expect(sut.isOver(LENGTH_MS)).toBe(true);
    });
  });
});
