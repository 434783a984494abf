import type { DataProcessor } from '../../config/index.js';
import type { ProfileOutput } from '../profile/types.js';
import type { ProcessOptions } from './process-options.js';

/** One input to process. */
export interface ProcessInput {
  /** The request's id; safe to log. */
  readonly id: string;
  /** The user who made the request; users take turns. */
  readonly userId: string;
  /** The API key of the request. */
  readonly keyId?: string | undefined;
  readonly data: string;
  readonly options: ProcessOptions;
}

/** The maximum length of a model's answer; a longer one is cut off. */
export const MAX_ANSWER_CHARS = 1_000_000;

export interface AgentOutput {
  /** At most {@link MAX_ANSWER_CHARS} UTF-16 units. */
  readonly text: string;
  readonly text_truncated: boolean;
}

/** Plain JSON. */
export type ProcessOutput = ProfileOutput | AgentOutput;

/** Processes `/v1/data/process`. It must not retry, must stop on abort and must not block the event loop. */
export interface Processor {
  /** `dataApi.processor`. */
  readonly name: DataProcessor;
  /** Called before a request is accepted; no I/O. @throws GatehouseError INVALID_REQUEST naming the option */
  check(options: ProcessOptions): void;
  /**
   * @throws GatehouseError INVALID_REQUEST or PAYLOAD_TOO_LARGE when the input is at fault and a retry would fail too;
   * any other error may be retried
   */
  run(input: ProcessInput, signal: AbortSignal): Promise<ProcessOutput>;
}
