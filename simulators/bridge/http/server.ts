import { once } from 'node:events';
import type { ErrorRequestHandler, Express, Request, RequestHandler, Response } from 'express';
import express from 'express';
import type { BridgeCore } from '../core.js';
import type { Answer, FileParts } from '../common/envelopes.js';
import {
  ConnectionCut,
  errorEnvelope,
  iMessageError,
  successEnvelope,
  unauthorized,
} from '../common/envelopes.js';
import type { RequestFault } from '../common/faults.js';
import type { RequestRecord } from '../common/types.js';
import type { Call, Json, Route } from './route.js';

const PREFIX = '/api/v1';
const GATE_TEXT =
  'Please make sure you have completed the setup for the Private API, and your helper is connected!';
const ORDINARY_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** The HTTP server: log, faults, body, routes, then 405 and the plain-text 404 (imbridge-wire 1.1 to 1.6). */
export function createApp(core: BridgeCore, routes: readonly Route[]): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.use(logAndFault(core));
  app.use(express.json({ limit: '100mb', strict: false }));
  app.use(express.raw({ type: (request) => !isJson(request.headers['content-type']), limit: '1gb' }));
  app.use(logBody(core));
  for (const route of routes) app[route.method](PREFIX + route.path, handler(core, route));
  for (const path of new Set(routes.map((each) => each.path))) app.all(PREFIX + path, wrongMethod);
  app.use((_request, response) => notRouted(response));
  app.use(onError);
  return app;
}

function logAndFault(core: BridgeCore): RequestHandler {
  return (request, response, next) => {
    const { method, path } = request;
    const record: RequestRecord = { method, path, at: Date.now() };
    response.locals.record = record;
    response.on('finish', () => {
      record.status = response.statusCode;
      core.events.emit('change');
    });
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Date', new Date(core.host.now()).toUTCString());
    core.record(record);
    const fault = core.faults.requests.take({ method, path });
    if (fault) applyFault(core, fault, response, next);
    else next();
  };
}

function applyFault(core: BridgeCore, fault: RequestFault, response: Response, next: () => void): void {
  switch (fault.kind) {
    case 'cut':
      response.destroy();
      return;
    case 'hang':
      return;
    case 'delay':
      core.timers.after(fault.ms, next);
      return;
    case 'answer':
      response.status(fault.status);
      if (fault.json === undefined) response.type('text/html').send(fault.text ?? '');
      else response.json(fault.json);
  }
}

/** Bodies of webhook registrations contain secrets of the gateway and are not kept. */
function logBody(core: BridgeCore): RequestHandler {
  return (request, response, next) => {
    const isSecret = request.path.startsWith(`${PREFIX}/webhook`);
    const record = response.locals.record as { body?: unknown };
    if (!isSecret && isJson(request.headers['content-type'])) record.body = request.body;
    core.events.emit('change');
    next();
  };
}

function handler(core: BridgeCore, route: Route): RequestHandler {
  return async (request, response) => {
    authenticate(core, request.query);
    const problem = route.privateApi ? core.host.privateApiProblem : undefined;
    if (problem !== undefined) throw iMessageError(GATE_TEXT, problem);
    const answer = await route.handle(callOf(request));
    await core.timers.sleep(core.faults.responseDelayMs);
    if (answer) await respond(request, response, answer);
    else notRouted(response);
  };
}

/** The first present parameter of guid, password and token decides, even when empty (imbridge-wire 1.1). */
function authenticate(core: BridgeCore, query: Json): void {
  const given = (query.guid ?? query.password ?? query.token) as string | undefined;
  if (!given) throw unauthorized('Missing server password!');
  // A repeated parameter is an array and has no `trim`: the real server fails with an unhandled 500.
  if (typeof given !== 'string') throw new TypeError('token.trim is not a function');
  if (given.trim() !== core.options.password.trim()) throw unauthorized('Unauthorized');
}

function callOf(request: Request): Call {
  const contentType = request.headers['content-type'] ?? '';
  const body: unknown = request.body;
  const bytes = body instanceof Uint8Array ? body : new Uint8Array();
  const isObject = typeof body === 'object' && body !== null && !(body instanceof Uint8Array);
  return {
    params: request.params as Record<string, string>,
    query: request.query,
    body: isObject ? (body as Json) : {},
    raw: { contentType, bytes },
  };
}

const notRouted = (response: Response) => response.status(404).type('text/plain').send('Not Found');

async function respond(request: Request, response: Response, answer: Answer): Promise<void> {
  if ('file' in answer) return streamFile(response, answer.file);
  sendJson(request, response, { status: 200, body: successEnvelope(answer) });
}

function sendJson(
  request: Request,
  response: Response,
  answer: { readonly status: number; readonly body: unknown },
): void {
  const isPretty = 'pretty' in request.query;
  const json = JSON.stringify(answer.body, null, isPretty ? 2 : undefined);
  response.status(answer.status).type('application/json').send(json);
}

const wrongMethod: RequestHandler = (request, response) => {
  const isOrdinary = ORDINARY_METHODS.includes(request.method);
  response.status(isOrdinary ? 405 : 501).type('text/plain');
  response.send(isOrdinary ? 'Method Not Allowed' : 'Not Implemented');
};

/** Express recognises an error handler by its four parameters. */
const onError: ErrorRequestHandler = (thrown: unknown, request, response, _next) => {
  if (thrown instanceof ConnectionCut || response.headersSent) {
    response.destroy();
    return;
  }
  sendJson(request, response, errorEnvelope(thrown));
};

const isJson = (contentType: string | undefined): boolean => /\bjson\b/i.test(contentType ?? '');

const CHUNK_BYTES = 64 * 1024;

/** Sends chunks without `Content-Length`, so that a client can enforce its size limit only while reading. */
async function streamFile(response: Response, file: FileParts): Promise<void> {
  response.status(200).setHeader('Content-Type', file.contentType);
  response.flushHeaders();
  for (const chunk of chunks(file.content)) {
    if (response.destroyed) return;
    if (!response.write(chunk)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
  }
  response.end();
}

function* chunks(content: FileParts['content']): Generator<Uint8Array> {
  const total = content instanceof Uint8Array ? content.byteLength : content.zeros;
  for (let start = 0; start < total; start += CHUNK_BYTES) {
    const length = Math.min(CHUNK_BYTES, total - start);
    yield content instanceof Uint8Array ? content.subarray(start, start + length) : new Uint8Array(length);
  }
}
