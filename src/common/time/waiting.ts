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

/** Returns the result of `work`, or throws the signal's reason at once when it aborts. The work itself continues. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
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

const NEWS_MS = 5_000;

/** Waits for work, and calls `tell` with its seconds so far every five of them. */
export async function whileTelling<T>(work: Promise<T>, tell: (seconds: number) => void): Promise<T> {
  const begun = performance.now();
  const timer = setInterval(() => tell(Math.round((performance.now() - begun) / 1_000)), NEWS_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}

/**
 * A signal that aborts with the caller's signal or after a time. It is a controller with one timer and one listener,
 * because `AbortSignal.any` and `AbortSignal.timeout` keep weak references and finalizers, which are expensive for
 * every message.
 */
export class Deadline {
  private readonly controller = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private begunAt = 0;
  private isOver = false;
  private hasPassed = false;

  constructor(
    private left: number,
    private readonly caller: AbortSignal,
  ) {
    this.begin();
    if (caller.aborted) this.follow();
    else caller.addEventListener('abort', this.follow, { once: true });
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Whether the time ran out before the caller aborted. */
  get isPassed(): boolean {
    return this.hasPassed;
  }

  /** Awaits work that does not count: the time stands still meanwhile. One at a time. */
  async without<T>(work: () => Promise<T>): Promise<T> {
    clearTimeout(this.timer);
    this.left -= performance.now() - this.begunAt;
    try {
      return await work();
    } finally {
      if (!this.isOver) this.begin();
    }
  }

  /** Ends the deadline with the work: nothing aborts the signal any more. */
  clear(): void {
    this.end();
    this.caller.removeEventListener('abort', this.follow);
  }

  private begin(): void {
    this.begunAt = performance.now();
    this.timer = setTimeout(this.pass, Math.max(0, this.left)).unref();
  }

  private end(): void {
    this.isOver = true;
    clearTimeout(this.timer);
  }

  private readonly follow = (): void => {
    this.end();
    this.controller.abort(this.caller.reason);
  };

  private readonly pass = (): void => {
    this.isOver = true;
    this.hasPassed = true;
    this.controller.abort(new DOMException('Timed out', 'TimeoutError'));
  };
}
