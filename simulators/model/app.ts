import type { Express, NextFunction, Request, Response } from 'express';
import express from 'express';
import { exchange } from './exchange.js';
import type { ModelCore } from './model-core.js';
import { WIRES } from './wires/index.js';
import { openAiError } from './wires/openai-error.js';
import { bearer } from './wires/wire.js';

/** Every wire at its own path, on one server. */
export function createModelApp(core: ModelCore): Express {
  const app = express();
  app.disable('x-powered-by');
  app.use(express.json({ limit: '100mb' }));
  app.get('/v1/models', (request, response) => listModels(core, request, response));
  for (const wire of WIRES)
    app.post(wire.path, (request, response) => exchange(core, wire, request, response));
  app.use((_request, response) => {
    response.status(404).json(openAiError({ status: 404, message: 'Unknown request URL' }));
  });
  app.use(badBody);
  return app;
}

function listModels({ traits }: ModelCore, { headers }: Request, response: Response): void {
  if (traits.apiKey !== undefined && bearer(headers) !== traits.apiKey) {
    response.status(401).json(openAiError({ status: 401, message: 'Incorrect API key provided.' }));
    return;
  }
  const data = (traits.models ?? [traits.model]).map((id) => ({
    ...{ id, object: 'model', created: 0, owned_by: 'simulator' },
  }));
  response.json({ object: 'list', data });
}

/** Express tells a handler of errors by its fourth parameter. */
function badBody(_error: unknown, _request: Request, response: Response, _next: NextFunction): void {
  response.status(400).json(openAiError({ status: 400, message: 'The body is not JSON.' }));
}
