import { Injectable } from '@nestjs/common';
import { RuntimeFailure } from '../runtime.js';
import { type Tracer, tracer } from '../../common/index.js';
import { turnFailureOf } from '../turn-failures.js';
import { asOwnFault } from './own-faults.js';
import {
  type CallEnd,
  type MeteredCall,
  type PlannedCall,
  UNMETERED,
  type UsageMeter,
} from './usage-meter.js';

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
      const metered = await untimed(() => this.meter.reserve(call, signal));
      return once(tracer ? traced(tracer, call, metered) : metered);
    } catch (error) {
      throw error instanceof RuntimeFailure || signal.aborted ? error : asOwnFault(error);
    }
  }
}

const now = <T>(work: () => Promise<T>): Promise<T> => work();

/** The same call, which is a span until it is settled. */
function traced(by: Tracer, { input }: PlannedCall, metered: MeteredCall): MeteredCall {
  const { id: agent, runtime } = input.agent;
  const { type, model, baseUrl: url } = runtime;
  const { maxOutputTokens } = metered;
  const { traceparent, end } = by.call({ agent, type, model, url, maxOutputTokens });
  const settle = (ended: CallEnd) => {
    const { outcome, usage, isEstimate = false, stop, failure } = ended;
    const counts = isEstimate ? {} : usage;
    end({ ...counts, stop, ...(outcome === 'failed' && { failure: codeOf(failure) }) });
    metered.settle(ended);
  };
  return { ...metered, traceparent, settle };
}

const codeOf = (failure: unknown): string => {
  if (failure === undefined) return 'abandoned';
  return failure instanceof RuntimeFailure ? turnFailureOf(failure) : 'internal';
};

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
