/** Holds one pending call of an action; two requests lead to one call, at the earlier time. */
export class OneShotTimer {
  private timer: NodeJS.Timeout | undefined;
  /** On the monotonic clock. */
  private dueAt = 0;

  constructor(private readonly action: () => void) {}

  /** Runs in this many ms at the latest: further callers can only bring it forward, never delay it. */
  within(ms: number): void {
    if (this.timer && this.dueAt <= performance.now() + ms) return;
    this.clear();
    this.dueAt = performance.now() + ms;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.action();
    }, ms);
  }

  clear(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}
