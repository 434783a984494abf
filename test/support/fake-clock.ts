import { Clock } from '../../src/common/index.js';

/** A clock that changes only when it is moved. */
export class FakeClock extends Clock {
  constructor(private time = Date.UTC(2026, 0, 1)) {
    super();
  }

  override now(): number {
    return this.time;
  }

  advance(ms: number): void {
    this.time += ms;
  }
}
