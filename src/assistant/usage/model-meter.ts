import { Injectable } from '@nestjs/common';
import { type MeteredCall, type PlannedCall, UNMETERED, type UsageMeter } from './usage-meter.js';

/** The meter of this program's model calls, for the runtimes. Nothing is counted until a meter is put in. */
@Injectable()
export class ModelMeter implements UsageMeter {
  private meter: UsageMeter = UNMETERED;

  /** Called once, at the start. */
  use(meter: UsageMeter): void {
    this.meter = meter;
  }

  reserve(call: PlannedCall, signal: AbortSignal): Promise<MeteredCall> {
    return this.meter.reserve(call, signal);
  }
}
