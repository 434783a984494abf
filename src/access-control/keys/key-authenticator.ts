import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Clock, FailureLimiter, GatehouseError } from '../../common/index.js';
import { Database } from '../../persistence/index.js';
import { type AuthenticatedRequest, bearerToken, type KeyHolder } from '../actor/actor.js';
import { LastUses } from '../last-uses.js';
import { hashOfKey, isWellFormedKey, type UsableKey } from './api-key.js';
import { ApiKeyRepository } from './api-key.repository.js';

/** Wrong tokens a client address may present per minute. */
export const FAILURES_PER_MINUTE = 30;

/** The address has presented too many wrong tokens. */
export class RateLimitedError extends GatehouseError {
  /** @param limit the limit that was reached, and the setting that has it */
  constructor(
    readonly retryAfterSeconds: number,
    limit?: string,
  ) {
    const why = limit === undefined ? '' : `: ${limit}`;
    super('RATE_LIMITED', 'Too many requests.', `try again in ${retryAfterSeconds} s${why}`);
  }
}

/** The same answer to every invalid key, so that it does not reveal the reason. */
export class InvalidKeyError extends GatehouseError {
  constructor() {
    super('UNAUTHENTICATED', 'A valid API key is needed.', 'Authorization must be Bearer <API key>');
  }
}

/** Records when API keys were last used. */
@Injectable()
export class KeyUses implements OnModuleDestroy {
  private readonly uses: LastUses;

  constructor(db: Database, repository: ApiKeyRepository) {
    this.uses = new LastUses('key', (id, at) => db.transaction((tx) => repository.noteUse(tx, id, at)));
  }

  /** @param now epoch ms */
  recordUse({ holder: { keyId }, lastUsedAt }: UsableKey, now: number): void {
    this.uses.recordUse(keyId, lastUsedAt, now);
  }

  onModuleDestroy(): Promise<void> {
    return this.uses.settle();
  }
}

/** Turns a presented API key into its holder. */
@Injectable()
export class KeyAuthenticator {
  /** By connection, the last key that it sent: programs send the same one with each request. */
  private readonly lastSent = new WeakMap<object, { readonly text: string; readonly hash: string }>();

  constructor(
    private readonly repository: ApiKeyRepository,
    private readonly uses: KeyUses,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns undefined for a text that is not a key, and for a key that is unknown, revoked, expired or of a disabled
   * user. The look-up uses a hash, whose digits no one can choose, so its duration reveals nothing.
   * @param connection for which its key is hashed only once; the key is looked up every time
   * @throws DatabaseUnavailableError
   */
  async authenticate(text: string, connection: object = {}): Promise<KeyHolder | undefined> {
    const hash = this.hashOf(text, connection);
    if (hash === undefined) return undefined;
    const key = await this.repository.findUsable(hash);
    const now = this.clock.now();
    if (!key || (key.expiresAt !== null && key.expiresAt <= now)) return undefined;
    this.uses.recordUse(key, now);
    return key.holder;
  }

  private hashOf(text: string, connection: object): string | undefined {
    const last = this.lastSent.get(connection);
    if (last?.text === text) return last.hash;
    if (!isWellFormedKey(text)) return undefined;
    const hash = hashOfKey(text);
    this.lastSent.set(connection, { text, hash });
    return hash;
  }
}

/**
 * A refusal is sent this long after the request arrived, so that its timing does not show whether there was no key, a
 * mistyped one, or one that had to be looked up.
 */
const REFUSAL_MS = 20;

/** Lets holders of a valid key call the Data API. ScopeGuard looks at the key's scopes. */
@Injectable()
export class KeyAdmission {
  private readonly failures: FailureLimiter;

  constructor(
    private readonly keys: KeyAuthenticator,
    clock: Clock,
  ) {
    this.failures = new FailureLimiter(clock, FAILURES_PER_MINUTE);
  }

  /**
   * Accepts a request as the holder of its key. Failed attempts by others at the same address do not lock it out,
   * because 160 bits cannot be guessed.
   * @throws GatehouseError UNAUTHENTICATED, the same for every reason; RATE_LIMITED; UNAVAILABLE
   */
  async admit(request: AuthenticatedRequest): Promise<boolean> {
    const arrivedAt = performance.now();
    const text = bearerToken(request);
    const holder = text === undefined ? undefined : await this.keys.authenticate(text, request.socket);
    if (!holder) return this.refuse(request.ip ?? 'unknown', arrivedAt);
    request.apiKey = holder;
    return true;
  }

  private async refuse(address: string, arrivedAt: number): Promise<never> {
    const wait = this.failures.blockedForSeconds(address);
    if (wait === 0) this.failures.failed(address);
    await pause(Math.max(0, Math.ceil(arrivedAt + REFUSAL_MS - performance.now())));
    if (wait > 0) throw new RateLimitedError(wait);
    throw new InvalidKeyError();
  }
}
