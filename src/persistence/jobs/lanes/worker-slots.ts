/** The slots for work of one kind: each is taken before the work is claimed and left after it. */
export class WorkerSlots {
  private taken = 0;
  private readonly waiting = new Set<() => void>();

  /** @param size the number of slots; read at each use */
  constructor(private readonly size: () => number) {}

  /** Negative while a smaller size is not reached yet. */
  get free(): number {
    return this.size() - this.taken;
  }

  /** Takes a slot; false when none is free. */
  tryEnter(): boolean {
    if (this.free <= 0) return false;
    this.taken++;
    return true;
  }

  /** Takes a slot, waiting for it up to `maxWaitMs`; false after that time. */
  enter(maxWaitMs: number): Promise<boolean> {
    if (this.tryEnter()) return Promise.resolve(true);
    return new Promise((resolve) => {
      const giveUp = setTimeout(() => {
        this.waiting.delete(enter);
        resolve(false);
      }, maxWaitMs);
      const enter = () => {
        clearTimeout(giveUp);
        resolve(true);
      };
      this.waiting.add(enter);
    });
  }

  /** Call once for each slot taken; the longest waiter gets it. */
  leave(): void {
    this.taken--;
    const [next] = this.waiting;
    if (!next || !this.tryEnter()) return;
    this.waiting.delete(next);
    next();
  }
}
