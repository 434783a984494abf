import { NotFoundException } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { GatehouseError } from '../errors.js';
import { API_PATH } from './api-path.js';
import { answerError, wrongMethod } from './answer-error.js';
import { toGatehouseError } from './to-gatehouse-error.js';

/** HTTP/1.1 wants it (RFC 9112 3.2). Node's own refusal would have no body. */
export function requireHost({ headers, httpVersion }: Request, response: Response, next: NextFunction): void {
  if (headers.host !== undefined || httpVersion !== '1.1') next();
  else
    answerError(
      response,
      new GatehouseError('INVALID_REQUEST', 'The request is not valid.', 'Host is required'),
    );
}

/** OPTIONS is no method of the APIs; the answer names those there are, which Express would say in a shape of its own. */
export function refuseOptions(request: Request, response: Response, next: NextFunction): void {
  if (request.method !== 'OPTIONS' || !API_PATH.test(request.path)) next();
  else answerError(response, wrongMethod(request) ?? toGatehouseError(new NotFoundException()));
}
