import { LastUses, USE_STEP_MS } from './last-uses.js';

describe('LastUses', () => {
  const written: [string, number][] = [];
  beforeEach(() => void (written.length = 0));
  const sut = () => new LastUses('key', async (id, at) => void written.push([id, at]));

  it('writes the uses of each credential once a minute, whichever others are used', () => {
    const uses = sut();
    for (const [id, now] of [
      ['a', 0],
      ['b', 1],
      ['a', USE_STEP_MS - 1],
      ['a', USE_STEP_MS],
    ] as const)
      uses.recordUse(id, null, now);
    uses.recordUse('c', 5, USE_STEP_MS + 4);
    uses.recordUse('d', 5, USE_STEP_MS + 5);
    expect(written).toEqual([
      ['a', 0],
      ['b', 1],
      ['a', USE_STEP_MS],
      ['d', USE_STEP_MS + 5],
    ]);
  });

  it('goes by its own last write where the stored value that was read is older', () => {
    const uses = sut();
    for (const seconds of [100, 101, 159, 160]) uses.recordUse('a', 5, seconds * 1_000);
    expect(written).toEqual([
      ['a', 100_000],
      ['a', 160_000],
    ]);
  });

  it('remembers 10,000 of them', () => {
    const uses = sut();
    for (let n = 0; n < 10_000; n++) uses.recordUse(String(n), null, 0);
    uses.recordUse('0', null, 1);
    expect(written).toHaveLength(10_000);
    uses.recordUse('another', null, 1);
    uses.recordUse('0', null, 1);
    expect(written.slice(10_000).map(([id]) => id)).toEqual(['another', '0']);
  });

  it('waits for its writes, and survives one that fails', async () => {
    const writing = Promise.withResolvers<never>();
    const uses = new LastUses('key', () => writing.promise);
    uses.recordUse('a', null, 0);
    let isSettled = false;
    const settling = uses.settle().then(() => (isSettled = true));
    await Promise.resolve();
    expect(isSettled).toBe(false);
    writing.reject(new Error('away'));
    await settling;
  });
});
