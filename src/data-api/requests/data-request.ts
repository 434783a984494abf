import type { FieldFault } from '../../common/index.js';
import type { DataProcessor } from '../../config/index.js';
import type { ProcessOptions } from '../processors/process-options.js';
import type { ProcessOutput } from '../processors/processor.js';

/** An error in the form of the contract (spec 1, Error object). */
export interface RequestError {
  readonly code: string;
  readonly message: string;
  readonly details: string;
  readonly fields?: readonly FieldFault[];
}

/** The ending of a request. */
export type Ending =
  | { readonly status: 'completed'; readonly output: ProcessOutput; readonly durationMs: number }
  | { readonly status: 'failed'; readonly error: RequestError; readonly durationMs: number };

/** The state of a request. `leased`: the connection of its caller processes it, until `leaseUntil` (epoch ms). */
export type RequestState =
  | { readonly status: 'queued' }
  | { readonly status: 'processing'; readonly leaseUntil: number | null }
  | Ending;

/** A stored data-processing request. Times are epoch milliseconds. */
export interface DataRequest {
  readonly id: string;
  readonly userId: string;
  /** Undefined for requests made before keys were recorded. */
  readonly keyId?: string;
  readonly processor: DataProcessor;
  readonly inputBytes: number;
  readonly options: ProcessOptions;
  readonly createdAt: number;
  readonly progress: RequestState;
}

export type CompletedRequest = DataRequest & { readonly progress: Ending & { status: 'completed' } };

export const isCompleted = (request: DataRequest): request is CompletedRequest =>
  request.progress.status === 'completed';
