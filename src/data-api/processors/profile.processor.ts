import { availableParallelism } from 'node:os';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { GatehouseError, programFile } from '../../common/index.js';
import { DataApiConfig } from '../../config/index.js';
import type { ProcessInput, Processor, ProcessOptions } from './processor.js';
import { BusyError, TryLaterError } from './try-later.error.js';
import { PoolBusyError, WorkerPool } from '../workers/worker-pool.js';
import { WorkerFault } from '../workers/worker-thread.js';
import { profileOptions } from './profile-options.js';
import { profile } from '../profile/profile.js';
import type { ProfileOutcome, ProfileOutput, ProfileTask } from '../profile/types.js';

/** UTF-16 units; up to this length, processing is faster than starting a thread. */
const INLINE_CHARS = 4_096;
const MEBIBYTE = 1_048_576;
const BASE_MEMORY_MB = 64;
/** The worst JSON needs sixty times its own size. */
const MEMORY_PER_INPUT = 64;
const TIMEOUT_MS = 10_000;
/** As many as a key may send in a minute (ADR 0070). */
const MAX_WAITING = 100;

/** Describes the input: JSON, CSV or text, and its structure. Stores nothing and calls no service. */
@Injectable()
export class ProfileProcessor implements Processor, OnModuleDestroy {
  readonly name = 'profile';
  private readonly pool: WorkerPool<ProfileTask, ProfileOutcome>;

  constructor({ maxInputBytes }: DataApiConfig) {
    this.pool = new WorkerPool({
      file: programFile('data-api/profile/profile.worker'),
      threads: Math.min(2, availableParallelism()),
      maxWaiting: MAX_WAITING,
      timeoutMs: TIMEOUT_MS,
      memoryMb: BASE_MEMORY_MB + MEMORY_PER_INPUT * Math.ceil(maxInputBytes / MEBIBYTE),
      idleMs: 30_000,
    });
  }

  onModuleDestroy(): void {
    this.pool.close();
  }

  check(options: ProcessOptions): void {
    profileOptions(options);
  }

  async run({ data, options, userId }: ProcessInput, signal: AbortSignal): Promise<ProfileOutput> {
    const task: ProfileTask = { input: data, ...profileOptions(options) };
    const outcome = data.length <= INLINE_CHARS ? profile(task) : await this.inThread(task, userId, signal);
    if (outcome.kind === 'done') return outcome.output;
    throw GatehouseError.invalid(outcome.reason);
  }

  private async inThread(task: ProfileTask, userId: string, signal: AbortSignal): Promise<ProfileOutcome> {
    try {
      return await this.pool.run(task, userId, signal);
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
