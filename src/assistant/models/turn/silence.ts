import { RuntimeFailure } from '../../runtime.js';

/**
 * How long one call of a model may bring nothing. Its signal aborts with the turn, or with a RuntimeFailure once a wait
 * has taken too long. It is a controller with one timer and one listener, as `Deadline`.
 */
export class Silence {
  private readonly controller = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private hasHeard = false;
  private isWriting: boolean;
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

  /** Ends with the call. */
  end(): void {
    clearTimeout(this.timer);
    this.turn.removeEventListener('abort', this.follow);
  }

  private readonly follow = (): void => this.controller.abort(this.turn.reason);

  private readonly onTime = (): void => {
    const { waitsFor: code, ms } = this;
    if (code === undefined) return;
    const text = code === 'silent' ? 'sent no byte' : 'sent nothing more';
    this.controller.abort(new RuntimeFailure(`the model ${text} within ${ms} ms`, true, { code }));
  };
}
