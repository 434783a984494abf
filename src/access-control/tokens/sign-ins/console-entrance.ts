import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { GatehouseError } from '../../../common/index.js';
import type { Actor } from '../../actor/actor.js';
import { TokenAdmission } from '../token-admission.js';
import { CookieAdmission } from './cookie-admission.js';
import type { BegunSignIn } from './sign-in.repository.js';
import { SignInAuthenticator } from './sign-in-authenticator.js';
import { linkRefused, SignIns, tokenRefused } from './sign-ins.service.js';

/** A token, or the code of a one-time link. */
export interface Presented {
  readonly token?: string | undefined;
  readonly code?: string | undefined;
}

/** Begins sign-ins. A cookie that the browser already has is replaced, never kept, so no one can have set it before. */
@Injectable()
export class ConsoleEntrance {
  constructor(
    private readonly tokens: TokenAdmission,
    private readonly authenticator: SignInAuthenticator,
    private readonly cookies: CookieAdmission,
    private readonly signIns: SignIns,
  ) {}

  /** @throws GatehouseError INVALID_REQUEST; UNAUTHENTICATED naming the cause; RATE_LIMITED */
  async enter(request: Request, { token, code }: Presented): Promise<BegunSignIn> {
    if ((token === undefined) === (code === undefined))
      throw GatehouseError.invalid('either token or code is required, not both');
    const replaced = await this.cookies.replacedBy(request);
    if (code !== undefined) return this.enterByLink(code, replaced);
    const holder = await this.tokens.admit(token, request.ip);
    if (typeof holder === 'string') throw tokenRefused(holder);
    return this.signIns.begin(holder, replaced);
  }

  private async enterByLink(code: string, replaced: Actor | undefined): Promise<BegunSignIn> {
    const found = await this.authenticator.open(code);
    if (typeof found === 'string') throw linkRefused(found);
    return this.signIns.beginByLink(found, replaced);
  }
}
