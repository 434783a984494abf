import { jest } from '@jest/globals';
import { type Gap, RowOrder, type RowSources } from './row-order.js';

let sut: RowOrder;
let through: number[];
/** The rows that other replicas have stored, and the reads of them. */
let elsewhere: number[];
let looks: [number, number][];
/** The gaps that the bridge was asked for, and its answer. */
let gaps: Gap[];
let answer: PromiseWithResolvers<boolean>;

beforeEach(() => {
  jest.useFakeTimers();
  sut = new RowOrder();
  through = [];
  [elsewhere, looks, gaps] = [[], [], []];
  answer = Promise.withResolvers();
});
afterEach(() => {
  jest.useRealTimers();
});

const sources: RowSources = {
  elsewhere: async (after, before) => {
    looks.push([after, before]);
    return elsewhere.filter((rowId) => rowId > after && rowId < before);
  },
  fill: (gap) => {
    gaps.push(gap);
    return answer.promise;
  },
};
const asked = () => gaps.map(({ after, before }) => [after, before]);

/** Like the webhook: at once, or once the messages before it have gone. */
async function arrive(rowId: number): Promise<void> {
  const wait = sut.inOrder(rowId, sources);
  if (wait) await wait;
  through.push(rowId);
}
const arriveAll = (...rowIds: number[]) => void rowIds.map((rowId) => arrive(rowId));
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

it('messages without a gap are not delayed, and no timer starts', () => {
  arriveAll(10, 11, 12, 12, 5);
  expect(through).toEqual([10, 11, 12, 12, 5]);
  expect(looks).toEqual([]);
  expect(jest.getTimerCount()).toBe(0);
});

it('a message without ROWID does not wait', () => {
  sut.reach(10);
  expect(sut.inOrder(undefined, sources)).toBeUndefined();
});

it('a row of ours does not show that those before it have arrived', async () => {
  sut.recordRow(12);
  sut.reach(10);
  arriveAll(13);
  expect(through).toEqual([]);
  arriveAll(11);
  await pass(20);
  expect([asked(), through]).toEqual([[[11, 13]], [11]]);
});

it('a message that overtook another waits until that has arrived', async () => {
  arriveAll(10, 12);
  expect(through).toEqual([10]);
  arriveAll(11);
  await pass(0);
  expect(through).toEqual([10, 11, 12]);
  expect(jest.getTimerCount()).toBe(0);
});

it('messages that arrive in any order pass in the order of their rows', async () => {
  arriveAll(10, 15, 13, 12, 14);
  await pass(50);
  arriveAll(11);
  await pass(0);
  expect(through).toEqual([10, 11, 12, 13, 14, 15]);
});

it.each([
  ['an echo, the update of one of ours, the answer to a send', () => sut.recordRow(11)],
  ['the catch-up', () => sut.reach(11)],
])('a gap is filled by %s', async (_what, fill) => {
  arriveAll(10, 12);
  fill();
  await pass(0);
  expect(through).toEqual([10, 12]);
});

