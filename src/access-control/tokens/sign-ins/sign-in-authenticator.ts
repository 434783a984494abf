import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/index.js';
import type { Actor } from '../../actor/actor.js';
import { TokenAuthenticator, type TokenFault, type TokenHolder } from '../token-authenticator.js';
import { COOKIE_VALUES, LINK_CODES, type SignIn, SignInRepository } from './sign-in.repository.js';

/** Why a cookie or the code of a link is not accepted: `revoked` is its token. */
export type SignInFault = 'unknown' | 'expired' | 'used' | 'revoked';

/** A link that may be opened now, with the token it was made with. */
export interface OpenLink {
  readonly link: SignIn;
  readonly holder: TokenHolder;
}

/** Turns the value of the console's cookie into its actor, and the code of a link into the holder of its token. */
@Injectable()
export class SignInAuthenticator {
  constructor(
    private readonly repository: SignInRepository,
    private readonly tokens: TokenAuthenticator,
    private readonly clock: Clock,
  ) {}

  /** The use of a cookie is a use of its token. @throws DatabaseUnavailableError */
  async authenticate(value: string): Promise<Actor | SignInFault> {
    const found = COOKIE_VALUES.fits(value) ? await this.find('cookie', value) : 'unknown';
    if (typeof found === 'string') return found;
    const holder = await this.tokens.authenticateAgain(found.tokenId);
    return typeof holder === 'string' ? faultOf(holder) : { ...holder.actor, signInId: found.id };
  }

  /** @throws DatabaseUnavailableError */
  async open(code: string): Promise<OpenLink | SignInFault> {
    const link = LINK_CODES.fits(code) ? await this.find('link', code) : 'unknown';
    if (typeof link === 'string') return link;
    const holder = await this.tokens.authenticateAgain(link.tokenId);
    return typeof holder === 'string' ? faultOf(holder) : { link, holder };
  }

  /** Whether the credential that an actor presented would still be accepted. */
  async isGood({ tokenId, signInId }: Actor): Promise<boolean> {
    if (signInId !== undefined) {
      const found = await this.repository.find(signInId);
      if (!found || found.expiresAt <= this.clock.now()) return false;
    }
    return typeof (await this.tokens.holderOf(tokenId ?? null)) === 'object';
  }

  private async find(kind: SignIn['kind'], secret: string): Promise<SignIn | SignInFault> {
    const hashes = ['', null].map((tokenId) => this.tokens.hashFor(tokenId, secret));
    const found = await this.repository.findByHash(kind, hashes);
    if (!found) return 'unknown';
    if (found.usedAt !== null) return 'used';
    return found.expiresAt <= this.clock.now() ? 'expired' : found;
  }
}

const faultOf = (fault: TokenFault): SignInFault => (fault === 'unknown' ? 'revoked' : fault);
