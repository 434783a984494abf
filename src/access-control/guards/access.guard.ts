import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import {
  ACCESS_RULE,
  type AccessRule,
  ADMIN_API_PATH,
  GatehouseError,
  type Role,
  ROLES,
} from '../../common/index.js';
import { type Actor, type AuthenticatedRequest, bearerToken, hasBearer } from '../actor/actor.js';
import { KeyAdmission } from '../keys/key-authenticator.js';
import { CookieAdmission } from '../tokens/sign-ins/cookie-admission.js';
import { TokenAdmission } from '../tokens/token-admission.js';

/**
 * The global guard, closed by default: a route that states no rule is refused to everyone (DESIGN 1.2). The handler's
 * rule takes precedence over its controller's.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly tokens: TokenAdmission,
    private readonly cookies: CookieAdmission,
    private readonly keys: KeyAdmission,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const rule = this.reflector.getAllAndOverride<AccessRule | undefined>(ACCESS_RULE, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (!rule) throw new GatehouseError('FORBIDDEN', 'This is not allowed.', 'the route has no access rule');
    if (rule.kind === 'public') return true;
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    if (rule.kind === 'key') return this.keys.admit(request);
    const isCookieTaken = ADMIN_API_PATH.test(request.path) && !hasBearer(request);
    const actor = isCookieTaken ? await this.cookies.admit(request) : undefined;
    return actor ? letIn(request, actor, rule.role) : this.needRole(request, rule.role);
  }

  /**
   * Lets a request pass as the actor of its token, never of a cookie; for guards of routes that are public only to some.
   * @throws GatehouseError UNAUTHENTICATED, FORBIDDEN, RATE_LIMITED
   */
  async needRole(request: AuthenticatedRequest, role: Role): Promise<boolean> {
    return letIn(request, await this.authenticate(request), role);
  }

  private async authenticate(request: Request): Promise<Actor> {
    const found = await this.tokens.admit(bearerToken(request), request.ip);
    if (typeof found === 'object') return found.actor;
    throw new GatehouseError(
      'UNAUTHENTICATED',
      'A valid admin token is needed.',
      'Authorization must be Bearer <token>',
    );
  }
}

/** @throws GatehouseError FORBIDDEN */
function letIn(request: AuthenticatedRequest, actor: Actor, role: Role): true {
  if (ROLES.indexOf(actor.role) < ROLES.indexOf(role))
    throw new GatehouseError('FORBIDDEN', 'This is not allowed.', `it needs the role ${role}`);
  request.actor = actor;
  return true;
}
