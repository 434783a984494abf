import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  SetMetadata,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { from, type Observable, switchMap } from 'rxjs';
import { API_PATH } from './api-path.js';
import { jsonReader } from './json-reader.js';

const OWN_BODY = 'gatehouse:own-body';

/** A route whose body an interceptor of its own reads, for instance because it may be larger. */
export const OwnBody = () => SetMetadata(OWN_BODY, true);

/** Other bodies of the APIs are small. */
const read = jsonReader(256 * 1024);

/**
 * Parses the bodies of the APIs once the guards have let the caller in: nobody else's body is read. Elsewhere
 * (webhooks) a handler reads its own.
 */
@Injectable()
export class JsonBodyInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    if (!API_PATH.test(request.path) || this.reflector.get<boolean>(OWN_BODY, context.getHandler()))
      return next.handle();
    return from(read(request, http.getResponse())).pipe(switchMap(() => next.handle()));
  }
}
