/** Limits how many turns are taken at once; who has to wait is let in first come, first served. */
export class TurnSlots {
  private taken = 0;
  private readonly line: (() => void)[] = [];

  constructor(private readonly limit: number) {}

  get waiting(): number {
    return this.line.length;
  }

  /** @returns what gives the place back. @throws the signal's reason when it aborts first. */
  async enter(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.taken < this.limit) this.taken++;
    else await this.standInLine(signal);
    return () => this.leave();
  }

  /** Resolves with the place of somebody who left. */
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

  private leave(): void {
    const next = this.line.shift();
    if (next) next();
    else this.taken--;
  }
}
