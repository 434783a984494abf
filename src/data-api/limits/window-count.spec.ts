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

  it('refuses what is counted above the limit', () => {
    const sut = withSomeLeft();
    const blocked = [1, 2].map(() => sut.countRequest(0, 2)?.isBlocked);
    expect(blocked).toEqual([false, true]);
  });

  it('counts no request before one that waits', () => {
    const sut = withSomeLeft();
    void sut.wait();
    expect(sut.countRequest(0, LIMIT)).toBeUndefined();
  });

  it('shows what was counted, without what is left, until the window ends', () => {
    const sut = withSomeLeft();
    expect(sut.present(LENGTH_MS - 1)).toEqual({ hits: 1, endsAt: LENGTH_MS });
    expect(sut.present(LENGTH_MS)).toBeUndefined();
  });

  it('can be forgotten when it is over and no request waits', () => {
    const sut = withSomeLeft();
    expect([sut.isOver(LENGTH_MS - 1), sut.isOver(LENGTH_MS)]).toEqual([false, true]);
    void sut.wait();
    expect(sut.isOver(LENGTH_MS)).toBe(false);
  });

  describe('draws', () => {
    /** How many more than those that wait each draw takes, at these times; each draw is used up. */
    const aheadAt = (times: readonly number[], { limit = LIMIT, isAhead = true } = {}) => {
      const sut = new WindowCount(ID, 100 * LENGTH_MS);
      let hits = 0;
      return times.map((now) => {
        if (!sut.countRequest(now, limit)) void sut.wait().catch(() => undefined);
        const amount = sut.wanted(now, isAhead);
        hits += amount;
        sut.receive({ ...ID, hits, endsInMs: 100 * LENGTH_MS }, amount, at(now));
        for (let left = amount - 1; left > 0; left--) sut.countRequest(now, limit);
        return amount - 1;
      });
    };

    it('twice as much while a draw lasts less than a second, up to a twentieth of the limit', () => {
      expect(aheadAt([5_000, 5_999, 6_998, 7_997, 8_996], { limit: 400 })).toEqual([1, 2, 4, 8, 16]);
      expect(aheadAt([5_000, 5_001, 5_002, 5_003], { limit: 100 })).toEqual([1, 2, 4, 5]);
    });

    it('half as much when the last draw lasted a second, and at least one', () => {
      expect(aheadAt([5_000, 5_001, 5_002, 6_002, 7_002, 8_002])).toEqual([1, 2, 4, 2, 1, 1]);
    });

    it('more than a twentieth of the limit once it is reached, since nothing is lost then', () => {
      expect(aheadAt([5_000, 5_001, 5_002], { limit: 1 })).toEqual([1, 2, 4]);
    });

    it('nothing ahead where other replicas count too', () => {
      expect(aheadAt([5_000, 5_001], { isAhead: false })).toEqual([0, 0]);
    });

    it('again when half of what was drawn ahead is left', () => {
      const sut = new WindowCount(ID, LENGTH_MS);
      sut.countRequest(5_000, 400);
      const amount = sut.wanted(5_000, true) + 3;
      sut.receive({ ...ID, hits: amount, endsInMs: LENGTH_MS }, amount, at(5_000));
      expect(sut.wanted(5_001, true) + sut.wanted(5_002, true)).toBe(6);
      const isLow = [1, 2].map(() => {
        sut.countRequest(5_002, 400);
        return sut.isLow;
      });
      expect(isLow).toEqual([false, true]);
    });
  });

  it('leaves the rest to the old window when the draw began a new one', () => {
    const sut = withSomeLeft();
    sut.receive({ ...ID, hits: 2, endsInMs: LENGTH_MS }, 2, at(LENGTH_MS - 1));
    const given = Array.from({ length: 3 }, () => sut.countRequest(LENGTH_MS - 1, LIMIT)?.totalHits);
    expect(given).toEqual([1, 2, undefined]);
  });

  describe('with a clock that moves while requests are drawn', () => {
    it('admits no call from a window that has ended', async () => {
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
