import { WorkerSlots } from './worker-slots.js';

it('lets in as many as there are slots, and no more', async () => {
  const slots = new WorkerSlots(() => 2);
  expect([slots.tryEnter(), await slots.enter(1), slots.tryEnter()]).toEqual([true, true, false]);
  slots.leave();
  expect(slots.tryEnter()).toBe(true);
});

it('gives a free slot to the one that has waited longest', async () => {
  const slots = new WorkerSlots(() => 1);
  slots.tryEnter();
  const order: string[] = [];
  const first = slots.enter(10_000).then(() => order.push('first'));
  const second = slots.enter(10_000).then(() => order.push('second'));
  slots.leave();
  await first;
  expect(slots.tryEnter()).toBe(false);
  slots.leave();
  await second;
  expect(order).toEqual(['first', 'second']);
});

it('one that has waited too long gives up, and takes no slot later', async () => {
  const slots = new WorkerSlots(() => 1);
  slots.tryEnter();
  expect(await slots.enter(1)).toBe(false);
  slots.leave();
  expect(slots.tryEnter()).toBe(true);
});

it('follows a size that changes', () => {
  let size = 2;
  const slots = new WorkerSlots(() => size);
  expect([slots.tryEnter(), slots.tryEnter()]).toEqual([true, true]);
  size = 1;
  slots.leave();
  expect(slots.tryEnter()).toBe(false);
  size = 2;
  expect(slots.tryEnter()).toBe(true);
});