it('a message passes at once when another replica has stored those before it', async () => {
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

it('a message waits for one that another replica is about to store', async () => {
  arriveAll(10, 12);
  await pass(30);
  expect(through).toEqual([10]);
  elsewhere = [11];
  await pass(3);
  expect(through).toEqual([10, 12]);
  expect(jest.getTimerCount()).toBe(0);
});

it('one look at a time asks other replicas, and callers that come meanwhile get a further one', async () => {
  const answers: PromiseWithResolvers<number[]>[] = [];
  const waits = [12, 14].map(async (rowId) => {
    sut.reach(10);
    const looked = () => {
      answers.push(Promise.withResolvers());
      return answers.at(-1)!.promise;
    };
    await sut.inOrder(rowId, { ...sources, elsewhere: looked });
    through.push(rowId);
  });
  expect(answers).toHaveLength(1);
  answers[0]!.resolve([11]);
  await pass(0);
  expect([answers.length, through]).toEqual([2, [12]]);
  answers[1]!.reject(new Error('the database is away'));
  answer.resolve(true);
  await pass(20);
  await Promise.all(waits);
  expect(through).toEqual([12, 14]);
});

it('a look reaches back 500 rows at most', async () => {
  sut.reach(10);
  arriveAll(100_000);
  await pass(0);
  expect(looks).toEqual([[99_500, 100_000]]);
});

it('a gap that stays for 20 ms is fetched from the bridge, and newer messages wait for it', async () => {
  arriveAll(10, 13);
  await pass(19);
  expect(asked()).toEqual([]);
  await pass(1);
  expect([asked(), through]).toEqual([[[10, 13]], [10]]);
  await pass(500);
  arriveAll(14);
  expect([asked(), through]).toEqual([[[10, 13]], [10]]);
  answer.resolve(true);
  await pass(0);
  expect(through).toEqual([10, 13, 14]);
  expect(jest.getTimerCount()).toBe(0);
});

it('a gap that is filled within 20 ms is not fetched', async () => {
  arriveAll(10, 12);
  await pass(10);
  arriveAll(11);
  await pass(100);
  expect([asked(), through]).toEqual([[], [10, 11, 12]]);
});

it('a fetch of a gap stores the waiting messages in their place, and no message that has passed', async () => {
  arriveAll(10, 12);
  sut.recordRow(14);
  arriveAll(16);
  await pass(20);
  expect(asked()).toEqual([[10, 16]]);
  const isThrough = () => [9, 11, 12, 13, 14].map(gaps[0]!.isThrough);
  expect(isThrough()).toEqual([true, false, false, false, true]);
  arriveAll(11);
  await pass(0);
  expect(isThrough()).toEqual([true, true, true, false, true]);
});

it('a message behind a further gap is fetched next', async () => {
  arriveAll(10, 12);
  await pass(20);
  arriveAll(15, 13);
  answer.resolve(true);
  await pass(0);
  expect(through).toEqual([10, 12, 13]);
  await pass(20);
  expect([asked(), through]).toEqual([
    [
      [10, 12],
      [13, 15],
    ],
    [10, 12, 13, 15],
  ]);
});

it('a fetch that fails is repeated while messages wait for it', async () => {
  arriveAll(10, 12);
  await pass(20);
  answer.resolve(false);
  await pass(249);
  expect([asked(), through]).toEqual([[[10, 12]], [10]]);
  answer = Promise.withResolvers();
  await pass(1);
  expect(asked()).toEqual([
    [10, 12],
    [10, 12],
  ]);
  answer.resolve(true);
  await pass(0);
  expect(through).toEqual([10, 12]);
});

it('a message waits 3 s at most', async () => {
  arriveAll(10, 13);
  await pass(2_999);
  expect(through).toEqual([10]);
  await pass(1);
  arriveAll(14, 11);
  expect(through).toEqual([10, 13, 14, 11]);
});

it('a gap before rows of ours is filled by settle', async () => {
  sut.reach(10);
  for (const rowId of [12, 14]) sut.recordRow(rowId);
  elsewhere = [11];
  const settled = sut.settle(sources);
  await pass(0);
  expect([looks, asked()]).toEqual([[[10, 14]], [[12, 14]]]);
  answer.resolve(true);
  await settled;
  await sut.settle(sources);
  arriveAll(15);
  expect([looks.length, gaps.length, through]).toEqual([1, 1, [15]]);
});

it('release lets all waiting messages pass in order', async () => {
  arriveAll(10, 14, 12);
  sut.release();
  await pass(0);
  expect(through).toEqual([10, 12, 14]);
  expect(jest.getTimerCount()).toBe(0);
});

it('a delay at one replica is over within some messages, although each waits for the one before', async () => {
  const replicas = Array.from({ length: 4 }, () => new RowOrder());
  const [stored, waits]: [number[], number[]] = [[], []];
  for (const replica of replicas) replica.reach(10);
  const receive = async (rowId: number) => {
    const at = Date.now();
    const elsewhere = async (after: number, before: number) =>
      stored.filter((each) => each > after && each < before).sort((a, b) => a - b);
    await replicas[rowId % 4]!.inOrder(rowId, { ...sources, elsewhere });
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
