import { Injectable, Logger } from '@nestjs/common';
import { GatehouseError, tracer } from '../../common/index.js';
import {
  type ClaimedJob,
  Database,
  DONE,
  HandlesJobs,
  JOB_KINDS,
  type JobHandler,
  type JobPayload,
  type JobResult,
  type Tx,
} from '../../persistence/index.js';
import type { DataRequest, Ending, RequestError } from './data-request.js';
import { DataRequestRepository } from './data-request.repository.js';
import { Processors } from '../processors/processors.service.js';
import { BusyError, TryLaterError } from '../processors/try-later.error.js';

/**
 * Callers who wait for their answer take precedence over this request; waiting for them does not count as its failure.
 */
const BUSY: JobResult = { kind: 'retry', afterMs: 500, reason: 'too busy', free: true };

type WaitingRequest = DataRequest & { readonly input: string };

/** Processes asynchronous requests. A request interrupted by a crash runs again; its result is stored once. */
@HandlesJobs()
@Injectable()
export class DataRequestJob implements JobHandler {
  readonly kind = JOB_KINDS.dataRequest;
  readonly concurrency = 4;
  readonly maxAttempts = 6;
  private readonly logger = new Logger('DataApi');

  constructor(
    private readonly db: Database,
    private readonly repository: DataRequestRepository,
    private readonly processors: Processors,
  ) {}

  async handle(job: ClaimedJob): Promise<JobResult> {
    const request = await this.repository.findWaiting(job.payload.requestId ?? '');
    // The request ended before a crash, or was deleted with its user, so only its job was left.
    if (!request) return this.finish(job);
    await this.db.transaction((tx) => this.repository.begin(tx, request.id));
    const process = () => this.process(request, job.signal);
    const ending = await (tracer?.resume(job.payload, process) ?? process());
    return ending === 'busy' ? BUSY : this.finish(job, ending);
  }

  async buried(tx: Tx, { requestId = '' }: JobPayload, error: string): Promise<void> {
    const failure = new GatehouseError('UNAVAILABLE', 'The request could not be processed.');
    await this.repository.end(tx, requestId, failed(failure, 0));
    tx.afterCommit(() => this.logger.error(`request ${requestId} became a dead letter: ${error}`));
  }

  /** Never, because the caller has seen the request end and its input is deleted. */
  async revived(): Promise<boolean> {
    return false;
  }

  private async process(request: WaitingRequest, signal: AbortSignal): Promise<Ending | 'busy'> {
    const { id, userId, keyId, input, options } = request;
    const startedAt = performance.now();
    const durationMs = () => Math.round(performance.now() - startedAt);
    try {
      const output = await this.processors
        .processorFor(request.processor)
        .run({ id, userId, keyId, data: input, options }, signal);
      return { status: 'completed', output, durationMs: durationMs() };
    } catch (error) {
      if (error instanceof BusyError) return 'busy';
      if (isFinal(error)) return failed(error, durationMs());
      throw error;
    }
  }

  private async finish(job: ClaimedJob, ending?: Ending): Promise<JobResult> {
    await this.db.transaction(async (tx) => {
      if (ending) await this.repository.end(tx, job.payload.requestId ?? '', ending);
      await job.complete(tx);
    });
    return DONE;
  }
}

/** Whether a retry would fail too: the input is at fault, or a budget is used up until tomorrow or later. */
const isFinal = (error: unknown): error is GatehouseError =>
  error instanceof GatehouseError &&
  (error.code === 'RATE_LIMITED' || !(error instanceof TryLaterError)) &&
  error.status < 500;

function failed({ code, message, details, fields }: GatehouseError, durationMs: number): Ending {
  const error: RequestError = { code, message, details, ...(fields && { fields }) };
  return { status: 'failed', error, durationMs };
}
