/** The current time; tests can set it. */
export abstract class Clock {
  /** Epoch milliseconds. */
  abstract now(): number;
}

export class SystemClock extends Clock {
  override now(): number {
    return Date.now();
  }
}
