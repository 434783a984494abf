import { Places } from './places.js';

it('lets in as many as there are slots, and no more', async () => {
  const places = new Places(() => 2);
  expect([places.tryEnter(), await places.enter(1), places.tryEnter()]).toEqual([true, true, false]);
  places.leave();
  expect(places.tryEnter()).toBe(true);
});

it('gives a free slot to the one that has waited longest', async () => {
  const places = new Places(() => 1);
  places.tryEnter();
  const order: string[] = [];
  const first = places.enter(10_000).then(() => order.push('first'));
  const second = places.enter(10_000).then(() => order.push('second'));
  places.leave();
  await first;
  expect(places.tryEnter()).toBe(false);
  places.leave();
  await second;
  expect(order).toEqual(['first', 'second']);
});

it('one that has waited too long gives up, and takes no slot later', async () => {
  const places = new Places(() => 1);
  places.tryEnter();
  expect(await places.enter(1)).toBe(false);
  places.leave();
  expect(places.tryEnter()).toBe(true);
});

it('follows a size that changes', () => {
  let size = 2;
  const places = new Places(() => size);
  expect([places.tryEnter(), places.tryEnter()]).toEqual([true, true]);
  size = 1;
  places.leave();
  expect(places.tryEnter()).toBe(false);
  size = 2;
  expect(places.tryEnter()).toBe(true);
});
