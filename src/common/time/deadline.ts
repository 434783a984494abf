/**
 * A signal that aborts with the caller's signal or after a time. It is a controller with one timer and one listener,
 * because `AbortSignal.any` and `AbortSignal.timeout` keep weak references and finalizers, which are expensive for
 * every message.
 */
export class Deadline {
  private readonly controller = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private hasPassed = false;

  constructor(
    ms: number,
    private readonly caller: AbortSignal,
  ) {
    this.timer = setTimeout(this.pass, ms).unref();
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

  /** Ends the deadline with the work: nothing aborts the signal any more. */
  clear(): void {
    clearTimeout(this.timer);
    this.caller.removeEventListener('abort', this.follow);
  }

  private readonly follow = (): void => {
    clearTimeout(this.timer);
    this.controller.abort(this.caller.reason);
  };

  private readonly pass = (): void => {
    this.hasPassed = true;
    this.controller.abort(new DOMException('The time is over', 'TimeoutError'));
  };
}
