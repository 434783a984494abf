/** The slots for work of one kind: each is taken before the work is claimed and left when it is over. */
export class WorkerSlots {
  private taken = 0;
  private readonly waiting = new Set<() => void>();

  /** @param size how many there are; asked anew each time. */
  constructor(private readonly size: () => number) {}

  /** Takes a slot; false when there is none. */
  tryEnter(): boolean {
    if (this.taken >= this.size()) return false;
    this.taken++;
    return true;
  }

  /** Takes a slot, waiting for it up to `maxWaitMs`; false when that was not enough. */
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

  /** Once for each slot taken: it goes to whoever has waited longest. */
  leave(): void {
    this.taken--;
    const [next] = this.waiting;
    if (!next || !this.tryEnter()) return;
    this.waiting.delete(next);
    next();
  }
}
