import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { json, type Request, type Response } from 'express';
import { from, type Observable, switchMap } from 'rxjs';
import { GatehouseError } from '../errors.js';

/** The second is that of a merge patch (RFC 7396). */
const JSON_TYPES = ['application/json', 'application/merge-patch+json'];
/** Bodies of the admin API are small. */
const parse = json({ limit: '256kb', strict: true, type: JSON_TYPES });

/** The JSON APIs; elsewhere (webhooks) a handler reads its own body. */
const API_PATH = /^\/(?:admin\/)?v1\//i;

/** Parses the bodies of the APIs once the guards have let the caller in: nobody else's body is read. */
@Injectable()
export class JsonBodyInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    if (!API_PATH.test(request.path) || !hasBody(request)) return next.handle();
    return from(readJson(request, http.getResponse())).pipe(switchMap(() => next.handle()));
  }
}

/** @throws GatehouseError UNSUPPORTED_MEDIA_TYPE; what the parser throws is translated by the error filter. */
async function readJson(request: Request, response: Response): Promise<void> {
  if (!request.is(JSON_TYPES)) {
    const details = 'Content-Type must be application/json';
    throw new GatehouseError('UNSUPPORTED_MEDIA_TYPE', 'This content type is not supported.', details);
  }
  await new Promise<void>((resolve, reject) => {
    parse(request, response, (error?: Error) => {
      if (error) reject(error);
      else resolve();
    });
  });
}

const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
