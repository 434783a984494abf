import { ReplayBarrier } from './replay-barrier.js';

describe('ReplayBarrier', () => {
  it('lets messages pass while it is open', async () => {
    const sut = new ReplayBarrier();
    await sut.passes();
    sut.close();
    sut.open();
    await sut.passes();
  });

  it('holds messages while it is closed, then lets them pass by ROWID, those without one last', async () => {
    const sut = new ReplayBarrier();
    const order: number[] = [];
    sut.close();
    sut.close();
    const rowIds = [12, undefined, 11, 10, undefined];
    const waiting = rowIds.map((rowId, n) => sut.passes(rowId).then(() => order.push(n)));
    await new Promise((resolve) => setImmediate(resolve));
    expect(order).toEqual([]);
    sut.open();
    await Promise.all(waiting);
    expect(order).toEqual([3, 2, 0, 1, 4]);
  });

  it('lets waiting messages pass on release, and holds later ones', async () => {
    const sut = new ReplayBarrier();
    const passed: string[] = [];
    sut.release();
    expect(sut.isClosed).toBe(false);
    sut.close();
    const first = sut.passes().then(() => passed.push('first'));
    sut.release();
    const second = sut.passes().then(() => passed.push('second'));
    await first;
    expect(passed).toEqual(['first']);
    sut.open();
    await second;
  });

  it('holds a message no longer than its limit', async () => {
    const sut = new ReplayBarrier(10);
    sut.close();
    await sut.passes();
  });
});

it('a barrier that turns messages away refuses waiting and later ones', async () => {
  const sut = new ReplayBarrier(10);
  sut.close();
  const waiting = sut.passes();
  sut.turnAway();
  expect(await waiting).toBe(false);
  expect(await sut.passes()).toBe(false);
});

it('a refusing barrier refuses messages at once, until it is closed or opened', async () => {
  const sut = new ReplayBarrier(60_000);
  sut.close();
  const waiting = sut.passes();
  sut.refuse();
  expect([await waiting, await sut.passes(), sut.isRefusing]).toEqual([false, false, true]);
  sut.close();
  const held = sut.passes();
  sut.open();
  expect([await held, await sut.passes(), sut.isRefusing]).toEqual([true, true, false]);
});
