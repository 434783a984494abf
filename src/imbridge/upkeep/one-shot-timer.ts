/** One pending call of an action; asked for twice, it comes once, at the earlier time. */
export class OneShotTimer {
  private timer: NodeJS.Timeout | undefined;
  /** On the monotonic clock. */
  private dueAt = 0;

  constructor(private readonly action: () => void) {}

  /** In so many ms at the latest: a stream of callers can only bring it forward, never put it off. */
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
