import { WorkerSlots } from './lane-workers.js';

it('as many jobs enter as there are slots', async () => {
  const slots = new WorkerSlots(() => 2);
  expect([slots.tryEnter(), await slots.enter(1), slots.tryEnter()]).toEqual([true, true, false]);
  slots.leave();
  expect(slots.tryEnter()).toBe(true);
});

it('a free slot goes to the job that has waited longest', async () => {
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

it('a job that waits too long is cancelled, and takes no slot later', async () => {
  const slots = new WorkerSlots(() => 1);
  slots.tryEnter();
  expect(await slots.enter(1)).toBe(false);
  slots.leave();
  expect(slots.tryEnter()).toBe(true);
});

it('a changed size applies at once', () => {
  let size = 2;
  const slots = new WorkerSlots(() => size);
  expect([slots.tryEnter(), slots.tryEnter()]).toEqual([true, true]);
  size = 1;
  slots.leave();
  expect(slots.tryEnter()).toBe(false);
  size = 2;
  expect(slots.tryEnter()).toBe(true);
});

it('no third job waits for a slot: another replica may have one', async () => {
  const slots = new WorkerSlots(() => 1);
  slots.tryEnter();
  const waiting = [slots.enter(10_000), slots.enter(10_000)];
  expect([slots.isWaitedFor, await slots.enter(10_000)]).toEqual([true, false]);
  slots.leave();
  expect([await waiting[0], slots.isWaitedFor]).toEqual([true, false]);
  slots.leave();
  await waiting[1];
});

it('after one that gave up no job waits until a slot is left, and then work is looked for', async () => {
  let looks = 0;
  const slots = new WorkerSlots(
    () => 1,
    () => looks++,
  );
  slots.tryEnter();
  expect([await slots.enter(1), slots.isWaitedFor, await slots.enter(10_000)]).toEqual([false, true, false]);
  slots.leave();
  expect([looks, slots.isWaitedFor, slots.tryEnter()]).toEqual([1, false, true]);
  const next = slots.enter(10_000);
  slots.leave();
  expect([looks, await next]).toEqual([1, true]);
});
