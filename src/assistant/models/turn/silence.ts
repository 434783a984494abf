import { RuntimeFailure } from '../../runtime.js';

/** The longest wait behind the end of an answer for the counts of its tokens, ms: some relays never end. */
const BEHIND_END_MS = 5_000;

/**
 * How long one call of a model may bring nothing. Its signal aborts with the turn, or with a RuntimeFailure once a wait
 * has taken too long. It is a controller with one timer and one listener, as `Deadline`.
 */
export class Silence {
  private readonly controller = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private hasHeard = false;
  private isWriting: boolean;
  /** When the answer ended, by `performance.now()`. */
  private endedAt: number | undefined;
  /** Undefined while the reader does something else: its own pauses are no fault of the model's. */
  private waitsFor: 'silent' | 'stalled' | undefined = 'silent';

  /**
   * Begins with the call, so connecting counts too.
   * @param mayReason the model may pause after its first byte, before it begins to write
   */
  constructor(
    private readonly ms: number,
    private readonly turn: AbortSignal,
    { mayReason = true }: { readonly mayReason?: boolean } = {},
  ) {
    this.isWriting = !mayReason;
    this.timer = setTimeout(this.onTime, ms).unref();
    if (turn.aborted) this.follow();
    else turn.addEventListener('abort', this.follow, { once: true });
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Awaits the next bytes. Between the first byte and the first words there is no limit for a model that may reason. */
  async during<T>(wait: Promise<T>): Promise<T> {
    if (this.hasHeard) {
      this.waitsFor = this.isWriting ? 'stalled' : undefined;
      if (this.isWriting) this.timer.refresh();
    }
    try {
      return await wait;
    } finally {
      this.hasHeard = true;
      this.waitsFor = undefined;
    }
  }

  /** The model has begun to write: from now on pauses are limited again. */
  heardWriting(): void {
    this.isWriting = true;
  }

  /** The answer ends, or has another word behind what looked like its end. */
  heardEnd(): void {
    this.endedAt = performance.now();
  }

  /** Awaits what may follow the end of an answer. @returns undefined when it does not come in time */
  async behindEnd<T>(wait: Promise<T>): Promise<T | undefined> {
    const most = Math.min(BEHIND_END_MS, this.ms);
    const left = (this.endedAt ?? 0) + most - performance.now();
    const { promise: late, resolve } = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => resolve(undefined), Math.max(0, left));
    try {
      return await Promise.race([wait, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends with the call. */
  end(): void {
    clearTimeout(this.timer);
    this.turn.removeEventListener('abort', this.follow);
  }

  private readonly follow = (): void => this.controller.abort(this.turn.reason);

  private readonly onTime = (): void => {
    const { waitsFor: code, ms } = this;
    if (code === undefined) return;
    const text = code === 'silent' ? 'sent nothing' : 'sent nothing more';
    this.controller.abort(new RuntimeFailure(`the model ${text} within ${ms} ms`, true, { code }));
  };
}
