import { TurnSlots } from './turn-slots.js';

const NEVER = new AbortController().signal;

describe('TurnSlots', () => {
  it('lets in as many as there are places, the others in order as places come free', async () => {
    const sut = new TurnSlots(2);
    const entered: number[] = [];
    const leave = [await sut.enter(NEVER), await sut.enter(NEVER)];
    const others = [3, 4].map(async (n) => {
      const out = await sut.enter(NEVER);
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
    const sut = new TurnSlots(1);
    const leave = await sut.enter(NEVER);
    const abort = new AbortController();
    const impatient = sut.enter(abort.signal);
    const patient = sut.enter(NEVER);
    abort.abort(new Error('enough'));
    await expect(impatient).rejects.toThrow('enough');
    leave();
    (await patient)();
    await expect(sut.enter(AbortSignal.abort(new Error('late')))).rejects.toThrow('late');
    (await sut.enter(NEVER))();
  });
});
