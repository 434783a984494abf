import { createHash } from 'node:crypto';
import {
  type CallHandler,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { map, type Observable } from 'rxjs';
import { GatehouseError } from '../../errors.js';

/** A strong validator of a resource's content: two answers with the same content have the same one. */
export function etagOf(...said: readonly unknown[]): string {
  return `"${createHash('sha256').update(JSON.stringify(said)).digest('base64url').slice(0, 22)}"`;
}

/** The `If-Match` of a request, if it has one. */
export const IfMatch = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<Request>().headers['if-match'],
);

/**
 * Accepts a change that is based on the resource's current content, or that states no base (RFC 9110, 13.1.1).
 * @throws GatehouseError PRECONDITION_FAILED
 */
export function requireMatch(ifMatch: string | undefined, etag: string): void {
  const tags = ifMatch?.split(',').map((tag) => tag.trim());
  if (!tags || tags.includes('*') || tags.includes(etag)) return;
  throw new GatehouseError(
    'PRECONDITION_FAILED',
    'It has changed since it was read.',
    'If-Match is not the current ETag: read it again',
  );
}

@Injectable()
class EtagInterceptor implements NestInterceptor<object, object> {
  intercept(context: ExecutionContext, next: CallHandler<object>): Observable<object> {
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      map((body) => {
        response.setHeader('ETag', etagOf(body));
        return body;
      }),
    );
  }
}

/** Adds an ETag to the answer, computed from the resource in its body. */
export const AnswersEtag = () => UseInterceptors(EtagInterceptor);

/** Documents `If-Match`; the route reads it with `@IfMatch()` and can fail with PRECONDITION_FAILED. */
export const ApiIfMatch = () =>
  ApiHeader({
    name: 'If-Match',
    required: false,
    description: 'The `ETag` that was read. If it has changed since, the request has no effect.',
    schema: { type: 'string' },
  });

/** The header of an answer, for contracts. */
export const ETAG_HEADER = {
  ETag: {
    description: 'Identifies this state; send it as `If-Match` to change only this state.',
    schema: { type: 'string' },
  },
} as const;
