import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import type { KeyHolder } from '../../access-control/index.js';
import { Clock, GatehouseError, newId, withTimeout } from '../../common/index.js';
import { DataApiConfig } from '../../config/index.js';
import type { CompletedRequest, DataRequest } from './data-request.js';
import { DataRequestRepository, type IdempotencyClaim } from './data-request.repository.js';
import { claimOf, type Order, RequestLedger } from './request-ledger.service.js';
import { Processors } from '../processors/processors.service.js';

/** The longest time a caller waits; for more, a caller uses `respond-async`. */
const SYNC_TIMEOUT_MS = 50_000;
/** The longest time that giving up the requests may take at the end of the program. */
const GIVE_UP_MS = 1_000;
const ID = /^dpr_[0-9a-z]{26}$/;

export interface Answer<R extends DataRequest = DataRequest> {
  readonly request: R;
  /** Whether the result belongs to an earlier request with the same key. */
  readonly isReplay: boolean;
}

/** The user of a request, and the API key that made it. */
export type Caller = Pick<KeyHolder, 'userId' | 'keyId'>;

/** Data-processing requests (spec 1, DESIGN 7). */
@Injectable()
export class DataRequests implements BeforeApplicationShutdown {
  private readonly ending = new AbortController();
  private readonly running = new Set<Promise<unknown>>();

  constructor(
    private readonly repository: DataRequestRepository,
    private readonly ledger: RequestLedger,
    private readonly processors: Processors,
    private readonly config: DataApiConfig,
    private readonly clock: Clock,
  ) {}

  /**
   * Processes a request at once. Repeating a key's asynchronous request returns that one, which may be unfinished.
   * @throws GatehouseError INVALID_REQUEST, PAYLOAD_TOO_LARGE, CONFLICT, IDEMPOTENCY_MISMATCH, UNAVAILABLE; a key is then free again
   */
  process(caller: Caller, order: Order): Promise<Answer> {
    const processing = this.begin(caller, order).finally(() => this.running.delete(processing));
    this.running.add(processing);
    return processing;
  }

  /** Gives up the requests in progress, so that their callers' keys are free for another replica. */
  async beforeApplicationShutdown(): Promise<void> {
    this.ending.abort();
    await withTimeout(Promise.allSettled(this.running), GIVE_UP_MS, () => undefined);
  }

  /**
   * Stores the request durably, to be processed soon.
   * @throws GatehouseError INVALID_REQUEST, PAYLOAD_TOO_LARGE, CONFLICT, IDEMPOTENCY_MISMATCH, RATE_LIMITED
   */
  async accept(caller: Caller, order: Order): Promise<Answer> {
    const request = this.newRequest(caller, order);
    const kept = await this.ledger.enqueue(request, order.data, claimOf(order));
    return { request: kept, isReplay: kept.id !== request.id };
  }

  /**
   * Returns a user's own request; requests of others do not exist for the caller. @throws GatehouseError
   * INVALID_REQUEST, NOT_FOUND
   */
  async get(userId: string, id: string): Promise<DataRequest> {
    const request = ID.test(id) ? await this.repository.find(userId, id) : undefined;
    if (request) return request;
    throw new GatehouseError('NOT_FOUND', 'No such request.', 'id does not name a request of yours');
  }

  private async begin(caller: Caller, order: Order): Promise<Answer> {
    const request = this.newRequest(caller, order);
    const claim = claimOf(order);
    if (!claim) return this.processOnce(request, order);
    const opening = await this.ledger.open(request, claim);
    if (opening.kind === 'known') return { request: opening.request, isReplay: true };
    return this.processClaimed(opening.request, { claim, lease: opening.lease }, order);
  }

  private newRequest({ userId, keyId }: Caller, { data, options }: Order): DataRequest {
    const { maxInputBytes } = this.config;
    const inputBytes = Buffer.byteLength(data);
    if (inputBytes > maxInputBytes) {
      const details = `input_data is larger than ${maxInputBytes} bytes`;
      throw new GatehouseError('PAYLOAD_TOO_LARGE', 'The input is too large.', details);
    }
    const processor = this.processors.chosen;
    processor.check(options);
    const createdAt = this.clock.now();
    const what = { userId, keyId, processor: processor.name, inputBytes, options, createdAt };
    return { id: newId('dpr', createdAt), ...what, progress: { status: 'queued' } };
  }

  private async processOnce(request: DataRequest, order: Order): Promise<Answer<CompletedRequest>> {
    const completed = await this.complete(request, order);
    await this.ledger.record(completed);
    return { request: completed, isReplay: false };
  }

  private async processClaimed(
    request: DataRequest,
    { claim, lease }: { readonly claim: IdempotencyClaim; readonly lease: number },
    order: Order,
  ): Promise<Answer<CompletedRequest>> {
    try {
      const completed = await this.complete(request, order);
      await this.ledger.close(completed, claim, lease);
      return { request: completed, isReplay: false };
    } catch (error) {
      await this.ledger.abandon(request.id, lease);
      throw error;
    }
  }

  private async complete(request: DataRequest, { data, options }: Order): Promise<CompletedRequest> {
    const startedAt = performance.now();
    const { id, userId, keyId } = request;
    const input = { id, userId, keyId, data, options };
    const signal = AbortSignal.any([this.ending.signal, AbortSignal.timeout(SYNC_TIMEOUT_MS)]);
    const output = await this.processors.processorFor(request.processor).run(input, signal);
    const durationMs = Math.round(performance.now() - startedAt);
    return { ...request, progress: { status: 'completed', output, durationMs } };
  }
}
