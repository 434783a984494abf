import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { idempotencyKeyIn } from '../../common/index.js';

/** A caller's preferences for handling a request. */
export interface Handling {
  /** `Idempotency-Key`, if there is one. */
  readonly key: string | undefined;
  /** `Prefer: respond-async` (RFC 7240). */
  readonly isAsync: boolean;
}

/** Reads the preferences from the headers. @throws GatehouseError INVALID_REQUEST */
export const HandlingWanted = createParamDecorator((_: unknown, context: ExecutionContext): Handling => {
  const { headers } = context.switchToHttp().getRequest<Request>();
  return { key: idempotencyKeyIn(headers['idempotency-key']), isAsync: prefersAsync(headers.prefer) };
});

export const prefersAsync = (header: string | readonly string[] | undefined): boolean =>
  String(header ?? '')
    .split(',')
    .some((preference) => /^\s*respond-async\s*(;|$)/i.test(preference));
