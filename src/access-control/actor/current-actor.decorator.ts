import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Actor, AuthenticatedRequest, KeyHolder } from './actor.js';

/** The calling actor; only on routes with @Requires. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext): Actor => {
  const { actor } = context.switchToHttp().getRequest<AuthenticatedRequest>();
  if (!actor) throw new Error('CurrentActor on a route without @Requires');
  return actor;
});

/** The holder of the calling API key; only on routes with @RequiresKey. */
export const CurrentKey = createParamDecorator((_: unknown, context: ExecutionContext): KeyHolder => {
  const { apiKey } = context.switchToHttp().getRequest<AuthenticatedRequest>();
  if (!apiKey) throw new Error('CurrentKey on a route without @RequiresKey');
  return apiKey;
});
