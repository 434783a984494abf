import { Injectable } from '@nestjs/common';
import { InvalidKeyError } from '../../access-control/index.js';
import { Clock, KeyInUseError, otherBody, tracer } from '../../common/index.js';
import { DataApiConfig } from '../../config/index.js';
import { Database, isOrphan, JOB_KINDS, JobQueue, type Tx } from '../../persistence/index.js';
import type { CompletedRequest, DataRequest } from './data-request.js';
import {
  DataRequestRepository,
  type IdempotencyClaim,
  type NewDataRequest,
} from './data-request.repository.js';
import { TryLaterError } from '../processors/try-later.error.js';
import { createHash } from 'node:crypto';
import { optionValues, type ProcessOptions } from '../processors/process-options.js';

/** The time for which a key identifies its first request. */
const KEY_LIFETIME_MS = 24 * 3_600_000;

/** A caller's request. */
export interface Order {
  readonly data: string;
  readonly options: ProcessOptions;
  /** The caller's `Idempotency-Key`. */
  readonly key?: string | undefined;
}

/** Two requests are the same when their values are: neither spaces nor the order of fields matter. */
export function claimOf({ key, data, options }: Order): IdempotencyClaim | undefined {
  if (key === undefined) return undefined;
  return { key, fingerprint: fingerprintOf(data, options) };
}

export function fingerprintOf(data: string, options: ProcessOptions): string {
  const values = optionValues(options).map(([, value]) => value);
  return createHash('sha256')
    .update(JSON.stringify([data, ...values]))
    .digest('hex');
}

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
  ) {
    this.startedAt = clock.now();
  }

  private readonly startedAt: number;

  /**
   * Claims a key for a request that its caller waits for.
   * @throws GatehouseError IDEMPOTENCY_MISMATCH when the key was used for another request; CONFLICT while its request
   * is in progress
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
    await this.db.transaction(async (tx) => {
      if (await this.repository.end(tx, request.id, request.progress, lease)) return;
      if (await this.write(tx, { ...request, claim })) return;
      const heir = await this.repository.findByKey(tx, request.userId, claim.key);
      throw new KeyInUseError(heir ? this.leftMs(heir) : 0);
    });
  }

  /** Frees the key of a request without a result. */
  async abandon(id: string, lease: number): Promise<void> {
    await this.db.transaction((tx) => this.repository.abandon(tx, id, lease));
  }

  /**
   * Stores a request for a job.
   * @returns the first request, when its key is known
   * @throws GatehouseError RATE_LIMITED when too many requests of the user wait; IDEMPOTENCY_MISMATCH when the key was
   * used for another request; CONFLICT while a caller waits for its request, which is in progress
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

  /** @returns the earlier request with the same claim, if there is one. @throws as open */
  private async insert(tx: Tx, request: NewDataRequest): Promise<DataRequest | undefined> {
    const { claim, userId } = request;
    if (claim) await this.repository.freeKey(tx, userId, claim.key, this.clock.now() - KEY_LIFETIME_MS);
    if (await this.write(tx, request)) return undefined;
    const known = claim && (await this.repository.findByKey(tx, userId, claim.key));
    // The request was given up between the two reads.
    if (!known) throw new KeyInUseError(0);
    if (known.fingerprint === claim.fingerprint) return known;
    throw otherBody();
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
    // Another replica has just taken it over.
    throw new KeyInUseError(REQUEST_LEASE_MS);
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
    const leftMs = this.leftMs({ progress });
    if (leftMs > 0) throw new KeyInUseError(leftMs);
    return progress.leaseUntil;
  }

  /** The rest of the lease that a request has, in ms; 0 or less for none. */
  private leftMs({ progress }: Pick<DataRequest, 'progress'>): number {
    if (progress.status !== 'processing' || progress.leaseUntil === null) return 0;
    const { leaseUntil } = progress;
    // An embedded database has one process, so the holder of an earlier lease has ended.
    if (this.db.dialect === 'sqlite' && leaseUntil - REQUEST_LEASE_MS < this.startedAt) return 0;
    const leftMs = leaseUntil - this.clock.now();
    // A much longer one was taken before the clock was set back; the clocks of replicas differ a little.
    return leftMs > 2 * REQUEST_LEASE_MS ? 0 : leftMs;
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
