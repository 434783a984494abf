import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import {
  ACCESS_RULE,
  type AccessRule,
  Clock,
  FailureLimiter,
  GatehouseError,
  type Role,
  ROLES,
} from '../../common/index.js';
import type { Actor } from '../actor/actor.js';
import { type AuthenticatedRequest, bearerToken } from '../actor/authenticated-request.js';
import { KeyAdmission } from '../keys/key-authenticator.js';
import { FAILURES_PER_MINUTE, RateLimitedError } from '../keys/rate-limited.error.js';
import { TokenAuthenticator } from '../tokens/token-authenticator.js';

/**
 * The global guard, closed by default: a route that states no rule is refused to everyone (DESIGN 1.2). The handler's
 * rule takes precedence over its controller's.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  private readonly failures: FailureLimiter;

  constructor(
    private readonly reflector: Reflector,
    private readonly tokens: TokenAuthenticator,
    private readonly keys: KeyAdmission,
    clock: Clock,
  ) {
    this.failures = new FailureLimiter(clock, FAILURES_PER_MINUTE);
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const rule = this.reflector.getAllAndOverride<AccessRule | undefined>(ACCESS_RULE, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (!rule)
      throw new GatehouseError('FORBIDDEN', 'This is not allowed.', 'the route states no access rule');
    if (rule.kind === 'public') return true;
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    return rule.kind === 'key' ? this.keys.admit(request) : this.needRole(request, rule.role);
  }

  /**
   * Lets a request pass as the actor of its token; for guards of routes that are public only to some.
   * @throws GatehouseError UNAUTHENTICATED, FORBIDDEN, RATE_LIMITED
   */
  async needRole(request: AuthenticatedRequest, role: Role): Promise<boolean> {
    const actor = await this.authenticate(request);
    if (ROLES.indexOf(actor.role) < ROLES.indexOf(role)) {
      throw new GatehouseError('FORBIDDEN', 'This is not allowed.', `it needs the role ${role}`);
    }
    request.actor = actor;
    return true;
  }

  private async authenticate(request: Request): Promise<Actor> {
    const address = request.ip ?? 'unknown';
    const token = bearerToken(request);
    const actor = token === undefined ? undefined : await this.tokens.authenticate(token);
    // Other clients at the same address must not lock out the operator, unless the token could be guessed.
    if (actor && !this.tokens.isGuessable(actor)) return actor;
    const wait = this.failures.blockedForSeconds(address);
    if (wait > 0) throw new RateLimitedError(wait);
    if (actor) return actor;
    if (token !== undefined) this.failures.failed(address);
    throw new GatehouseError(
      'UNAUTHENTICATED',
      'A valid admin token is needed.',
      'Authorization must be Bearer <token>',
    );
  }
}
