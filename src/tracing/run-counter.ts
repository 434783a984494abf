/** The most steps whose runs are remembered. */
const MOST = 10_000;

/** Counts the runs of a step in this process: a job that waits for a model is no attempt more. */
export class RunCounter {
  private readonly runs = new Map<string, number>();

  /** @returns the number of this run, from 1 */
  next(step: string): number {
    const number = (this.runs.get(step) ?? 0) + 1;
    this.runs.delete(step);
    this.runs.set(step, number);
    const [oldest] = this.runs.keys();
    if (this.runs.size > MOST && oldest !== undefined) this.runs.delete(oldest);
    return number;
  }
}
