import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { Logger } from 'nestjs-pino';
import {
  answerError,
  assignRequestId,
  DATA_API_PATH,
  errorBody,
  GatehouseError,
  isFromThisMachine,
  MethodNotAllowedError,
  REQUEST_ID_HEADER,
  tracer,
  UntrustedForwarding,
} from '../common/index.js';
import { DATA_API, type GatehouseConfig, GATEWAY, LOGGING } from '../config/index.js';
import { ClientResolver } from './client.js';
import type { EdgeAdapter } from './edge-adapter.js';
import { requestLog } from './log/request-log.js';
import { securityHeaders } from './security-headers.js';
import { keepPath, refuseOptions, requireHost, requirePlainPath } from './well-formed.js';
import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

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

/** Node's codes for a request that it could not read; any other code is not an HTTP error. */
const DETAILS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'URL and headers are longer than 16 KiB',
  ERR_HTTP_REQUEST_TIMEOUT: 'the request took too long to arrive',
  HPE_INVALID_EOF_STATE: 'the request was not sent completely',
};

/** Answers requests that never reach the application, such as unreadable ones, in the same form as the application. */
function answerRawErrors(server: Server): void {
  // Switched off, because Node's own refusal has no body; that of `requireHost` has one.
  Object.assign(server, { requireHostHeader: false });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable || hasAnswered(socket)) socket.destroy();
    else refuse(socket, GatehouseError.invalid(DETAILS[error.code ?? ''] ?? 'it is not valid HTTP'));
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    refuse(socket, new MethodNotAllowedError(['GET', 'POST']));
  });
  // An unknown expectation is no reason to refuse the request (RFC 9110 10.1.1).
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
    server.emit('request', request, response),
  );
}

/** Whether an answer has begun: a second one in the middle of it would only confuse. */
function hasAnswered(socket: Duplex): boolean {
  const { _httpMessage: current } = socket as { _httpMessage?: ServerResponse };
  return current?.headersSent === true;
}

function refuse(socket: Duplex, error: GatehouseError): void {
  const body = JSON.stringify(errorBody(error));
  const head = [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? ''}`,
    `${REQUEST_ID_HEADER}: ${randomUUID()}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    ...(error instanceof MethodNotAllowedError ? [`Allow: ${error.allowed.join(', ')}`] : []),
    'Connection: close',
  ];
  socket.on('error', () => socket.destroy());
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

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
