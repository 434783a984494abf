import { jest } from '@jest/globals';
import { RowOrder } from './row-order.js';

let sut: RowOrder;
let through: number[];
/** The rows that other replicas have stored, and the reads of them. */
let elsewhere: number[];
let looks: [number, number][];

beforeEach(() => {
  jest.useFakeTimers();
  sut = new RowOrder();
  through = [];
  [elsewhere, looks] = [[], []];
});
afterEach(() => {
  jest.useRealTimers();
});

const rowsElsewhere = async (after: number, before: number) => {
  looks.push([after, before]);
  return elsewhere.filter((rowId) => rowId > after && rowId < before);
};

/** Like the webhook: at once, or when its turn comes. */
async function arrive(rowId: number): Promise<void> {
  const turn = sut.turn(rowId, rowsElsewhere);
  if (turn) await turn;
  through.push(rowId);
}
const arriveAll = (...rowIds: number[]) => void rowIds.map((rowId) => arrive(rowId));
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

it('holds nothing without a gap, and starts no timer', () => {
  arriveAll(10, 11, 12, 12, 5);
  expect(through).toEqual([10, 11, 12, 12, 5]);
  expect(looks).toEqual([]);
  expect(jest.getTimerCount()).toBe(0);
});

it('does not know the position of a message without ROWID', () => {
  sut.note(10);
  expect(sut.turn(undefined, rowsElsewhere)).toBeUndefined();
});

it('holds a message that has overtaken another until that has arrived', async () => {
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

it('holds nothing for longer than it takes to see that another replica has stored the rest', async () => {
  arriveAll(10);
  elsewhere = [11, 12, 14];
  arriveAll(13);
  await pass(0);
  expect(through).toEqual([10, 13]);
  arriveAll(15);
  await pass(0);
  expect([through, looks]).toEqual([
    [10, 13, 15],
    [
      [10, 13],
      [13, 15],
    ],
  ]);
  expect(jest.getTimerCount()).toBe(0);
});

it('holds a message that has overtaken one which another replica is about to store', async () => {
  arriveAll(10, 12);
  await pass(30);
  expect(through).toEqual([10]);
  elsewhere = [11];
  await pass(3);
  expect(through).toEqual([10, 12]);
  expect(jest.getTimerCount()).toBe(0);
});

it('looks once at a time, once more for callers that come meanwhile, and decides without a look where none is possible', async () => {
  const answers: PromiseWithResolvers<number[]>[] = [];
  const turns = [12, 14].map(async (rowId) => {
    sut.note(10);
    await sut.turn(rowId, () => {
      answers.push(Promise.withResolvers());
      return answers.at(-1)!.promise;
    });
    through.push(rowId);
  });
  expect(answers).toHaveLength(1);
  answers[0]!.resolve([11]);
  await pass(0);
  expect([answers.length, through]).toEqual([2, [12]]);
  answers[1]!.reject(new Error('the database is away'));
  await pass(100);
  await Promise.all(turns);
  expect(through).toEqual([12, 14]);
});

it('takes a gap too wide for any overtaking for none', async () => {
  sut.note(10);
  arriveAll(100_000);
  await pass(0);
  expect(looks).toEqual([[99_500, 100_000]]);
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

it('forgets a delay at one replica within some messages, although each waits for the one before at another', async () => {
  const replicas = Array.from({ length: 4 }, () => new RowOrder());
  const [stored, waits]: [number[], number[]] = [[], []];
  for (const replica of replicas) replica.note(10);
  const receive = async (rowId: number) => {
    const at = Date.now();
    await replicas[rowId % 4]!.turn(rowId, async (after, before) =>
      stored.filter((each) => each > after && each < before).sort((a, b) => a - b),
    );
    waits.push(Date.now() - at);
    setTimeout(() => stored.push(rowId), 4);
  };
  setTimeout(() => stored.push(11), 90);
  for (let rowId = 12; rowId < 24; rowId++) {
    void receive(rowId);
    await pass(20);
  }
  expect([waits[0]! > 60, waits.at(-1)! < 5]).toEqual([true, true]);
});
