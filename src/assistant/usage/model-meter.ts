import { Injectable } from '@nestjs/common';
import { RuntimeFailure } from '../runtime.js';
import { asOwnFault } from './own-faults.js';
import { type MeteredCall, type PlannedCall, UNMETERED, type UsageMeter } from './usage-meter.js';

/** The meter of this program's model calls, for the runtimes. Nothing is counted until a meter is put in. */
@Injectable()
export class ModelMeter implements UsageMeter {
  private meter: UsageMeter = UNMETERED;

  /** Called once, at the start. */
  use(meter: UsageMeter): void {
    this.meter = meter;
  }

  async reserve(call: PlannedCall, signal: AbortSignal): Promise<MeteredCall> {
    const { untimed = now } = call.input;
    try {
      // A wait for room in a budget is not the model's.
      return once(await untimed(() => this.meter.reserve(call, signal)));
    } catch (error) {
      throw error instanceof RuntimeFailure || signal.aborted ? error : asOwnFault(error);
    }
  }
}

const now = <T>(work: () => Promise<T>): Promise<T> => work();

/** The same call, which is settled by the first that does. */
function once({ settle, ...call }: MeteredCall): MeteredCall {
  let isSettled = false;
  return {
    ...call,
    settle: (end) => {
      if (!isSettled) settle(end);
      isSettled = true;
    },
  };
}
