import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Response } from 'express';
import { map, type Observable } from 'rxjs';
import { etagOf } from './etag.js';

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

/** The answer carries the ETag of the resource that is its body. */
export const AnswersEtag = () => UseInterceptors(EtagInterceptor);

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
