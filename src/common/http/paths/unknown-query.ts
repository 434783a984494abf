import { type CanActivate, type ExecutionContext, UseGuards } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { Request } from 'express';
import { GatehouseError } from '../../errors.js';
import { unknownField } from '../body/parse-body.js';

/** Refuses any query. */
class NoQueryGuard implements CanActivate {
  /** @throws GatehouseError INVALID_REQUEST naming the parameters */
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    // Express parses the query at each look at it, and most requests have none.
    const names = request.url.includes('?') ? Object.keys(request.query) : [];
    if (names.length === 0) return true;
    throw GatehouseError.invalidFields(names.map((name) => unknownField(name)));
  }
}

const NO_QUERY = UseGuards(new NoQueryGuard());

/**
 * Refuses unknown parameters of the query, so that a misspelt one is not ignored. A route with `@Query()` has them
 * validated like the fields of a body; one without takes no query.
 */
export function RefusesUnknownQuery(): MethodDecorator {
  return (target, key, method) => {
    const taken = (Reflect.getMetadata(ROUTE_ARGS_METADATA, target.constructor, key) ?? {}) as object;
    const hasQuery = Object.keys(taken).some((name) => name.startsWith(`${RouteParamtypes.QUERY}:`));
    if (!hasQuery) NO_QUERY(target, key, method);
  };
}
