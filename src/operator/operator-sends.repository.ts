import { Injectable } from '@nestjs/common';
import type { Actor } from '../access-control/index.js';
import { Clock, identityOf, otherBody } from '../common/index.js';
import { claimKey, Database, KeptFor, type Row, type Tx } from '../persistence/index.js';

/** How long a key identifies its first request. */
const KEPT_DAYS = 1;
const KEPT_MS = KEPT_DAYS * 24 * 3_600_000;
/** Longer than any action takes: one that has no answer by then was interrupted. */
const LONGEST_MS = 90_000;

/** An operator's `Idempotency-Key` and what it was used for. */
export interface KeyedRequest {
  readonly id: string;
  readonly fingerprint: string;
}

/** The outcome of the first request with a key. */
export interface KnownRequest {
  /** In order; empty for an action that is no message. */
  readonly deliveryIds: readonly string[];
  /** The rest of its answer, as the service that gave it stored it; undefined while there is none. */
  readonly answer: unknown;
  /** The longest time for which it can still be in progress; 0 or less for one that was interrupted. */
  readonly leftMs: number;
}

/** Neither an actor's id nor a key contains a space. @returns undefined without a key */
export function keyedRequest(
  actor: Actor,
  key: string | undefined,
  request: object,
): KeyedRequest | undefined {
  if (key === undefined) return undefined;
  return { id: `${actor.id} ${key}`, fingerprint: identityOf(request) };
}

/** Ensures that what an operator asks for under a key is done once, over all replicas and restarts. */
@KeptFor('keys of operators’ requests', () => KEPT_DAYS, {
  table: 'operator_sends',
  key: 'id',
  age: 'created_at',
})
@Injectable()
export class OperatorSendsRepository {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {
    this.startedAt = clock.now();
  }

  private readonly startedAt: number;

  /** The outcome of the first request with that key. @throws GatehouseError IDEMPOTENCY_MISMATCH when that was another */
  async find({ id, fingerprint }: KeyedRequest, tx?: Tx): Promise<KnownRequest | undefined> {
    const now = this.clock.now();
    const row = await this.db
      .on(tx)
      .selectFrom('operator_sends')
      .select(['fingerprint', 'delivery_ids', 'answer', 'created_at'])
      .where('id', '=', id)
      .where('created_at', '>=', now - KEPT_MS)
      .executeTakeFirst();
    if (row && row.fingerprint !== fingerprint) throw otherBody();
    return row && { ...toKnownRequest(row), leftMs: this.leftMs(row.created_at) };
  }

  /** Claims a key for this transaction; false when someone else was faster. */
  claim(tx: Tx, { id, fingerprint }: KeyedRequest): Promise<boolean> {
    const now = this.clock.now();
    const row = { id, fingerprint, delivery_ids: '[]', answer: null, created_at: now };
    return claimKey(this.db.on(tx), 'operator_sends', row, now - KEPT_MS);
  }

  /** @param answer JSON; none for a message, whose answer is its deliveries */
  async fulfil(tx: Tx, { id }: KeyedRequest, deliveryIds: readonly string[], answer?: object): Promise<void> {
    const rest = answer === undefined ? null : JSON.stringify(answer);
    await this.db
      .on(tx)
      .updateTable('operator_sends')
      .set({ delivery_ids: JSON.stringify(deliveryIds), answer: rest })
      .where('id', '=', id)
      .execute();
  }

  /** Frees the key of a request of which nothing came. */
  async free(tx: Tx, { id }: KeyedRequest): Promise<void> {
    await this.db.on(tx).deleteFrom('operator_sends').where('id', '=', id).execute();
  }

  /** An embedded database has one process: what an earlier one began is over. */
  private leftMs(begunAt: number): number {
    const isOfEarlierProcess = this.db.dialect === 'sqlite' && begunAt < this.startedAt;
    return isOfEarlierProcess ? 0 : begunAt + LONGEST_MS - this.clock.now();
  }
}

const toKnownRequest = (row: Pick<Row<'operator_sends'>, 'delivery_ids' | 'answer'>) => ({
  deliveryIds: JSON.parse(row.delivery_ids) as string[],
  answer: row.answer === null ? undefined : (JSON.parse(row.answer) as unknown),
});
