import type { DataProcessor } from '../../config/index.js';
import type { ProcessOptions, ProcessOutput } from '../processors/processor.js';

/** An error as the contract shows it (spec 1, Error object). */
export interface RequestError {
  readonly code: string;
  readonly message: string;
  readonly details: string;
}

/** How a request ended. */
export type Ending =
  | { readonly status: 'completed'; readonly output: ProcessOutput; readonly durationMs: number }
  | { readonly status: 'failed'; readonly error: RequestError; readonly durationMs: number };

/** Where a request is. `leased`: the connection of its caller works on it, until `leaseUntil` (epoch ms). */
export type Progress =
  | { readonly status: 'queued' }
  | { readonly status: 'processing'; readonly leaseUntil: number | null }
  | Ending;

/** A data-processing request as it is kept. Times are epoch milliseconds. */
export interface DataRequest {
  readonly id: string;
  readonly userId: string;
  readonly processor: DataProcessor;
  readonly inputBytes: number;
  readonly options: ProcessOptions;
  readonly createdAt: number;
  readonly progress: Progress;
}

export type CompletedRequest = DataRequest & { readonly progress: Ending & { status: 'completed' } };

export const isCompleted = (request: DataRequest): request is CompletedRequest =>
  request.progress.status === 'completed';
