import { availableParallelism } from 'node:os';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { GatehouseError, type ParsedBody, programFile } from '../../common/index.js';
import { DataApiConfig } from '../../config/index.js';
import { BusyError, TryLaterError } from '../processors/try-later.error.js';
import type { ProfileOutcome, ProfileTask } from '../profile/types.js';
import { PoolBusyError, WorkerFault, WorkerPool } from './worker-pool.js';

/** Bytes of a body, and UTF-16 units of a text, up to which it is not worth a thread (ADR 0140). */
export const MAX_INLINE = 256 * 1024;

const MEBIBYTE = 1_048_576;
const BASE_MEMORY_MB = 64;
/** The worst JSON needs sixty times its own size. */
const MEMORY_PER_INPUT = 64;
const TIMEOUT_MS = 10_000;
/** As many as a key may send in a minute (ADR 0070). */
const MAX_WAITING = 100;

/** The threads that do for the Data API what would hold the event loop for more than 5 ms. */
@Injectable()
export class DataThreads implements OnModuleDestroy {
  private readonly pool: WorkerPool;

  constructor({ maxInputBytes }: DataApiConfig) {
    this.pool = new WorkerPool({
      file: programFile('data-api/workers/data.worker'),
      threads: Math.min(2, availableParallelism()),
      maxWaiting: MAX_WAITING,
      timeoutMs: TIMEOUT_MS,
      memoryMb: BASE_MEMORY_MB + MEMORY_PER_INPUT * Math.ceil(maxInputBytes / MEBIBYTE),
      idleMs: 30_000,
    });
  }

  onModuleDestroy(): Promise<void> {
    return this.pool.close();
  }

  /** @throws GatehouseError */
  parseBody(json: Uint8Array, owner: string, signal: AbortSignal): Promise<ParsedBody> {
    return this.runTask('parseBody', json, owner, signal);
  }

  /** @throws GatehouseError */
  profile(task: ProfileTask, owner: string, signal: AbortSignal): Promise<ProfileOutcome> {
    return this.runTask('profile', task, owner, signal);
  }

  private async runTask<Result>(
    name: string,
    task: unknown,
    owner: string,
    signal: AbortSignal,
  ): Promise<Result> {
    try {
      return await this.pool.runTask<Result>({ name, task }, owner, signal);
    } catch (error) {
      throw explained(error);
    }
  }
}

/** Converts a failure of the pool to the caller's error. */
function explained(error: unknown): unknown {
  if (error instanceof PoolBusyError) return new BusyError();
  if (!(error instanceof WorkerFault)) return error;
  if (error.kind === 'timeout')
    return tooMuch(`input_data takes longer than ${TIMEOUT_MS / 1000} s to process`);
  if (error.kind === 'memory') return tooMuch('input_data takes too much memory to process');
  if (error.kind === 'stopped')
    return new TryLaterError('UNAVAILABLE', 'The request was not processed in time.', { cause: error });
  return error;
}

const tooMuch = (details: string): GatehouseError =>
  new GatehouseError('PAYLOAD_TOO_LARGE', 'The input is too complex.', details);
