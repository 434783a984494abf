import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Clock, hashOfSecret } from '../../common/index.js';
import {
  GatehouseConfig,
  NEW_DURABLE_FILE,
  ownerTokenFile,
  readRegularFile,
  SAFE_TOKEN_CHARS,
  sync,
} from '../../config/index.js';
import { Database } from '../../persistence/index.js';
import type { Actor } from '../actor/actor.js';
import { LastUses } from '../last-uses.js';
import { ADMIN_TOKENS, type AdminToken, AdminTokenRepository } from './admin-token.repository.js';
import { chmodSync, closeSync, openSync, writeSync } from 'node:fs';

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

/** A token that is accepted now. */
export interface TokenHolder {
  readonly actor: Actor;
  readonly name: string;
  /** Epoch ms; null = never. */
  readonly expiresAt: number | null;
}

/** Why a token is not accepted; a revoked one is unknown. */
export type TokenFault = 'unknown' | 'expired';

const FIRST_OWNER: TokenHolder = {
  actor: { id: 'token:owner', role: 'owner' },
  name: 'first owner token',
  expiresAt: null,
};

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
   * The first owner token needs no database, so it works while that is unavailable.
   * @throws DatabaseUnavailableError
   */
  async authenticate(token: string): Promise<TokenHolder | TokenFault> {
    if (timingSafeEqual(sha256(token), this.ownerHash)) return FIRST_OWNER;
    if (!ADMIN_TOKENS.fits(token)) return 'unknown';
    // The look-up uses a hash, whose digits no one can choose, so its duration reveals nothing.
    return this.used(await this.repository.findByHash(hashOfSecret(token)));
  }

  /** The same for a token that was presented before: null is the first owner token. */
  async authenticateAgain(tokenId: string | null): Promise<TokenHolder | TokenFault> {
    return tokenId === null ? FIRST_OWNER : this.used(await this.repository.find(tokenId));
  }

  /** The same without being a use of the token. */
  async holderOf(tokenId: string | null): Promise<TokenHolder | TokenFault> {
    return tokenId === null ? FIRST_OWNER : this.judge(await this.repository.find(tokenId));
  }

  /**
   * The hash to store instead of a secret that was made with this token. With the first owner token it depends on that, so
   * replacing the token ends what was made with it.
   */
  hashFor(tokenId: string | null, secret: string): string {
    if (tokenId !== null) return hashOfSecret(secret);
    return createHmac('sha256', this.ownerHash).update(secret).digest('hex');
  }

  private used(token: AdminToken | undefined): TokenHolder | TokenFault {
    const holder = this.judge(token);
    if (token && typeof holder === 'object') this.uses.recordUse(token, this.clock.now());
    return holder;
  }

  private judge(token: AdminToken | undefined): TokenHolder | TokenFault {
    if (!token) return 'unknown';
    const { id, role, name, expiresAt } = token;
    if (expiresAt !== null && expiresAt <= this.clock.now()) return 'expired';
    return { actor: { id: `token:${id}`, role, tokenId: id }, name, expiresAt };
  }
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Reads the token in the state dir, or makes it at the first start: 256 random bits, readable by this user only. */
export function readOrCreateOwnerToken(stateDir: string): string {
  const file = ownerTokenFile(stateDir);
  try {
    create(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const token = readRegularFile(file).toString('utf8').trim();
  if (token === '') throw new Error(`${file} is empty: delete it to create a new token`);
  return token;
}

function create(file: string): void {
  const handle = openSync(file, NEW_DURABLE_FILE, 0o600);
  try {
    writeSync(handle, `gha_${randomBytes(32).toString('base64url')}\n`);
    sync(handle);
  } finally {
    closeSync(handle);
  }
  chmodSync(file, 0o600);
}
