import { availableParallelism } from 'node:os';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { GatehouseError, programFile } from '../../common/index.js';
import { DataApiConfig } from '../../config/index.js';
import { BusyError, TryLaterError } from '../processors/try-later.error.js';
import type { ProfileOutcome, ProfileTask } from '../profile/types.js';
import {
  buffersIn,
  type DataOutcome,
  type DataTask,
  type LongBodyOutcome,
  type LongBodyTask,
} from './tasks.js';
import { PoolBusyError, WorkerPool } from './worker-pool.js';
import { WorkerFault } from './worker-thread.js';

const MEBIBYTE = 1_048_576;
const BASE_MEMORY_MB = 64;
/** The worst JSON needs sixty times its own size. */
const MEMORY_PER_INPUT = 64;
const TIMEOUT_MS = 10_000;
/** As many as a key may send in a minute (ADR 0070). */
const MAX_WAITING = 100;

/** The threads that do for the Data API what would hold the event loop (ADR 0076). */
@Injectable()
export class DataThreads implements OnModuleDestroy {
  private readonly pool: WorkerPool<DataTask, DataOutcome>;

  constructor({ maxInputBytes }: DataApiConfig) {
    this.pool = new WorkerPool({
      file: programFile('data-api/workers/data.worker'),
      threads: Math.min(2, availableParallelism()),
      maxWaiting: MAX_WAITING,
      timeoutMs: TIMEOUT_MS,
      memoryMb: BASE_MEMORY_MB + MEMORY_PER_INPUT * Math.ceil(maxInputBytes / MEBIBYTE),
      idleMs: 30_000,
      handsOver: memoryOf,
    });
  }

  onModuleDestroy(): void {
    this.pool.close();
  }

  /** @throws GatehouseError */
  async profile(task: ProfileTask, owner: string, signal: AbortSignal): Promise<ProfileOutcome> {
    return (await this.runTask({ ...task, kind: 'profile' }, owner, signal)) as ProfileOutcome;
  }

  /** @throws GatehouseError */
  async takeText(
    task: Omit<LongBodyTask, 'kind'>,
    owner: string,
    signal: AbortSignal,
  ): Promise<LongBodyOutcome> {
    return (await this.runTask({ ...task, kind: 'long-body' }, owner, signal)) as LongBodyOutcome;
  }

  private async runTask(task: DataTask, owner: string, signal: AbortSignal): Promise<DataOutcome> {
    try {
      return await this.pool.runTask(task, owner, signal);
    } catch (error) {
      throw explained(error);
    }
  }
}

function memoryOf(task: DataTask): ArrayBuffer[] {
  if (task.kind === 'long-body') return task.body.map(({ buffer }) => buffer);
  return typeof task.input === 'string' ? [] : buffersIn(task.input);
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
