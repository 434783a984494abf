import type { DataProcessor } from '../../config/index.js';
import type { ProfileOutput } from '../profile/types.js';

/** The options of a request, as they came (spec 1): what they mean is the processor's. */
export interface ProcessOptions {
  readonly param1?: string | undefined;
  readonly param2?: string | undefined;
}

/** One input to work on. */
export interface ProcessInput {
  /** The request's id; safe to log. */
  readonly id: string;
  readonly data: string;
  readonly options: ProcessOptions;
}

/** The longest answer of a model that is kept; one that does not stop is cut off. */
export const MAX_ANSWER_CHARS = 1_000_000;

export interface AgentOutput {
  /** At most {@link MAX_ANSWER_CHARS} UTF-16 units. */
  readonly text: string;
  readonly text_truncated: boolean;
}

/** Plain JSON. */
export type ProcessOutput = ProfileOutput | AgentOutput;

/** Works on `/v1/data/process`. No retry inside; must stop on abort; must not hold up the event loop. */
export interface Processor {
  /** `dataApi.processor`. */
  readonly name: DataProcessor;
  /** Called before a request is taken; no I/O. @throws GatehouseError INVALID_REQUEST naming the option */
  check(options: ProcessOptions): void;
  /**
   * @throws GatehouseError INVALID_REQUEST or PAYLOAD_TOO_LARGE when the input is to blame and would be again;
   *   anything else may be tried later
   */
  run(input: ProcessInput, signal: AbortSignal): Promise<ProcessOutput>;
}
