import { createHash } from 'node:crypto';
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
  throw GatehouseError.invalidField(
    'Idempotency-Key',
    'must be 1 to 255 visible ASCII characters',
    'wrong_format',
  );
}

/** The key of a request, if it has one. @throws GatehouseError INVALID_REQUEST */
export const IdempotencyKey = createParamDecorator((_: unknown, context: ExecutionContext) =>
  idempotencyKeyIn(context.switchToHttp().getRequest<Request>().headers['idempotency-key']),
);

/** Two requests are the same when their values are: neither spaces nor the order of fields matter. */
export const identityOf = (request: object): string =>
  createHash('sha256').update(JSON.stringify(request, inOrder)).digest('hex');

function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** An example for contracts. */
export const OTHER_BODY = [
  'This key belongs to another request.',
  'Idempotency-Key was used with another body',
] as const;

/** The key was used for another request; nothing was done. */
export const otherBody = (details: string = OTHER_BODY[1]): GatehouseError =>
  new GatehouseError('IDEMPOTENCY_MISMATCH', OTHER_BODY[0], details);

/** The first request with the key has no result yet. */
export class KeyInUseError extends GatehouseError {
  /** At least 1. */
  readonly retryAfterSeconds: number;

  /** @param leftMs the longest time for which the first request can still be in progress */
  constructor(leftMs: number) {
    const details = 'Idempotency-Key is in use by a request in progress';
    super('CONFLICT', 'The first request with this key is still being processed.', details);
    this.retryAfterSeconds = Math.max(1, Math.ceil(leftMs / 1_000));
  }
}
