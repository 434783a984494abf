import { TurnSlots } from './turn-slots.js';

const NEVER = new AbortController().signal;

describe('TurnSlots', () => {
  it('lets in as many as there are places, the others in order as places come free', async () => {
    const sut = new TurnSlots();
    const entered: number[] = [];
    const leave = [await sut.enter(2, NEVER), await sut.enter(2, NEVER)];
    const others = [3, 4].map(async (n) => {
      const out = await sut.enter(2, NEVER);
      entered.push(n);
      return out;
    });
    expect(sut.waiting).toBe(2);
    leave[1]!();
    (await others[0]!)();
    await others[1];
    expect(entered).toEqual([3, 4]);
  });

  it('lets go who gives up, and does not lose the place', async () => {
    const sut = new TurnSlots();
    const leave = await sut.enter(1, NEVER);
    const abort = new AbortController();
    const impatient = sut.enter(1, abort.signal);
    const patient = sut.enter(1, NEVER);
    abort.abort(new Error('enough'));
    await expect(impatient).rejects.toThrow('enough');
    leave();
    (await patient)();
    await expect(sut.enter(1, AbortSignal.abort(new Error('late')))).rejects.toThrow('late');
    (await sut.enter(1, NEVER))();
  });

  it('follows a limit that changes', async () => {
    const sut = new TurnSlots();
    const leave = await sut.enter(1, NEVER);
    const waiting = [sut.enter(1, NEVER), sut.enter(1, NEVER)];
    expect(sut.waiting).toBe(2);
    const last = sut.enter(3, NEVER);
    const entered = await Promise.all(waiting);
    leave();
    await last;
    const late = sut.enter(1, NEVER);
    entered.forEach((out) => out());
    expect(sut.waiting).toBe(1);
    (await last)();
    await late;
  });
});
