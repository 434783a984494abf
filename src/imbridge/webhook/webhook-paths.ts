import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { ImbridgeAccounts } from '../account/accounts.js';
import type { ImbridgeWebhookController } from './webhook.controller.js';

/**
 * Passes requests at the accounts' webhook paths to the controller, before the application's routes and Express (ADR
 * 0053, 0066). The paths may change while the program runs; routes are fixed at its start.
 */
export const webhookPaths =
  (accounts: ImbridgeAccounts, controller: ImbridgeWebhookController): RequestHandler =>
  (request: Request, response: Response, next: NextFunction): void => {
    const endpoint = accounts.endpointAt(pathOf(request.url));
    if (endpoint) void controller.event(request, response, endpoint);
    else next();
  };

/** The path, not decoded. */
function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}
