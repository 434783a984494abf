import { createHash, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { GatehouseConfig } from '../config/index.js';
import type { Actor } from './actor.js';
import { readOrCreateOwnerToken } from './owner-token.js';

const SAFE_LENGTH = 24;

/** Turns a presented admin token into the actor it stands for. Only the token's hash is kept. */
@Injectable()
export class TokenAuthenticator {
  private readonly ownerHash: Buffer;
  /** Whether guessing could ever succeed; a token of ours has 256 bits, one of the operator's may be short. */
  readonly isGuessable: boolean;

  constructor(config: GatehouseConfig) {
    const { adminToken, stateDir } = config.environment;
    const token = adminToken ?? readOrCreateOwnerToken(stateDir);
    this.ownerHash = sha256(token);
    this.isGuessable = token.length < SAFE_LENGTH;
  }

  /** Undefined for a token that stands for nobody; takes the same time either way. */
  authenticate(token: string): Actor | undefined {
    return timingSafeEqual(sha256(token), this.ownerHash) ? { id: 'token:owner', role: 'owner' } : undefined;
  }
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
