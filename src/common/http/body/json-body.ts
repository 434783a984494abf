import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  Body,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  type Type,
  UseInterceptors,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { from, type Observable, switchMap } from 'rxjs';
import { JSON_TYPE, type JsonReader, jsonReader, MERGE_PATCH_TYPE } from './json-reader.js';
import { validationPipe } from './validation.js';

/** Most bodies of the APIs are small. */
const MAX_BYTES = 256 * 1024;

const readJson = jsonReader(MAX_BYTES);

/** Parses a body after the guards have accepted the caller, so that no other caller's body is read. */
export class JsonBodyInterceptor implements NestInterceptor {
  constructor(private readonly read: JsonReader) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const reading = this.read(http.getRequest<Request>(), http.getResponse<Response>());
    return from(reading).pipe(switchMap(() => next.handle()));
  }
}

/**
 * The JSON body, at most 256 KiB. It is read only for routes with this parameter, so a body that no route needs is
 * never read.
 */
export const JsonBody = bodyDecorator(new JsonBodyInterceptor(readJson));

/** At most 4 KiB, for routes without a guard, where anybody's body is read. */
export const SmallJsonBody = bodyDecorator(new JsonBodyInterceptor(jsonReader(4 * 1024)));

/**
 * Reads and validates the body of a call on the gateway's listener as `@JsonBody()` does for a route.
 * @throws GatehouseError INVALID_REQUEST, PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE
 */
export async function readJsonBody<T extends object>(
  request: IncomingMessage,
  response: ServerResponse,
  type: Type<T>,
): Promise<T> {
  await readJson(request as Request, response as Response);
  const { body } = request as Request<unknown, unknown, object | undefined>;
  return (await validationPipe().transform(body, { type: 'body', metatype: type })) as T;
}

/** Like `JsonBody`, but also accepts the type of a merge patch (RFC 7396). */
export const JsonPatchBody = bodyDecorator(
  new JsonBodyInterceptor(jsonReader(MAX_BYTES, { mediaTypes: [JSON_TYPE, MERGE_PATCH_TYPE] })),
);

function bodyDecorator(interceptor: JsonBodyInterceptor): () => ParameterDecorator {
  return () =>
    (target, key = '', index) => {
      Body()(target, key, index);
      const method = Object.getOwnPropertyDescriptor(target, key) ?? {};
      UseInterceptors(interceptor)(target, key, method);
    };
}
