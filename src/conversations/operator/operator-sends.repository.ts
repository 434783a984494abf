import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../access-control/index.js';
import { Clock, GatehouseError } from '../../common/index.js';
import {
  claimKey,
  Database,
  deleteOldest,
  type DeletesOld,
  KeptFor,
  type Tx,
} from '../../persistence/index.js';

/** How long a key identifies its first request. */
const KEPT_DAYS = 1;
const KEPT_MS = KEPT_DAYS * 24 * 3_600_000;

/** An operator's `Idempotency-Key` and what it was used for. */
export interface KeyedRequest {
  readonly id: string;
  readonly fingerprint: string;
}

/** Requests with the same values count as the same request. Neither an actor's id nor a key contains a space. */
export const keyedRequest = (actor: Actor, key: string, request: object): KeyedRequest => ({
  id: `${actor.id} ${key}`,
  fingerprint: createHash('sha256').update(JSON.stringify(request)).digest('hex'),
});

/** Ensures that a message an operator sends under a key is sent once, over all replicas and restarts. */
@KeptFor('keys of operators’ messages', () => KEPT_DAYS)
@Injectable()
export class OperatorSendsRepository implements DeletesOld {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** The deliveries of the first request with that key. @throws GatehouseError CONFLICT when that was another request */
  async find({ id, fingerprint }: KeyedRequest, tx?: Tx): Promise<readonly string[] | undefined> {
    const row = await this.db
      .on(tx)
      .selectFrom('operator_sends')
      .select(['fingerprint', 'delivery_ids'])
      .where('id', '=', id)
      .where('created_at', '>=', this.clock.now() - KEPT_MS)
      .executeTakeFirst();
    if (!row) return undefined;
    if (row.fingerprint === fingerprint) return JSON.parse(row.delivery_ids) as string[];
    const details = 'Idempotency-Key was used with another body';
    throw new GatehouseError('CONFLICT', 'This key stands for another request.', details);
  }

  /** Claims a key for this transaction; false when somebody else was faster. */
  claim(tx: Tx, { id, fingerprint }: KeyedRequest): Promise<boolean> {
    const now = this.clock.now();
    const row = { id, fingerprint, delivery_ids: '[]', created_at: now };
    return claimKey(this.db.on(tx), 'operator_sends', row, now - KEPT_MS);
  }

  async fulfil(tx: Tx, { id }: KeyedRequest, deliveryIds: readonly string[]): Promise<void> {
    await this.db
      .on(tx)
      .updateTable('operator_sends')
      .set({ delivery_ids: JSON.stringify(deliveryIds) })
      .where('id', '=', id)
      .execute();
  }

  deleteOlderThan(tx: Tx, before: number, limit: number): Promise<number> {
    return deleteOldest(
      this.db.on(tx),
      { table: 'operator_sends', key: 'id', age: 'created_at' },
      { before, limit },
    );
  }
}
