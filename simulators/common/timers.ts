/** Timers that die together, as they do with the process they imitate. */
export class Timers {
  private readonly running = new Set<NodeJS.Timeout>();

  /** Called after each timer ended, for those who wait until all is quiet. */
  constructor(private readonly onEnd: () => void = () => undefined) {}

  get pending(): number {
    return this.running.size;
  }

  after(ms: number, run: () => void): void {
    const timer = setTimeout(() => {
      this.running.delete(timer);
      run();
      this.onEnd();
    }, ms);
    this.running.add(timer);
  }

  /** Never settles when the timers are cleared first: whoever waits died with the process. */
  sleep(ms: number): Promise<void> {
    return ms <= 0 ? Promise.resolve() : new Promise((resolve) => this.after(ms, resolve));
  }

  clear(): void {
    for (const timer of this.running) clearTimeout(timer);
    this.running.clear();
    this.onEnd();
  }
}
