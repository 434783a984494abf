import { hash } from 'node:crypto';
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
import { GatehouseError } from '../errors.js';

/** A strong entity tag (RFC 9110 8.8.3) of what a resource looks like in JSON. */
export const entityTagOf = (body: object): string => `"${hash('sha256', JSON.stringify(body), 'base64url')}"`;

/** Refuses what was asked of another state of a resource. Throws GatehouseError PRECONDITION_FAILED. */
export type Precondition = (current: object) => void;

/**
 * What `If-Match` demands (RFC 9110 13.1.1): one of the tags it lists, or with `*` only that the resource is there. A
 * weak tag matches nothing.
 */
export function preconditionOf(header: string | undefined): Precondition {
  const tags = header?.split(',').map((tag) => tag.trim()) ?? ['*'];
  return (current) => {
    if (tags.includes('*') || tags.includes(entityTagOf(current))) return;
    throw new GatehouseError(
      'PRECONDITION_FAILED',
      'This has changed meanwhile.',
      'If-Match names another state: read it again',
    );
  };
}

/** The precondition of a request; fulfilled by every state when the request names none. */
export const IfMatch = createParamDecorator((_: unknown, context: ExecutionContext): Precondition =>
  preconditionOf(context.switchToHttp().getRequest<Request>().headers['if-match']),
);

@Injectable()
class EntityTagInterceptor implements NestInterceptor<object, object> {
  intercept(context: ExecutionContext, next: CallHandler<object>): Observable<object> {
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      map((body) => {
        response.setHeader('ETag', entityTagOf(body));
        return body;
      }),
    );
  }
}

/** The answer carries the tag of the resource that is its body. */
export const AnswersEntityTag = () => UseInterceptors(EntityTagInterceptor);

/** Documents `If-Match`; the route takes it by `@IfMatch()` and can fail with PRECONDITION_FAILED. */
export const ApiIfMatch = () =>
  ApiHeader({
    name: 'If-Match',
    required: false,
    description: 'The `ETag` of what was read: nothing is done when it has changed since.',
    schema: { type: 'string' },
  });

/** The header of an answer, for contracts. */
export const ETAG_HEADER = {
  ETag: {
    description: 'Names this state; give it as `If-Match` to change just this.',
    schema: { type: 'string' },
  },
} as const;
