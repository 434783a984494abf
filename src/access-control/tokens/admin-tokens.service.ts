import { Injectable } from '@nestjs/common';
import { Clock, GatehouseError, hashOfSecret, isoTimeOrNull, newId, ROLES } from '../../common/index.js';
import { Database, type Tx } from '../../persistence/index.js';
import type { Actor } from '../actor/actor.js';
import { type AuditChange, type AuditValues, ending, making } from '../audit/audit-change.js';
import { AuditLog } from '../audit/audit-log.repository.js';
import { IdempotencyRecords } from '../idempotency-records.js';
import { lineOf } from '../lineage.js';
import {
  ADMIN_TOKENS,
  type AdminToken,
  AdminTokenRepository,
  type MadeToken,
  type WantedToken,
} from './admin-token.repository.js';

export const MAX_TOKENS = 100;
const DEFAULT_NAME = 'admin token';
/** Making and revoking tokens reads before it writes, so all processes do it one at a time. */
const SCOPE = 'admin-tokens';

/** Manages admin tokens, except the first owner token: that one is outside the database and cannot be revoked here. */
@Injectable()
export class AdminTokens {
  constructor(
    private readonly db: Database,
    private readonly repository: AdminTokenRepository,
    private readonly repeats: IdempotencyRecords,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** In the order of creation. Expired tokens are listed until they are revoked. */
  list(range: { after?: string | undefined; limit: number }): Promise<readonly AdminToken[]> {
    return this.repository.page(range);
  }

  /**
   * By default the new token expires with the calling one.
   * @throws GatehouseError FORBIDDEN for more than the calling token has, naming the field; INVALID_REQUEST for an
   * expiry in the past; CONFLICT for one more than {@link MAX_TOKENS}, or a repeat with the same idempotency key;
   * IDEMPOTENCY_MISMATCH for another request with it.
   */
  create(actor: Actor, wanted: WantedToken, idempotencyKey?: string): Promise<MadeToken> {
    return this.db.transaction(async (tx) => {
      const id = newId('tok', this.clock.now());
      await this.repeats.claim(tx, {
        by: actor.id,
        key: idempotencyKey,
        makes: id,
        request: { ...wanted, kind: 'token' },
      });
      const others = await this.allOf(tx);
      const within = this.within(makerOf(actor, others), actor, wanted);
      if (others.length >= MAX_TOKENS)
        throw new GatehouseError(
          'CONFLICT',
          'There are too many tokens.',
          `at most ${MAX_TOKENS} tokens: revoke one first`,
        );
      const made = this.make(id, actor, within);
      await this.repository.insert(tx, made.adminToken, hashOfSecret(made.token));
      await this.record(tx, actor, { action: 'token.created', token: made.adminToken, changed: making });
      return made;
    });
  }

  /**
   * Takes effect on every replica once this resolves. The tokens made with it, directly or not, are revoked too, so a
   * thief has none left.
   * @throws GatehouseError NOT_FOUND
   */
  async revoke(actor: Actor, id: string): Promise<void> {
    await this.db.transaction(async (tx) => {
      const line = lineOf(id, await this.allOf(tx));
      if (line.length === 0) throw new GatehouseError('NOT_FOUND', 'No such token.', 'no token has this id');
      await this.repository.delete(
        tx,
        line.map((each) => each.id),
      );
      for (const token of line)
        await this.record(tx, actor, { action: 'token.revoked', token, changed: ending });
    });
  }

  private async allOf(tx: Tx): Promise<readonly AdminToken[]> {
    await this.db.lockScope(tx, SCOPE);
    return this.repository.page({ limit: MAX_TOKENS }, tx);
  }

  /** A token never makes one with a higher role or a later expiry than its own. */
  private within(maker: AdminToken | undefined, actor: Actor, wanted: WantedToken): WantedToken {
    if (ROLES.indexOf(wanted.role) > ROLES.indexOf(actor.role))
      throw forbidden(`role must not be above ${actor.role}`);
    const latest = maker?.expiresAt ?? null;
    const { expiresAt = latest } = wanted;
    if (latest !== null && (expiresAt ?? Infinity) > latest)
      throw forbidden(`expires_at must not be after ${new Date(latest).toISOString()}`);
    if (expiresAt !== null && expiresAt <= this.clock.now())
      throw GatehouseError.invalidField('expires_at', 'must be in the future');
    return { ...wanted, expiresAt };
  }

  private make(id: string, actor: Actor, { role, name, expiresAt }: WantedToken): MadeToken {
    const token = ADMIN_TOKENS.make();
    const adminToken = {
      id,
      role,
      name: name ?? DEFAULT_NAME,
      prefix: ADMIN_TOKENS.prefixOf(token),
      createdAt: this.clock.now(),
      createdBy: actor.id,
      madeWith: actor.tokenId ?? null,
      expiresAt: expiresAt ?? null,
      lastUsedAt: null,
    };
    return { token, adminToken };
  }

  private record(tx: Tx, actor: Actor, { action, token, changed }: TokenAct): Promise<void> {
    const { id: subject, role, name, prefix, madeWith, expiresAt } = token;
    const details = { role, prefix, ...(madeWith && { made_with: madeWith }) };
    const change = changed({ name, role, expires_at: isoTimeOrNull(expiresAt) });
    return this.audit.record(tx, actor, { action, subject, details, change });
  }
}

interface TokenAct {
  readonly action: string;
  readonly token: AdminToken;
  readonly changed: (values: AuditValues) => AuditChange;
}

/** The guard has let the token in, but it may have been revoked since. */
function makerOf({ tokenId }: Actor, all: readonly AdminToken[]): AdminToken | undefined {
  if (tokenId === undefined) return undefined;
  const maker = all.find(({ id }) => id === tokenId);
  if (maker) return maker;
  throw new GatehouseError(
    'UNAUTHENTICATED',
    'A valid admin token is needed.',
    'the calling token was revoked',
  );
}

const forbidden = (details: string): GatehouseError =>
  new GatehouseError('FORBIDDEN', 'This admin token may not do that.', details);
