/** The most turns whose runs are remembered: this process does not notice when another replica ends one. */
const MOST = 1_000;

/** Counts the runs of turns in this process: for their jobs, one that waits for a model is no attempt more. */
export class RunCounter {
  private readonly runs = new Map<string, number>();

  /** @returns the number of the run that begins, from 1 */
  begin(eventId: string): number {
    const number = (this.runs.get(eventId) ?? 0) + 1;
    this.runs.set(eventId, number);
    const [oldest] = this.runs.keys();
    if (this.runs.size > MOST && oldest !== undefined) this.runs.delete(oldest);
    return number;
  }

  /** No further run follows. */
  end(eventId: string): void {
    this.runs.delete(eventId);
  }
}
