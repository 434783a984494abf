import type { NextFunction, Request, RequestHandler, Response } from 'express';

/** Several handlers as one: Express looks at a layer of its own for each, and that for every request. */
export function inTurn(handlers: readonly RequestHandler[]): RequestHandler {
  return (request: Request, response: Response, next: NextFunction): void => {
    let at = 0;
    const go: NextFunction = (error?: unknown) => {
      const handler = error === undefined ? handlers[at++] : undefined;
      if (handler) void handler(request, response, go);
      else next(error);
    };
    go();
  };
}
