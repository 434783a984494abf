import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Request, RequestHandler } from 'express';
import { Logger } from 'nestjs-pino';
import { assignRequestId, tracer, UntrustedForwarding } from '../common/index.js';
import { DATA_API, type GatehouseConfig, GATEWAY, LOGGING } from '../config/index.js';
import { ClientResolver } from './client.js';
import type { EdgeAdapter } from './edge-adapter.js';
import { answerRawErrors } from './raw-errors.js';
import { requestLog } from './log/request-log.js';
import { requireHttps } from './require-https.js';
import { securityHeaders } from './security-headers.js';
import { keepPath, refuseOptions, requireHost, requirePlainPath } from './well-formed.js';

const CONNECTION_TIMES = {
  /** Slow callers are cut off: headers within 15 s, the whole request within a minute. */
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  /**
   * Longer than proxies keep an idle connection (nginx and load balancers 60 s, Caddy 120 s), so that they close it
   * first, and never send a request into a connection that we are closing.
   */
  keepAliveTimeout: 125_000,
} as const;

/** Prepares every request before Express and Nest see it: its id, its client, and the headers of its answer. */
export function prepareEdge(
  app: NestExpressApplication,
  adapter: EdgeAdapter,
  config: GatehouseConfig,
): void {
  const clients = new ClientResolver(config.get(GATEWAY).trustedProxies, app.get(UntrustedForwarding));
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  // Not needed, because answers of the APIs are never cached (`no-store`).
  app.set('etag', false);
  tellOfClients(app, clients);
  answerRawErrors(Object.assign(app.getHttpServer(), CONNECTION_TIMES));
  const httpsOnly = requireHttps(clients);
  const handlers: readonly RequestHandler[] = [
    assignRequestId,
    ...(tracer ? [tracer.request] : []),
    keepPath,
    securityHeaders(clients),
    requestLog(app.get(Logger), () => config.get(LOGGING).level),
    requireHost,
    requirePlainPath,
    (request, response, next) =>
      config.get(DATA_API).requireHttps ? httpsOnly(request, response, next) : next(),
    refuseOptions,
  ];
  for (const handler of handlers) adapter.useEarly(handler);
}

/**
 * Makes `request.ip`, `.protocol` and `.secure` return the resolver's values instead of Express's own reading of the
 * headers.
 */
function tellOfClients(app: NestExpressApplication, clients: ClientResolver): void {
  const { request } = app.getHttpAdapter().getInstance() as { request: object };
  const tell = (name: string, get: (this: Request) => string) =>
    Object.defineProperty(request, name, { configurable: true, get });
  tell('ip', function () {
    return clients.clientOf(this).address;
  });
  tell('protocol', function () {
    return clients.clientOf(this).scheme;
  });
}
