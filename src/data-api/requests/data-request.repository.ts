import { Injectable } from '@nestjs/common';
import type { DataProcessor } from '../../config/index.js';
import { Database, type DeletesOld, KeptFor, type Row, type Tx } from '../../persistence/index.js';
import type { DataRequest, Ending, RequestState, RequestError } from './data-request.js';
import type { ProcessOptions } from '../processors/process-options.js';
import type { ProcessOutput } from '../processors/processor.js';

/** A caller's key and the request it was first used for. */
export interface IdempotencyClaim {
  readonly key: string;
  readonly fingerprint: string;
}

export interface NewDataRequest extends DataRequest {
  readonly claim?: IdempotencyClaim | undefined;
  /** Stored until the end of a waiting request. */
  readonly input?: string;
}

/** The lease to which an ending belongs; undefined for a request that a job processes. */
export type Lease = number | undefined;

@KeptFor('data requests', ({ dataRequestsDays }) => dataRequestsDays)
@Injectable()
export class DataRequestRepository implements DeletesOld {
  constructor(private readonly db: Database) {}

  /** Returns false when the user has already used the claim's key. */
  async insert(tx: Tx, request: NewDataRequest): Promise<boolean> {
    const row = await this.db
      .on(tx)
      .insertInto('data_requests')
      .values({
        id: request.id,
        user_id: request.userId,
        key_id: request.keyId ?? null,
        idempotency_key: request.claim?.key ?? null,
        fingerprint: request.claim?.fingerprint ?? null,
        processor: request.processor,
        input: request.input === undefined ? null : JSON.stringify(request.input),
        input_bytes: request.inputBytes,
        options: JSON.stringify(request.options),
        created_at: request.createdAt,
        ...progressColumns(request.progress),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Finds a user's own request. */
  async find(userId: string, id: string): Promise<DataRequest | undefined> {
    const row = await this.db
      .on()
      .selectFrom('data_requests')
      .selectAll()
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return row && toDataRequest(row);
  }

  async findByKey(
    tx: Tx,
    userId: string,
    key: string,
  ): Promise<(DataRequest & { fingerprint: string | null }) | undefined> {
    const row = await this.db
      .on(tx)
      .selectFrom('data_requests')
      .selectAll()
      .where('user_id', '=', userId)
      .where('idempotency_key', '=', key)
      .executeTakeFirst();
    return row && { ...toDataRequest(row), fingerprint: row.fingerprint };
  }

  /** Frees a key whose request is older than `before`; the request itself stays. */
  async freeKey(tx: Tx, userId: string, key: string, before: number): Promise<void> {
    await this.db
      .on(tx)
      .updateTable('data_requests')
      .set({ idempotency_key: null })
      .where('user_id', '=', userId)
      .where('idempotency_key', '=', key)
      .where('created_at', '<', before)
      .execute();
  }

  /** Takes over a request whose lease has expired. False when another process was faster. */
  async renewLease(tx: Tx, id: string, from: number, to: number): Promise<boolean> {
    const { numUpdatedRows } = await this.db
      .on(tx)
      .updateTable('data_requests')
      .set({ lease_until: to })
      .where('id', '=', id)
      .where('lease_until', '=', from)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }

  /** Gives up a request and frees its key for a new request. */
  async abandon(tx: Tx, id: string, lease: number): Promise<void> {
    await this.db
      .on(tx)
      .deleteFrom('data_requests')
      .where('id', '=', id)
      .where('lease_until', '=', lease)
      .execute();
  }

  /** A waiting request with its input; undefined when it has ended. */
  async findWaiting(id: string): Promise<(DataRequest & { readonly input: string }) | undefined> {
    const row = await this.db
      .on()
      .selectFrom('data_requests')
      .selectAll()
      .where('id', '=', id)
      .where('input', 'is not', null)
      .executeTakeFirst();
    return row && { ...toDataRequest(row), input: JSON.parse(row.input ?? '""') as string };
  }

  async countWaiting(tx: Tx, userId: string): Promise<number> {
    const { count } = await this.db
      .on(tx)
      .selectFrom('data_requests')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .where('input', 'is not', null)
      .executeTakeFirstOrThrow();
    return count;
  }

  /** Marks the request as started by a job. */
  async begin(tx: Tx, id: string): Promise<void> {
    await this.db
      .on(tx)
      .updateTable('data_requests')
      .set({ status: 'processing' })
      .where('id', '=', id)
      .where('status', '=', 'queued')
      .execute();
  }

  /**
   * Stores the ending and deletes the input; a failure frees its key. False when the request had ended, or the lease
   * belonged to another process.
   */
  async end(tx: Tx, id: string, ending: Ending, lease?: Lease): Promise<boolean> {
    const query = this.db
      .on(tx)
      .updateTable('data_requests')
      .set({
        input: null,
        ...progressColumns(ending),
        ...(ending.status === 'failed' && { idempotency_key: null }),
      })
      .where('id', '=', id)
      .where('status', 'in', ['queued', 'processing']);
    const mine = lease === undefined ? query : query.where('lease_until', '=', lease);
    return (await mine.executeTakeFirstOrThrow()).numUpdatedRows > 0n;
  }

  /** Deletes requests created before `before`, but never a waiting one. */
  async deleteOlderThan(tx: Tx, before: number, limit: number): Promise<number> {
    const { numDeletedRows } = await this.db
      .on(tx)
      .deleteFrom('data_requests')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('data_requests')
          .select('id')
          .where('created_at', '<', before)
          .where('input', 'is', null)
          .orderBy('created_at')
          .limit(limit),
      )
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }
}

function progressColumns(progress: RequestState) {
  const { status } = progress;
  return {
    status,
    lease_until: status === 'processing' ? progress.leaseUntil : null,
    output: status === 'completed' ? JSON.stringify(progress.output) : null,
    error: status === 'failed' ? JSON.stringify(progress.error) : null,
    duration_ms: 'durationMs' in progress ? progress.durationMs : null,
  };
}

function toDataRequest(row: Row<'data_requests'>): DataRequest {
  return {
    id: row.id,
    userId: row.user_id,
    ...(row.key_id === null ? {} : { keyId: row.key_id }),
    processor: row.processor as DataProcessor,
    inputBytes: row.input_bytes,
    options: JSON.parse(row.options) as ProcessOptions,
    createdAt: row.created_at,
    progress: toRequestState(row),
  };
}

function toRequestState(row: Row<'data_requests'>): RequestState {
  const durationMs = row.duration_ms ?? 0;
  switch (row.status) {
    case 'queued':
      return { status: 'queued' };
    case 'processing':
      return { status: 'processing', leaseUntil: row.lease_until };
    case 'completed':
      return { status: 'completed', output: JSON.parse(row.output ?? '{}') as ProcessOutput, durationMs };
    case 'failed':
      return { status: 'failed', error: JSON.parse(row.error ?? '{}') as RequestError, durationMs };
  }
}
