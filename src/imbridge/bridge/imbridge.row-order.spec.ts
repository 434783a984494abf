import { jest } from '@jest/globals';
import { RowOrder } from './imbridge.row-order.js';

let sut: RowOrder;
let through: number[];

beforeEach(() => {
  jest.useFakeTimers();
  sut = new RowOrder();
  through = [];
});
afterEach(() => {
  jest.useRealTimers();
});

/** As the webhook does: at once, or when its turn has come. */
async function arrive(rowId: number): Promise<void> {
  const turn = sut.turn(rowId);
  if (turn) await turn;
  through.push(rowId);
}
const arriveAll = (...rowIds: number[]) => void rowIds.map((rowId) => arrive(rowId));
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

it('holds nothing without a gap, and starts no timer', () => {
  arriveAll(10, 11, 12, 12, 5);
  expect(through).toEqual([10, 11, 12, 12, 5]);
  expect(jest.getTimerCount()).toBe(0);
});

it('does not know where a message stands that has no ROWID', () => {
  sut.note(10);
  expect(sut.turn(undefined)).toBeUndefined();
});

it('holds what has overtaken another until that is there', async () => {
  arriveAll(10, 12);
  expect(through).toEqual([10]);
  arriveAll(11);
  await pass(0);
  expect(through).toEqual([10, 11, 12]);
  expect(jest.getTimerCount()).toBe(0);
});

it('puts a whole jumble in order', async () => {
  arriveAll(10, 15, 13, 12, 14);
  await pass(50);
  arriveAll(11);
  await pass(0);
  expect(through).toEqual([10, 11, 12, 13, 14, 15]);
});

it.each([
  ['an echo, an update, the answer to a send', () => sut.note(11)],
  ['the catch-up', () => sut.reach(11)],
])('a gap is filled by %s', async (_what, fill) => {
  arriveAll(10, 12);
  fill();
  await pass(0);
  expect(through).toEqual([10, 12]);
});

it('holds nothing for longer than 100 ms, and goes on from there', async () => {
  arriveAll(10, 13);
  await pass(99);
  expect(through).toEqual([10]);
  await pass(1);
  arriveAll(14, 11);
  expect(through).toEqual([10, 13, 14, 11]);
});

it('lets those go together that the same gap has held', async () => {
  arriveAll(10, 12);
  await pass(60);
  arriveAll(15, 13);
  await pass(40);
  expect(through).toEqual([10, 12, 13]);
  await pass(60);
  expect(through).toEqual([10, 12, 13, 15]);
});

it('does not wait for a gap that is old', async () => {
  sut.note(10);
  sut.note(12);
  await pass(100);
  arriveAll(13);
  expect(through).toEqual([13]);
});

it('lets all go at the end, in order', async () => {
  arriveAll(10, 14, 12);
  sut.release();
  await pass(0);
  expect(through).toEqual([10, 12, 14]);
  expect(jest.getTimerCount()).toBe(0);
});
