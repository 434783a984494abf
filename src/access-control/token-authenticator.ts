import { createHash, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { GatehouseConfig } from '../config/index.js';
import type { Actor } from './actor.js';
import { readOrCreateOwnerToken } from './owner-token.js';

/** Turns a presented admin token into the actor it stands for. Only the token's hash is kept. */
@Injectable()
export class TokenAuthenticator {
  private readonly ownerHash: Buffer;

  constructor(config: GatehouseConfig) {
    const { adminToken, stateDir } = config.environment;
    this.ownerHash = sha256(adminToken ?? readOrCreateOwnerToken(stateDir));
  }

  /** Undefined for a token that stands for nobody; takes the same time either way. */
  authenticate(token: string): Actor | undefined {
    return timingSafeEqual(sha256(token), this.ownerHash) ? { id: 'token:owner', role: 'owner' } : undefined;
  }
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
