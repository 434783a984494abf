import { Injectable } from '@nestjs/common';
import { InvalidKeyError } from '../../access-control/index.js';
import { Clock, GatehouseError, tracer } from '../../common/index.js';
import { DataApiConfig } from '../../config/index.js';
import { Database, isOrphan, JOB_KINDS, JobQueue, type Tx } from '../../persistence/index.js';
import type { CompletedRequest, DataRequest } from './data-request.js';
import {
  type IdempotencyClaim,
  DataRequestRepository,
  type NewDataRequest,
} from './data-request.repository.js';
import { KEY_LIFETIME_MS } from './idempotency.js';
import { TryLaterError } from '../processors/try-later.error.js';

/** Longer than the longest synchronous request, so the holder of an older lease is dead. */
export const REQUEST_LEASE_MS = 60_000;

/** `mine`: a new request, or one taken over, to process here; `known`: the first one with this key. */
export type Opening =
  | { readonly kind: 'mine'; readonly request: DataRequest; readonly lease: number }
  | { readonly kind: 'known'; readonly request: DataRequest };

/** Stores requests, each idempotency key once per user, across all replicas and restarts. */
@Injectable()
export class RequestLedger {
  constructor(
    private readonly db: Database,
    private readonly repository: DataRequestRepository,
    private readonly queue: JobQueue,
    private readonly config: DataApiConfig,
    private readonly clock: Clock,
  ) {}

  /**
   * Claims a key for a request that its caller waits for.
   * @throws GatehouseError CONFLICT when the key was used for another request, or its request is in progress
   */
  open(request: DataRequest, claim: IdempotencyClaim): Promise<Opening> {
    return this.db.transaction(async (tx) => {
      const lease = this.clock.now() + REQUEST_LEASE_MS;
      const progress = { status: 'processing', leaseUntil: lease } as const;
      const known = await this.insert(tx, { ...request, claim, progress });
      return known ? this.reopen(tx, known, lease) : { kind: 'mine', request, lease };
    });
  }

  /** A request without a key, which is stored at its end. */
  async record(request: DataRequest): Promise<void> {
    await this.db.transaction((tx) => this.write(tx, request));
  }

  /**
   * Stores the result of a claimed request, as a new one when the process that took it over has given it up.
   * @throws GatehouseError CONFLICT when another process has taken it over; InvalidKeyError when its user is gone
   */
  async close(request: CompletedRequest, claim: IdempotencyClaim, lease: number): Promise<void> {
    const isWritten = await this.db.transaction(
      async (tx) =>
        (await this.repository.end(tx, request.id, request.progress, lease)) ||
        (await this.write(tx, { ...request, claim })),
    );
    if (!isWritten) throw inProgress();
  }

  /** Frees the key of a request without a result. */
  async abandon(id: string, lease: number): Promise<void> {
    await this.db.transaction((tx) => this.repository.abandon(tx, id, lease));
  }

  /**
   * Stores a request for a job.
   * @returns the first request, when its key is known
   * @throws GatehouseError RATE_LIMITED when too many requests of the user wait; CONFLICT when the key was used for
   * another request, or a caller waits for its request, which is in progress
   */
  enqueue(request: DataRequest, input: string, claim: IdempotencyClaim | undefined): Promise<DataRequest> {
    const carried = tracer?.carried();
    return this.db.transaction(async (tx) => {
      const stored = { ...request, input, claim };
      const known = await this.insert(tx, stored);
      const first = known && (await this.removeDead(tx, known)) ? await this.insert(tx, stored) : known;
      if (first) return first;
      await this.refuseTooMany(tx, request.userId);
      const payload = { requestId: request.id, ...carried };
      await this.queue.enqueue(tx, { kind: JOB_KINDS.dataRequest, key: request.id, payload });
      return request;
    });
  }

  /** @returns the earlier request with the same claim, if there is one. @throws GatehouseError CONFLICT */
  private async insert(tx: Tx, request: NewDataRequest): Promise<DataRequest | undefined> {
    const { claim, userId } = request;
    if (claim) await this.repository.freeKey(tx, userId, claim.key, this.clock.now() - KEY_LIFETIME_MS);
    if (await this.write(tx, request)) return undefined;
    const known = claim && (await this.repository.findByKey(tx, userId, claim.key));
    // The request was given up between the two reads.
    if (!known) throw inProgress();
    if (known.fingerprint === claim.fingerprint) return known;
    const details = 'Idempotency-Key was used with another body';
    throw new GatehouseError('CONFLICT', 'This key stands for another request.', details);
  }

  /** @throws InvalidKeyError when the user, and with them the key that came with the request, has been deleted since */
  private async write(tx: Tx, request: NewDataRequest): Promise<boolean> {
    try {
      return await this.repository.insert(tx, request);
    } catch (error) {
      throw isOrphan(error) ? new InvalidKeyError() : error;
    }
  }

  private async reopen(tx: Tx, known: DataRequest, lease: number): Promise<Opening> {
    const expired = this.expiredLease(known);
    if (expired === undefined) return { kind: 'known', request: known };
    if (await this.repository.renewLease(tx, known.id, expired, lease))
      return { kind: 'mine', request: known, lease };
    throw inProgress();
  }

  /** Frees the key of a request whose process has died and will never end it. False when the request has no lease. */
  private async removeDead(tx: Tx, known: DataRequest): Promise<boolean> {
    const expired = this.expiredLease(known);
    if (expired === undefined) return false;
    await this.repository.abandon(tx, known.id, expired);
    return true;
  }

  /** Undefined for a request without a lease: it has ended, or a job has it. @throws GatehouseError CONFLICT */
  private expiredLease({ progress }: DataRequest): number | undefined {
    if (progress.status !== 'processing' || progress.leaseUntil === null) return undefined;
    const leftMs = progress.leaseUntil - this.clock.now();
    // A much longer one was taken before the clock was set back; the clocks of replicas differ a little.
    if (leftMs >= 0 && leftMs <= 2 * REQUEST_LEASE_MS) throw inProgress();
    return progress.leaseUntil;
  }

  /** The count includes the new request. */
  private async refuseTooMany(tx: Tx, userId: string): Promise<void> {
    const { maxWaiting } = this.config;
    if ((await this.repository.countWaiting(tx, userId)) <= maxWaiting) return;
    const options = {
      details: `at most ${maxWaiting} asynchronous requests may wait`,
      retryAfterSeconds: 10,
    };
    throw new TryLaterError('RATE_LIMITED', 'Too many requests are waiting.', options);
  }
}

const inProgress = (): TryLaterError =>
  new TryLaterError('CONFLICT', 'The first request with this key is still being processed.', {
    details: 'Idempotency-Key is in use by a request in progress',
  });
