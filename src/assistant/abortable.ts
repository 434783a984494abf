import { errorText } from '../common/index.js';
import { RuntimeFailure, type TurnPart } from './runtime.js';

/** How long a runtime may take to end after it was told to stop, ms. */
const GRACE_MS = 2_000;

/**
 * Passes on the parts of a source until the signal aborts. A source that ignores the signal is abandoned: no turn may
 * hang for ever.
 * @throws RuntimeFailure after an abort, even if the source treated it as the end of its answer
 */
export async function* abortable(
  parts: AsyncIterable<TurnPart>,
  signal: AbortSignal,
  graceMs = GRACE_MS,
): AsyncGenerator<TurnPart> {
  const source = parts[Symbol.asyncIterator]();
  const grace = new GracePeriod(signal, graceMs);
  let hasEnded = false;
  try {
    for (;;) {
      const next = await grace.await(source.next());
      hasEnded = next.done === true;
      if (next.done) break;
      yield next.value;
    }
    if (signal.aborted) throw stopped(signal);
  } finally {
    grace.end();
    const end = hasEnded ? undefined : source.return?.(undefined);
    if (!grace.isOver) await end;
    else end?.catch(() => undefined);
  }
}

const stopped = (signal: AbortSignal): RuntimeFailure =>
  new RuntimeFailure(`the turn was stopped (${errorText(signal.reason)})`, true, { cause: signal.reason });

/** Waits for one promise after another; once the signal has aborted, for `graceMs` at most over all of them. */
class GracePeriod {
  isOver = false;
  private giveUp: () => void = () => undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly signal: AbortSignal,
    private readonly graceMs: number,
  ) {
    if (signal.aborted) this.begin();
    else signal.addEventListener('abort', this.begin, { once: true });
  }

  /** @throws the error of `work`, or one of its own when the time is over */
  await<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.giveUp = () => reject(stopped(this.signal));
      if (this.isOver) this.giveUp();
      work.then(resolve, reject);
    });
  }

  end(): void {
    clearTimeout(this.timer);
    this.signal.removeEventListener('abort', this.begin);
  }

  private readonly begin = (): void => {
    this.timer = setTimeout(() => {
      this.isOver = true;
      this.giveUp();
    }, this.graceMs);
  };
}
