import { Injectable } from '@nestjs/common';
import { Clock, GatehouseError, identityOf, otherBody } from '../common/index.js';
import { claimKey, Database, KeptFor, type Tx } from '../persistence/index.js';

/** Days for which a key stands for the credential made under it. */
const KEPT_DAYS = 1;
const KEPT_MS = KEPT_DAYS * 24 * 3_600_000;

/** The caller's `Idempotency-Key`, and the credential to be made under it. */
export interface Creation {
  /** An actor's id, or `user:` and a user's id. */
  readonly by: string;
  /** Undefined when the request has no key: then nothing is stored. */
  readonly key: string | undefined;
  /** What is wanted, with its kind. */
  readonly request: object;
  readonly makes: string;
}

/**
 * Ensures that a credential is made only once per `Idempotency-Key`, over all replicas and restarts. A repeat is
 * refused with the id of the existing credential, because the secret in the first answer is stored nowhere (ADR 0030).
 */
@KeptFor('keys of made credentials', () => KEPT_DAYS, {
  table: 'idempotency_records',
  key: 'id',
  age: 'created_at',
})
@Injectable()
export class IdempotencyRecords {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Takes the key for this transaction; a rollback frees it.
   * @throws GatehouseError naming the credential that was made with it: CONFLICT for the same request,
   * IDEMPOTENCY_MISMATCH for another
   */
  async claim(tx: Tx, { by, key, request, makes }: Creation): Promise<void> {
    if (key === undefined) return;
    // Unambiguous, because no actor's id contains a space.
    const id = `${by} ${key}`;
    const now = this.clock.now();
    const fingerprint = identityOf(request);
    const row = { id, fingerprint, made_id: makes, created_at: now };
    if (!(await claimKey(this.db.on(tx), 'idempotency_records', row, now - KEPT_MS)))
      throw await this.alreadyMade(tx, id, fingerprint);
  }

  private async alreadyMade(tx: Tx, id: string, fingerprint: string): Promise<GatehouseError> {
    const row = await this.db
      .on(tx)
      .selectFrom('idempotency_records')
      .select(['made_id', 'fingerprint'])
      .where('id', '=', id)
      .executeTakeFirst();
    const made = row?.made_id ?? 'something';
    if (row && row.fingerprint !== null && row.fingerprint !== fingerprint)
      return otherBody(`Idempotency-Key has already created ${made} with a different body`);
    const details = `Idempotency-Key has already created ${made}, whose secret is shown only once: if you missed it, revoke it and repeat with another Idempotency-Key`;
    return new GatehouseError('CONFLICT', 'This was already created.', details);
  }
}
