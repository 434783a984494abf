import type { Express, Request, Response } from 'express';
import express from 'express';
import { Completion } from './completion.js';
import { delayOf, type ModelFault } from './faults.js';
import type { ModelCore } from './model-core.js';
import { requestProblem } from './request-problem.js';
import type { ModelReply, ModelRequest } from './types.js';
import { streamCompletion } from './stream.js';

const ERROR_TYPES: Readonly<Record<number, string>> = {
  401: 'invalid_request_error',
  429: 'rate_limit_error',
  503: 'overloaded_error',
};

/** @param apiKey the only one that is accepted; without it, every call is */
export function createModelApp(core: ModelCore, apiKey?: string): Express {
  const app = express();
  app.disable('x-powered-by');
  app.use((request, response, next) => {
    if (apiKey === undefined || request.headers.authorization === `Bearer ${apiKey}`) next();
    else sendError(response, 401, 'Incorrect API key provided.');
  });
  app.use(express.json({ limit: '100mb' }));
  app.get('/v1/models', (_request, response) => {
    const model = { id: core.model, object: 'model', created: 0, owned_by: 'simulator' };
    response.json({ object: 'list', data: [model] });
  });
  app.post('/v1/chat/completions', (request, response) => complete(core, request, response));
  app.use((_request, response) => sendError(response, 404, 'Unknown request URL'));
  return app;
}

async function complete(core: ModelCore, request: Request, response: Response): Promise<void> {
  const body = request.body as ModelRequest | undefined;
  const problem = requestProblem(body);
  if (!body || problem !== undefined) {
    if (body) core.refuse(problem ?? '');
    sendError(response, 400, problem ?? 'The body is not JSON.');
    return;
  }
  const record = core.record(body, request.headers);
  response.on('close', () => core.noteEnd(record, response.writableFinished));
  const fault = core.faults.completions.take(body);
  if (fault && (await fail(core, fault, response))) return;
  const reply = await replyTo(core, body, fault);
  const completion = new Completion(`chatcmpl-${core.requests.length}`, body, reply);
  if (body.stream) await streamCompletion(core, response, { completion, fault, record });
  else {
    await core.timers.sleep(delayOf(fault, core.tokenDelayMs) * completion.tokens.length);
    response.json(completion.whole());
  }
}

/** Applies the fault; true when it replaces the answer. */
async function fail(core: ModelCore, fault: ModelFault, response: Response): Promise<boolean> {
  switch (fault.kind) {
    case 'status':
      if (fault.retryAfterSeconds !== undefined) {
        response.setHeader('Retry-After', String(fault.retryAfterSeconds));
      }
      sendError(response, fault.status, `Simulated status ${fault.status}`);
      return true;
    case 'cut':
      response.destroy();
      return true;
    case 'malformed':
      response.status(200).type('application/json').send('{"id":"chatcmpl-broken","choices":[{"mess');
      return true;
    case 'hang':
      if (fault.ms !== undefined) await core.timers.sleep(fault.ms);
      return fault.ms === undefined;
    default:
      return false;
  }
}

async function replyTo(
  core: ModelCore,
  body: ModelRequest,
  fault: ModelFault | undefined,
): Promise<ModelReply> {
  if (fault?.kind === 'empty') return '';
  return fault?.kind === 'huge' ? 'word '.repeat(fault.words) : core.reply(body);
}

function sendError(response: Response, status: number, message: string): void {
  const type = ERROR_TYPES[status] ?? (status < 500 ? 'invalid_request_error' : 'server_error');
  response.status(status).json({ error: { message, type, param: null, code: null } });
}
