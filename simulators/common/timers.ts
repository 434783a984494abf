/** Timers that are cleared together, as when the simulated process ends. */
export class Timers {
  private readonly running = new Set<NodeJS.Timeout>();

  /** @param onEnd runs after each timer and after `clear`, so that a caller can wait until none is left */
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

  /** Never settles when the timers are cleared first: the waiting code ended with the process. */
  sleep(ms: number): Promise<void> {
    return ms <= 0 ? Promise.resolve() : new Promise((resolve) => this.after(ms, resolve));
  }

  clear(): void {
    for (const timer of this.running) clearTimeout(timer);
    this.running.clear();
    this.onEnd();
  }
}
