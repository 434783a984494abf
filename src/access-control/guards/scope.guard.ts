import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ACCESS_RULE, type AccessRule, GatehouseError } from '../../common/index.js';
import type { AuthenticatedRequest } from '../actor/actor.js';

/**
 * Refuses a key without the scope of the route. A separate guard, because it comes after the limits: a call beyond
 * the key's scopes counts, and is limited, like any other.
 */
@Injectable()
export class ScopeGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  /** @throws GatehouseError FORBIDDEN, naming the scope */
  canActivate(context: ExecutionContext): boolean {
    const targets = [context.getHandler(), context.getClass()];
    const rule = this.reflector.getAllAndOverride<AccessRule | undefined>(ACCESS_RULE, targets);
    if (rule?.kind !== 'key' || rule.scope === undefined) return true;
    const { apiKey } = context.switchToHttp().getRequest<AuthenticatedRequest>();
    if (apiKey?.scopes.includes(rule.scope)) return true;
    throw new GatehouseError(
      'FORBIDDEN',
      'This API key may not do that.',
      `it needs the scope ${rule.scope}`,
    );
  }
}
