/** Limits how many turns are taken at once; who has to wait is let in first come, first served. */
export class TurnSlots {
  private taken = 0;
  private limit = 0;
  private readonly line: (() => void)[] = [];

  get waiting(): number {
    return this.line.length;
  }

  /**
   * @param limit how many may be in from now on, those that wait included.
   * @returns what gives the place back.
   * @throws the signal's reason when it aborts first.
   */
  async enter(limit: number, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    this.limit = limit;
    const place = this.standInLine(signal);
    this.admit();
    await place;
    return () => {
      this.taken--;
      this.admit();
    };
  }

  private standInLine(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = () => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = () => {
        this.line.splice(this.line.indexOf(go), 1);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      this.line.push(go);
    });
  }

  private admit(): void {
    while (this.taken < this.limit) {
      const next = this.line.shift();
      if (!next) return;
      this.taken++;
      next();
    }
  }
}
