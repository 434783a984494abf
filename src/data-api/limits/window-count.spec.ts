import { WindowCount } from './window-count.js';

const ID = { keyId: 'k', period: 'minute' };
const LENGTH_MS = 60_000;
const LIMIT = 100;

/** A window with numbers drawn at 0, of which one is given out and the others are left. */
function withSomeLeft() {
  const sut = new WindowCount(ID, LENGTH_MS);
  sut.receive({ ...ID, hits: 4, endsInMs: LENGTH_MS }, 4, 0);
  expect(sut.take(0, LIMIT)).toMatchObject({ totalHits: 1 });
  return sut;
}

describe('WindowCount', () => {
  it('hands out drawn requests to the last millisecond of their window, and not after it', () => {
    const sut = withSomeLeft();
    expect(sut.take(LENGTH_MS - 1, LIMIT)).toMatchObject({ totalHits: 2, timeToExpire: 1 });
    expect(sut.take(LENGTH_MS, LIMIT)).toBeUndefined();
  });

  it('adds newly drawn requests to the rest of the same window', () => {
    const sut = withSomeLeft();
    sut.receive({ ...ID, hits: 6, endsInMs: LENGTH_MS - 1 }, 2, 1);
    const given = Array.from({ length: 6 }, () => sut.take(1, LIMIT)?.totalHits);
    expect(given).toEqual([2, 3, 4, 5, 6, undefined]);
  });

  it('leaves the rest to the old window when the draw began a new one', () => {
    const sut = withSomeLeft();
    sut.receive({ ...ID, hits: 2, endsInMs: LENGTH_MS }, 2, LENGTH_MS - 1);
    const given = Array.from({ length: 3 }, () => sut.take(LENGTH_MS - 1, LIMIT)?.totalHits);
    expect(given).toEqual([1, 2, undefined]);
  });
});
