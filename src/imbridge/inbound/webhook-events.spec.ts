import { jest } from '@jest/globals';
import { DEFAULT_ACCOUNT } from '../../channels/index.js';
import { RecordingSink } from '../../../test/support/imbridge.js';
import { RowOrder } from '../service/messages/row-order.js';
import { ReplayBarrier } from './replay-barrier.js';
import { WebhookEvents } from './webhook-events.js';

const MORE_THAN_A_TURN_MS = 4_000;

let barrier: ReplayBarrier;
let live: unknown[];
let sut: WebhookEvents;

beforeEach(() => {
  jest.useFakeTimers();
  barrier = new ReplayBarrier();
  live = [];
  const rowIngest = {
    live: async (data: unknown) => void live.push((data as { originalROWID: number }).originalROWID),
    update: async () => undefined,
    sendError: async () => undefined,
  };
  const ordering = { replayBarrier: barrier, rows: new RowOrder(), gapRows: { fill: async () => false } };
  const listener = { hello: () => undefined, signOfLife: () => undefined, lost: () => undefined };
  sut = new WebhookEvents(DEFAULT_ACCOUNT, rowIngest, ordering, listener);
});
afterEach(() => {
  jest.useRealTimers();
});

const receive = (originalROWID: number) =>
  sut.handle('new-message', { originalROWID, guid: `row ${originalROWID}` }, new RecordingSink());

it('messages that waited for older ones are taken in the order of their ROWIDs', async () => {
  await receive(10);
  barrier.close();
  const waiting = [receive(13)];
  await jest.advanceTimersByTimeAsync(MORE_THAN_A_TURN_MS);
  waiting.push(receive(12), receive(11), receive(14));
  await jest.advanceTimersByTimeAsync(MORE_THAN_A_TURN_MS);
  expect(live).toEqual([10]);
  barrier.open();
  await Promise.all(waiting);
  expect(live).toEqual([10, 11, 12, 13, 14]);
});

it('a message that waits for its turn waits for older ones that have to be fetched', async () => {
  await receive(10);
  const waiting = receive(12);
  barrier.close();
  await jest.advanceTimersByTimeAsync(MORE_THAN_A_TURN_MS);
  expect(live).toEqual([10]);
  barrier.open();
  await waiting;
  expect(live).toEqual([10, 12]);
});

it('a released message is not held again after its turn', async () => {
  await receive(10);
  barrier.close();
  const waiting = receive(12);
  barrier.release();
  await jest.advanceTimersByTimeAsync(MORE_THAN_A_TURN_MS);
  await waiting;
  expect(live).toEqual([10, 12]);
});

it('a released message waits for older ones that are fetched before its turn', async () => {
  await receive(10);
  barrier.close();
  const waiting = receive(12);
  barrier.release();
  barrier.close();
  await jest.advanceTimersByTimeAsync(MORE_THAN_A_TURN_MS);
  expect(live).toEqual([10]);
  barrier.open();
  await waiting;
  expect(live).toEqual([10, 12]);
});
