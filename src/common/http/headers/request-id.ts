import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';

export const REQUEST_ID_HEADER = 'X-Request-Id';

/** Gives each request an id, which the answer carries and the log repeats. Callers' own ids are ignored. */
export function assignRequestId(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader(REQUEST_ID_HEADER, randomUUID());
  next();
}

export const requestIdOf = (response: Response): string =>
  String(response.getHeader(REQUEST_ID_HEADER) ?? '');
