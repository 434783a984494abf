import { untilAborted, withTimeout } from './waiting.js';

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
