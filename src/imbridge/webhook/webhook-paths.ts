import type { NextFunction, Request, Response } from 'express';
import type { ImbridgeAccounts, WebhookEndpoint } from '../account/accounts.js';

/** The controller's own path; the accounts' paths lead to it. */
export const WEBHOOK_ROUTE = '/imbridge-webhook';

const endpoints = new WeakMap<Request, WebhookEndpoint>();

/** The accounts that may be behind the path of this request; undefined when no account has it. */
export const endpointOf = (request: Request): WebhookEndpoint | undefined => endpoints.get(request);

/**
 * Leads the webhook paths of the configuration, whatever they are at the moment, to the one route there is: routes
 * are made at the start, and the paths may change later. For the application itself, ahead of its routes.
 */
export const webhookPaths =
  (accounts: ImbridgeAccounts) =>
  (request: Request, _response: Response, next: NextFunction): void => {
    const [path = ''] = request.url.split('?', 1);
    const endpoint = accounts.endpointAt(path);
    if (endpoint) {
      endpoints.set(request, endpoint);
      request.url = WEBHOOK_ROUTE + request.url.slice(path.length);
    }
    next();
  };
