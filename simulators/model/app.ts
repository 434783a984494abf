import type { Express, NextFunction, Request, Response } from 'express';
import express from 'express';
import { exchange } from './exchange.js';
import { tellModels } from './listing.js';
import type { ModelCore } from './model-core.js';
import { WIRES } from './wires/index.js';
import { openAiError } from './wires/openai-error.js';
import type { SimulatedWire } from './wires/wire.js';

const UNKNOWN_PATH = openAiError({ status: 404, message: 'Unknown request URL' });

/** Every wire at its own path, on one server. */
export function createModelApp(core: ModelCore): Express {
  const app = express();
  app.disable('x-powered-by');
  if (core.traits.clockAheadMs !== 0) app.use(otherClock(core.traits.clockAheadMs));
  app.use(express.json({ limit: '100mb' }));
  for (const wire of WIRES) {
    if (core.traits.listing !== 'none') addListing(app, core, wire);
    app.post(wire.path, (request, response) => exchange(core, wire, request, response));
  }
  app.use((_request, response) => {
    response.status(404).json(UNKNOWN_PATH);
  });
  // Express tells a handler of errors by its fourth parameter.
  app.use((_error: unknown, request: Request, response: Response, _next: NextFunction) =>
    refuseBody(core, request, response),
  );
  return app;
}

const otherClock = (aheadMs: number) => (_request: Request, response: Response, next: NextFunction) => {
  response.setHeader('Date', new Date(Date.now() + aheadMs).toUTCString());
  next();
};

function addListing(app: Express, core: ModelCore, wire: SimulatedWire): void {
  for (const call of wire.listing)
    app[call.method](call.path, (request, response, next) => {
      if (call.isOf?.(request.headers) === false) next();
      else tellModels(core, { wire, call }, request, response);
    });
}

/** Refuses a body that is no JSON, after a look at the key. */
function refuseBody({ traits }: ModelCore, { path, headers, url }: Request, response: Response): void {
  const wire = WIRES.find((each) =>
    typeof each.path === 'string' ? each.path === path : each.path.test(path),
  );
  if (!wire) {
    response.status(404).json(UNKNOWN_PATH);
    return;
  }
  const isKeyWrong = traits.apiKey !== undefined && wire.keyOf({ headers, url }) !== traits.apiKey;
  const error = isKeyWrong ? wire.wrongKey('') : { status: 400, message: 'The body is not JSON.' };
  response.status(error.status).json(wire.errorBody(error));
}
