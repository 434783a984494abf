import { Clock } from '../../src/common/index.js';

/** A clock that changes only when it is moved. */
export class FakeClock extends Clock {
  private elapsedMs = 0;

  constructor(private time = Date.UTC(2026, 0, 1)) {
    super();
  }

  override now(): number {
    return this.time;
  }

  override elapsed(): number {
    return this.elapsedMs;
  }

  /** Lets time pass. */
  advance(ms: number): void {
    this.time += ms;
    this.elapsedMs += ms;
  }

  /** Sets the time, as an operator or NTP does: no time passes. @param ms how far; negative is back */
  jump(ms: number): void {
    this.time += ms;
  }
}
