import { createHash, timingSafeEqual } from 'node:crypto';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Clock, hashOfSecret } from '../../common/index.js';
import { GatehouseConfig, SAFE_TOKEN_CHARS } from '../../config/index.js';
import { Database } from '../../persistence/index.js';
import type { Actor } from '../actor/actor.js';
import { LastUses } from '../last-uses.js';
import { ADMIN_TOKENS, type AdminToken } from './admin-token.js';
import { AdminTokenRepository } from './admin-token.repository.js';
import { readOrCreateOwnerToken } from './owner-token.js';

/** Records when admin tokens were last used. */
@Injectable()
export class TokenUses implements OnModuleDestroy {
  private readonly uses: LastUses;

  constructor(db: Database, repository: AdminTokenRepository) {
    this.uses = new LastUses('token', (id, at) => db.transaction((tx) => repository.noteUse(tx, id, at)));
  }

  /** @param now epoch ms */
  recordUse({ id, lastUsedAt }: AdminToken, now: number): void {
    this.uses.recordUse(id, lastUsedAt, now);
  }

  onModuleDestroy(): Promise<void> {
    return this.uses.settle();
  }
}

const FIRST_OWNER: Actor = { id: 'token:owner', role: 'owner' };

/** Turns a presented admin token into its actor. Only the hash of the first owner token is kept. */
@Injectable()
export class TokenAuthenticator {
  private readonly ownerHash: Buffer;
  private readonly isOwnerGuessable: boolean;

  constructor(
    config: GatehouseConfig,
    private readonly repository: AdminTokenRepository,
    private readonly uses: TokenUses,
    private readonly clock: Clock,
  ) {
    const { adminToken, stateDir } = config.environment;
    const token = adminToken ?? readOrCreateOwnerToken(stateDir);
    this.ownerHash = sha256(token);
    this.isOwnerGuessable = token.length < SAFE_TOKEN_CHARS;
  }

  /**
   * Whether the actor's token could be found by guessing: our own tokens have 160 bits and more, but an operator may
   * have chosen a short one.
   */
  isGuessable({ tokenId }: Actor): boolean {
    return tokenId === undefined && this.isOwnerGuessable;
  }

  /**
   * Returns undefined for a token that is unknown, revoked or expired. The first owner token needs no database, so it
   * works while that is unavailable.
   * @throws DatabaseUnavailableError
   */
  async authenticate(token: string): Promise<Actor | undefined> {
    if (timingSafeEqual(sha256(token), this.ownerHash)) return FIRST_OWNER;
    if (!ADMIN_TOKENS.fits(token)) return undefined;
    // The look-up uses a hash, whose digits nobody can choose, so its duration reveals nothing.
    const found = await this.repository.findByHash(hashOfSecret(token));
    const now = this.clock.now();
    if (!found || (found.expiresAt !== null && found.expiresAt <= now)) return undefined;
    this.uses.recordUse(found, now);
    return { id: `token:${found.id}`, role: found.role, tokenId: found.id };
  }
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
