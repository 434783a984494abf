import type { NextFunction, Request, Response } from 'express';
import { answerError, DATA_API_PATH, GatehouseError, isFromThisMachine } from '../common/index.js';
import type { ClientResolver } from './client.js';

const REFUSAL = new GatehouseError(
  'HTTPS_REQUIRED',
  'Use https.',
  'the request came over plain HTTP; behind a proxy, gateway.trustedProxies must name it and it must send the scheme',
);

/** Refuses plain HTTP for the Data API before any key is checked, except from a program on this machine itself. */
export function requireHttps(clients: ClientResolver) {
  return (request: Request, response: Response, next: NextFunction): void => {
    if (!DATA_API_PATH.test(request.path) || clients.clientOf(request).scheme === 'https') next();
    else if (isFromThisMachine(request)) next();
    else answerError(response, REFUSAL);
  };
}
