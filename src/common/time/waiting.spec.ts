import { Deadline, untilAborted, withTimeout } from './waiting.js';
import { jest } from '@jest/globals';

async function* counting(): AsyncGenerator<number> {
  yield* [1, 2];
  await new Promise(() => undefined);
}

describe('untilAborted', () => {
  it('passes on all values, and ends with the source', async () => {
    async function* two() {
      yield* [1, 2];
    }
    expect(await Array.fromAsync(untilAborted(two(), new AbortController().signal))).toEqual([1, 2]);
    async function* broken() {
      yield 1;
      throw new Error('broken');
    }
    const all = Array.fromAsync(untilAborted(broken(), new AbortController().signal));
    await expect(all).rejects.toThrow('broken');
  });

  it('throws at once when the signal aborts, though the source hangs', async () => {
    const controller = new AbortController();
    const seen: number[] = [];
    const all = (async () => {
      for await (const value of untilAborted(counting(), controller.signal)) {
        seen.push(value);
        if (value === 2) setImmediate(() => controller.abort(new Error('enough')));
      }
    })();
    await expect(all).rejects.toThrow('enough');
    expect(seen).toEqual([1, 2]);
    await expect(untilAborted(counting(), controller.signal).next()).rejects.toThrow('enough');
  });
});

describe('withTimeout', () => {
  const never = new Promise<never>(() => undefined);

  it('returns or throws the outcome of work that ends in time', async () => {
    const late = () => 'late';
    await expect(withTimeout(Promise.resolve('done'), 30_000, late)).resolves.toBe('done');
    await expect(withTimeout(Promise.reject(new Error('broken')), 30_000, late)).rejects.toThrow('broken');
  });

  it('returns or throws the replacement once the time is over', async () => {
    await expect(withTimeout(never, 1, () => 'late')).resolves.toBe('late');
    const refuse = () => {
      throw new Error('too late');
    };
    await expect(withTimeout(never, 1, refuse)).rejects.toThrow('too late');
  });
});

const NEVER = new AbortController().signal;

describe('Deadline', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('aborts after its time with a TimeoutError', () => {
    const sut = new Deadline(1_000, NEVER);
    jest.advanceTimersByTime(999);
    expect([sut.signal.aborted, sut.isPassed]).toEqual([false, false]);
    jest.advanceTimersByTime(1);
    expect([sut.signal.aborted, sut.isPassed]).toEqual([true, true]);
    expect(sut.signal.reason).toMatchObject({ name: 'TimeoutError' });
  });

  it.each(['at once', 'later'])("aborts with the caller's reason when that comes %s", (when) => {
    const caller = new AbortController();
    const reason = new Error('enough');
    if (when === 'at once') caller.abort(reason);
    const sut = new Deadline(1_000, caller.signal);
    caller.abort(reason);
    jest.advanceTimersByTime(1_000);
    expect([sut.signal.reason, sut.isPassed]).toEqual([reason, false]);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('stands still during work that does not count', async () => {
    const sut = new Deadline(1_000, NEVER);
    jest.advanceTimersByTime(600);
    const work = Promise.withResolvers<string>();
    const result = sut.without(() => work.promise);
    jest.advanceTimersByTime(5_000);
    work.resolve('done');
    expect(await result).toBe('done');
    jest.advanceTimersByTime(399);
    expect(sut.isPassed).toBe(false);
    jest.advanceTimersByTime(1);
    expect(sut.isPassed).toBe(true);
  });

  it.each(['is cleared', 'aborts'])(
    'is not begun again behind such work when it %s meanwhile',
    async (end) => {
      const caller = new AbortController();
      const sut = new Deadline(1_000, caller.signal);
      const work = Promise.withResolvers<undefined>();
      const result = sut.without(() => work.promise);
      if (end === 'aborts') caller.abort();
      else sut.clear();
      work.resolve(undefined);
      await result;
      expect(jest.getTimerCount()).toBe(0);
    },
  );

  it('leaves no timer and no listener once it is cleared', () => {
    const caller = new AbortController();
    const sut = new Deadline(1_000, caller.signal);
    sut.clear();
    expect(jest.getTimerCount()).toBe(0);
    caller.abort();
    expect(sut.signal.aborted).toBe(false);
  });
});
