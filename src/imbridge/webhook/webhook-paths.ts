import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { ImbridgeAccounts } from '../imbridge.accounts.js';
import type { ImbridgeWebhookController } from './webhook.controller.js';

/**
 * Leads the webhook paths of the configuration, whatever they are at the moment, to the controller: routes are made at
 * the start, and the paths may change later. For the application itself, ahead of its routes (ADR 0053).
 */
export const webhookPaths =
  (accounts: ImbridgeAccounts, controller: ImbridgeWebhookController): RequestHandler =>
  (request: Request, response: Response, next: NextFunction): void => {
    const endpoint = accounts.endpointAt(pathOf(request.url));
    if (endpoint) void controller.event(request, response, endpoint);
    else next();
  };

/** As the caller wrote it. */
function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}
