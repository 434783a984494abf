import {
  Body,
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { from, type Observable, switchMap } from 'rxjs';
import { jsonReader } from './json-reader.js';

/** Most bodies of the APIs are small. */
const read = jsonReader(256 * 1024);

/** Parses a body once the guards have let the caller in: nobody else's body is read. */
@Injectable()
class JsonBodyInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const reading = read(http.getRequest<Request>(), http.getResponse<Response>());
    return from(reading).pipe(switchMap(() => next.handle()));
  }
}

/** The JSON body, at most 256 KiB, read for this route only: bodies that no route asks for are not looked at. */
export function JsonBody(): ParameterDecorator {
  return (target, key = '', index) => {
    Body()(target, key, index);
    const method = Object.getOwnPropertyDescriptor(target, key) ?? {};
    UseInterceptors(JsonBodyInterceptor)(target, key, method);
  };
}
