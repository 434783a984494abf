import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { idempotencyKeyIn } from '../../common/index.js';
import type { DataInput } from '../processors/data-input.js';
import type { RequestWithInput } from './process-body.interceptor.js';

/** A caller's preferences for handling a request, and what the body is too small for. */
export interface Handling {
  /** `Idempotency-Key`, if there is one. */
  readonly key: string | undefined;
  /** `Prefer: respond-async` (RFC 7240). */
  readonly isAsync: boolean;
  /** The `input_data` of a long body; undefined when the body itself has all of it. */
  readonly longInput: DataInput | undefined;
}

/** Reads the preferences from the headers. @throws GatehouseError INVALID_REQUEST */
export const HandlingWanted = createParamDecorator((_: unknown, context: ExecutionContext): Handling => {
  const { headers, longInput } = context.switchToHttp().getRequest<RequestWithInput>();
  const key = idempotencyKeyIn(headers['idempotency-key']);
  return { key, isAsync: prefersAsync(headers.prefer), longInput };
});

export const prefersAsync = (header: string | readonly string[] | undefined): boolean =>
  String(header ?? '')
    .split(',')
    .some((preference) => /^\s*respond-async\s*(;|$)/i.test(preference));
