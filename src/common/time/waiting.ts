/**
 * Returns the outcome of `work` or, after `ms`, what `onLate` returns or throws; the work itself continues, and no
 * timer is left behind.
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

/** The same values, until the signal aborts: then it throws its reason at once, whatever `source` is waiting for. */
export async function* untilAborted<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const values = source[Symbol.asyncIterator]();
  let stop: (reason: Error) => void = () => undefined;
  const abort = () => stop(signal.reason as Error);
  signal.addEventListener('abort', abort, { once: true });
  try {
    for (;;) {
      signal.throwIfAborted();
      // Not a race with one promise for all: that would keep every value until the signal aborts.
      const next = await new Promise<IteratorResult<T>>((resolve, reject) => {
        stop = reject;
        values.next().then(resolve, reject);
      });
      if (next.done) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener('abort', abort);
    // One that hangs would never return.
    void values.return?.().catch(() => undefined);
  }
}
