import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { Logger } from 'nestjs-pino';
import {
  answerRawErrors,
  assignRequestId,
  ClientResolver,
  refuseOptions,
  requireHost,
  requireHttps,
  securityHeaders,
} from './common/index.js';
import { DATA_API, GATEWAY, type GatehouseConfig, LOGGING } from './config/index.js';
import { requestLog } from './request-log.js';

/** What every request passes before Nest sees it: its id, who the client is, what no answer goes without. */
export function prepareEdge(app: NestExpressApplication, config: GatehouseConfig): void {
  const clients = new ClientResolver(config.get(GATEWAY).trustedProxies);
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  // Answers of the APIs are not kept by anyone (`no-store`): nothing is to be compared.
  app.set('etag', false);
  tellOfClients(app, clients);
  answerRawErrors(app.getHttpServer());
  app.use(assignRequestId);
  app.use(securityHeaders(clients));
  app.use(requestLog(app.get(Logger), () => config.get(LOGGING).level));
  app.use(requireHost);
  const httpsOnly = requireHttps(clients);
  app.use('/v1', (request: Request, response: Response, next: NextFunction) =>
    config.get(DATA_API).requireHttps ? httpsOnly(request, response, next) : next(),
  );
  app.use(refuseOptions);
}

/** `request.ip`, `.protocol` and `.secure` say what the resolver says, instead of what Express makes of the headers. */
function tellOfClients(app: NestExpressApplication, clients: ClientResolver): void {
  const { request } = app.getHttpAdapter().getInstance() as { request: object };
  const tell = (name: string, get: (this: Request) => string) =>
    Object.defineProperty(request, name, { configurable: true, get });
  tell('ip', function () {
    return clients.of(this).address;
  });
  tell('protocol', function () {
    return clients.of(this).scheme;
  });
}
