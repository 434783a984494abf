import { createHash } from 'node:crypto';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { GatehouseError } from '../errors.js';

/** A strong validator of what a resource says: two answers have the same one when they say the same. */
export function etagOf(...said: readonly unknown[]): string {
  return `"${createHash('sha256').update(JSON.stringify(said)).digest('base64url').slice(0, 22)}"`;
}

/** The `If-Match` of a request, if it has one. */
export const IfMatch = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<Request>().headers['if-match'],
);

/**
 * Lets a change pass that was made from what the resource says now, or from nothing in particular (RFC 9110, 13.1.1).
 * @throws GatehouseError PRECONDITION_FAILED
 */
export function requireMatch(ifMatch: string | undefined, etag: string): void {
  const tags = ifMatch?.split(',').map((tag) => tag.trim());
  if (!tags || tags.includes('*') || tags.includes(etag)) return;
  throw new GatehouseError(
    'PRECONDITION_FAILED',
    'It has changed since it was read.',
    'If-Match is not the ETag it has now: read it again',
  );
}
