import type { NextFunction, Request, Response } from 'express';
import { answerError, DATA_API_PATH, GatehouseError, isFromThisMachine } from '../common/index.js';
import type { ClientResolver } from './client.js';

const REFUSAL = new GatehouseError(
  'HTTPS_REQUIRED',
  'Use https.',
  'the request came over plain HTTP; behind a proxy, gateway.trustedProxies must name it and it must send the scheme',
);

/** Signing in to the console, and what its cookie says. */
const SESSION_PATH = '/admin/v1/session';

/**
 * Refuses plain HTTP for the Data API and for signing in to the console, before any credential is read, except from this
 * machine itself.
 */
export function requireHttps(clients: ClientResolver) {
  return (request: Request, response: Response, next: NextFunction): void => {
    if (!isHttpsOnly(request) || clients.clientOf(request).scheme === 'https') next();
    else if (isFromThisMachine(request)) next();
    else answerError(response, REFUSAL);
  };
}

/** A bearer's own program is left to the operator, but for signing in, which a header cannot turn into something else. */
const isHttpsOnly = ({ method, path, headers }: Request): boolean =>
  DATA_API_PATH.test(path) ||
  (path === SESSION_PATH && (method === 'POST' || headers.authorization === undefined));
