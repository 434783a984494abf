/**
 * Returns the result of `work`, or after `ms` the result of `onLate`, which may also throw. The work itself continues,
 * and no timer is left behind.
 */
export function withTimeout<T, Late>(work: Promise<T>, ms: number, onLate: () => Late): Promise<T | Late> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(Promise.resolve().then(onLate)), ms);
    const done = (value: T) => {
      clearTimeout(timer);
      resolve(value);
    };
    const failed = (error: Error) => {
      clearTimeout(timer);
      reject(error);
    };
    work.then(done, failed);
  });
}

/**
 * Passes on the values of `source` until the signal aborts; it then throws the signal's reason at once, even while
 * `source` is waiting for something.
 */
export async function* untilAborted<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const values = source[Symbol.asyncIterator]();
  let stop: (reason: Error) => void = () => undefined;
  const abort = () => stop(signal.reason as Error);
  signal.addEventListener('abort', abort, { once: true });
  try {
    for (;;) {
      signal.throwIfAborted();
      // Not a race against one shared promise, which would keep every value in memory until the signal aborts.
      const next = await new Promise<IteratorResult<T>>((resolve, reject) => {
        stop = reject;
        values.next().then(resolve, reject);
      });
      if (next.done) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener('abort', abort);
    // Not awaited, because a source that hangs would never return.
    void values.return?.().catch(() => undefined);
  }
}
