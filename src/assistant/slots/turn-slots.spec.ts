import { type SlotRequest, type SlotOutcome, TurnSlots } from './turn-slots.js';

const NEVER = new AbortController().signal;

/** Asks are known by the time they wait since. */
const make = (longestLine = 100) => {
  const sut = new TurnSlots(longestLine);
  const enter = (since: number, limit: number, more: Partial<SlotRequest & { signal: AbortSignal }> = {}) =>
    sut.enter({ key: String(since), since, limit, ...more }, more.signal ?? NEVER);
  return { sut, enter };
};
const leave = (entry: SlotOutcome) => {
  if (entry.kind !== 'in') throw new Error('has no place');
  entry.leave();
};
const isCalled = async (entry: SlotOutcome) => {
  if (entry.kind !== 'full') throw new Error('has a place');
  return Promise.race([entry.again.then(() => true), new Promise((resolve) => setImmediate(resolve, false))]);
};

describe('TurnSlots', () => {
  it('admits as many turns as there are slots, the others by how long they have waited', async () => {
    const { sut, enter } = make();
    const entered: number[] = [];
    const inside = [await enter(1, 2), await enter(2, 2)];
    const others = [4, 3].map(async (since) => {
      const entry = await enter(since, 2);
      entered.push(since);
      return entry;
    });
    expect(sut.waiting).toBe(2);
    leave(inside[1]!);
    leave(await others[1]!);
    await others[0];
    expect(entered).toEqual([3, 4]);
  });

  it('admits a turn at once when a slot is free, but not before one that waits', async () => {
    const { sut, enter } = make();
    const atOnce = (since: number, limit: number) => sut.enterAtOnce({ key: String(since), since, limit });
    const first = atOnce(1, 1)!;
    expect([first, atOnce(2, 1)]).toEqual([
      expect.objectContaining({ kind: 'in', hasWaited: false }),
      undefined,
    ]);
    const waiting = enter(2, 1);
    expect(atOnce(3, 2)).toBeUndefined();
    leave(first);
    leave(await waiting);
    expect(atOnce(3, 1)).toMatchObject({ kind: 'in' });
  });

  it('frees a slot once, although it is released twice', async () => {
    const { sut, enter } = make();
    const first = await enter(1, 1);
    leave(first);
    leave(first);
    await enter(2, 1);
    void enter(3, 1);
    expect(sut.waiting).toBe(1);
  });

  it('releases a turn whose wait is aborted, and does not lose the slot', async () => {
    const { enter } = make();
    const first = await enter(1, 1);
    const abort = new AbortController();
    const impatient = enter(2, 1, { signal: abort.signal });
    const patient = enter(3, 1);
    abort.abort(new Error('enough'));
    await expect(impatient).rejects.toThrow('enough');
    leave(first);
    leave(await patient);
    await expect(enter(4, 1, { signal: AbortSignal.abort(new Error('late')) })).rejects.toThrow('late');
    leave(await enter(5, 1));
  });

  it('follows a limit that changes', async () => {
    const { sut, enter } = make();
    const first = await enter(1, 1);
    const waiting = [enter(2, 1), enter(3, 1)];
    expect(sut.waiting).toBe(2);
    const last = enter(4, 3);
    const entered = await Promise.all(waiting);
    leave(first);
    await last;
    const late = enter(5, 1);
    entered.forEach(leave);
    expect(sut.waiting).toBe(1);
    leave(await last);
    await late;
  });

  describe('when the queue is full', () => {
    it('refuses the latest arrivals, and calls them back in order of arrival', async () => {
      const { enter } = make(1);
      const first = await enter(1, 1);
      const line = enter(5, 1);
      const older = enter(2, 1);
      const [five, four] = [await line, await enter(4, 1)];
      expect([five, four]).toMatchObject([
        { kind: 'full', others: 0 },
        { kind: 'full', others: 1 },
      ]);
      leave(first);
      expect(await Promise.all([isCalled(four), isCalled(five)])).toEqual([true, false]);
      leave(await older);
      expect(await isCalled(five)).toBe(true);
    });

    it('does not call one back that has already returned, and calls the next one when a wait is aborted', async () => {
      const { enter } = make(1);
      await enter(1, 1);
      const abort = new AbortController();
      const impatient = enter(2, 1, { signal: abort.signal });
      const three = await enter(3, 1);
      const [again, four] = [await enter(3, 1), await enter(4, 1)];
      abort.abort(new Error('enough'));
      await expect(impatient).rejects.toThrow('enough');
      expect(await Promise.all([three, again, four].map(isCalled))).toEqual([false, true, false]);
    });

    it('calls the next one back where one has got its place by asking before it was called', async () => {
      const { enter } = make(1);
      const first = await enter(1, 1);
      const line = enter(2, 1);
      const [three, four, five] = [await enter(3, 1), await enter(4, 1), await enter(5, 1)];
      leave(first);
      expect(await Promise.all([three, four, five].map(isCalled))).toEqual([true, false, false]);
      const early = enter(4, 1);
      leave(await line);
      expect([await early, await isCalled(five)]).toMatchObject([{ kind: 'in' }, true]);
    });

    it('lets turns that must wait exceed the limit, and refuses no other because of them', async () => {
      const { sut, enter } = make(1);
      await enter(1, 1);
      for (const since of [2, 3]) void enter(since, 1, { mustWait: true });
      void enter(4, 1);
      expect(sut.waiting).toBe(3);
      expect((await enter(5, 1)).kind).toBe('full');
      expect(sut.waiting).toBe(3);
    });
  });
});
