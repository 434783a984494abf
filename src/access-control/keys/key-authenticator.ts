import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/index.js';
import type { KeyHolder } from '../actor.js';
import { ApiKeyRepository } from './api-key.repository.js';
import { hashOfKey, isWellFormedKey } from './key-format.js';
import { KeyUses } from './key-uses.js';

/** Turns a presented API key into its holder. */
@Injectable()
export class KeyAuthenticator {
  constructor(
    private readonly repository: ApiKeyRepository,
    private readonly uses: KeyUses,
    private readonly clock: Clock,
  ) {}

  /**
   * Undefined for a text that is no key, or one that is unknown, revoked, expired or of a disabled user. What it
   * is looked up by is a hash, whose digits nobody can choose: how long the look-up takes tells nothing.
   * @throws DatabaseUnavailableError
   */
  async authenticate(text: string): Promise<KeyHolder | undefined> {
    if (!isWellFormedKey(text)) return undefined;
    const key = await this.repository.findUsable(hashOfKey(text));
    const now = this.clock.now();
    if (!key || (key.expiresAt !== null && key.expiresAt <= now)) return undefined;
    this.uses.note(key, now);
    return key.holder;
  }
}
