import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { NestApplicationOptions } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import express, {
  type Express,
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import { answerError, oneAtATime, toGatehouseError } from '../common/index.js';

/**
 * Express for Nest, with two shortcuts. First, the handlers for every request and the webhooks run before Express, whose
 * own way to a handler costs more than they do (ADR 0087). Second, for JSON it skips the values that Express looks up
 * for each answer (settings of the application, charset, entity tag, freshness), because they are the same for all of
 * ours.
 */
export class EdgeAdapter extends ExpressAdapter {
  private readonly early: RequestHandler[] = [];

  /** Paths are exact: a proxy's rule for `/admin/` must not miss `/ADMIN/`. */
  constructor() {
    const application = express();
    application.enable('case sensitive routing');
    application.enable('strict routing');
    super(application);
  }

  /** Handlers run in the order of their registration; requests and responses have Express's methods. */
  useEarly(handler: RequestHandler): void {
    this.early.push(handler);
  }

  override initHttpServer({ httpsOptions }: NestApplicationOptions): void {
    const application = this.getInstance<Express>();
    const classes = classesFor(application);
    const listener = oneAtATime((request, response) =>
      this.handle(request as Request, response as Response, application),
    );
    this.httpServer = httpsOptions
      ? createTlsServer({ ...httpsOptions, ...classes }, listener)
      : createServer(classes, listener);
  }

  /** Cuts off the connections that are still open. */
  override async close(): Promise<void> {
    (this.getHttpServer() as Server).closeAllConnections();
    await super.close();
  }

  override reply(response: Response, body: unknown, statusCode?: number): void {
    if (!isPlain(body)) {
      super.reply(response, body, statusCode);
      return;
    }
    if (statusCode !== undefined) response.statusCode = statusCode;
    const text = JSON.stringify(body);
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Length', Buffer.byteLength(text));
    response.end(text);
  }

  private handle(request: Request, response: Response, application: Express): void {
    // Set like Express does, because its methods and the request log look for them.
    request.res = response;
    request.originalUrl = request.url;
    const refuse = (error: unknown) => answerError(response, toGatehouseError(error));
    let at = 0;
    const next: NextFunction = (error?: unknown) => {
      const handler = this.early[at++];
      if (error !== undefined) refuse(error);
      else if (handler) refuseFailed(handler(request, response, next), refuse);
      else application(request, response);
    };
    try {
      next();
    } catch (error) {
      refuse(error);
    }
  }
}

/** An asynchronous handler fails as one that throws. */
function refuseFailed(handled: unknown, refuse: (error: unknown) => void): void {
  if (handled instanceof Promise) handled.catch(refuse);
}

/**
 * Classes for Node's requests and responses that have Express's methods. Express would instead change the prototype of
 * each object, which costs time there and at later accesses.
 */
function classesFor(application: Express) {
  class ExpressRequest extends IncomingMessage {}
  class ExpressResponse extends ServerResponse {}
  Object.setPrototypeOf(ExpressRequest.prototype, application.request);
  Object.setPrototypeOf(ExpressResponse.prototype, application.response);
  application.request = ExpressRequest.prototype as unknown as Request;
  application.response = ExpressResponse.prototype as unknown as Response;
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse };
}

/** Whether the body is a value to send as JSON, and not a stream, buffer or error. */
function isPlain(body: unknown): body is object {
  if (typeof body !== 'object' || body === null) return false;
  const prototype: unknown = Object.getPrototypeOf(body);
  return prototype === Object.prototype || prototype === Array.prototype;
}
