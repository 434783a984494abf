import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { GatehouseError } from '../../errors.js';

const KEY = /^[\x21-\x7E]{1,255}$/;

/** The values of `Idempotency-Key`, for contracts. */
export const IDEMPOTENCY_KEY_SCHEMA = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  pattern: '^[\\x21-\\x7E]{1,255}$',
} as const;

/** Marks an answer as that of an earlier request with the same key. */
export const REPLAYED_HEADER = 'Idempotent-Replayed';

/** @throws GatehouseError INVALID_REQUEST */
export function idempotencyKeyIn(header: string | readonly string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  // Node joins the values of a repeated header with a comma and a space, which no valid key contains.
  const key = String(header);
  if (KEY.test(key)) return key;
  throw GatehouseError.invalid('Idempotency-Key must be 1 to 255 visible ASCII characters');
}

/** The key of a request, if it has one. @throws GatehouseError INVALID_REQUEST */
export const IdempotencyKey = createParamDecorator((_: unknown, context: ExecutionContext) =>
  idempotencyKeyIn(context.switchToHttp().getRequest<Request>().headers['idempotency-key']),
);
