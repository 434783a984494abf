import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { GatehouseError } from '../common/index.js';

const KEY = /^[\x21-\x7E]{1,255}$/;

/** How a caller wants a request handled. */
export interface Handling {
  /** `Idempotency-Key`, if there is one. */
  readonly key: string | undefined;
  /** `Prefer: respond-async` (RFC 7240). */
  readonly isAsync: boolean;
}

/** What the headers say of that. @throws GatehouseError INVALID_REQUEST */
export const HandlingWanted = createParamDecorator((_: unknown, context: ExecutionContext): Handling => {
  const { headers } = context.switchToHttp().getRequest<Request>();
  return { key: idempotencyKeyIn(headers['idempotency-key']), isAsync: prefersAsync(headers.prefer) };
});

export function idempotencyKeyIn(header: string | readonly string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  // A header that came twice is joined by a comma and a space, which no key has.
  const key = String(header);
  if (KEY.test(key)) return key;
  const details = 'Idempotency-Key must be 1 to 255 visible ASCII characters';
  throw new GatehouseError('INVALID_REQUEST', 'The request is not valid.', details);
}

export const prefersAsync = (header: string | readonly string[] | undefined): boolean =>
  String(header ?? '')
    .split(',')
    .some((preference) => /^\s*respond-async\s*(;|$)/i.test(preference));
