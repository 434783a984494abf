import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Response } from 'express';

/**
 * Express for Nest, with a short way for JSON: what Express looks up for each answer (settings of the application,
 * charset, entity tag, freshness) is the same for all of ours.
 */
export class JsonAdapter extends ExpressAdapter {
  /** A path is one path: a rule of a proxy in front for `/admin/` must not leave out `/ADMIN/`. */
  constructor() {
    const application = express();
    application.enable('case sensitive routing');
    application.enable('strict routing');
    super(application);
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
}

/** A value to be told as JSON, and no stream, buffer or error. */
function isPlain(body: unknown): body is object {
  if (typeof body !== 'object' || body === null) return false;
  const prototype: unknown = Object.getPrototypeOf(body);
  return prototype === Object.prototype || prototype === Array.prototype;
}
