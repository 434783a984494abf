/** The places for work of one kind: each is taken before the work is claimed and left when it is over. */
export class Places {
  private free: number;
  private readonly waiting = new Set<() => void>();

  constructor(size: number) {
    this.free = size;
  }

  /** Takes a place; false when there is none. */
  tryEnter(): boolean {
    if (this.free === 0) return false;
    this.free--;
    return true;
  }

  /** Takes a place, waiting its turn for it up to `maxWaitMs`; false when that was not enough. */
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

  /** Once for each place taken: it goes to whoever has waited longest. */
  leave(): void {
    const [next] = this.waiting;
    if (!next) {
      this.free++;
      return;
    }
    this.waiting.delete(next);
    next();
  }
}
