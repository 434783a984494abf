import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Response } from 'express';

/**
 * Express for Nest, with a shortcut for JSON: the values that Express looks up for each answer (settings of the
 * application, charset, entity tag, freshness) are the same for all of ours.
 */
export class JsonAdapter extends ExpressAdapter {
  /** Paths are exact: a proxy's rule for `/admin/` must not miss `/ADMIN/`. */
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

/** A value to send as JSON, not a stream, buffer or error. */
function isPlain(body: unknown): body is object {
  if (typeof body !== 'object' || body === null) return false;
  const prototype: unknown = Object.getPrototypeOf(body);
  return prototype === Object.prototype || prototype === Array.prototype;
}
