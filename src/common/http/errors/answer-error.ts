import { Logger } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { GatehouseError } from '../../errors.js';
import { randomUUID } from 'node:crypto';

export const REQUEST_ID_HEADER = 'X-Request-Id';

/** Gives each request an id, which the answer carries and the log repeats. Callers' own ids are ignored. */
export function assignRequestId(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader(REQUEST_ID_HEADER, randomUUID());
  next();
}

const requestIdOf = (response: Response): string => String(response.getHeader(REQUEST_ID_HEADER) ?? '');

const logger = new Logger('Http');

/** The body of every failure (DESIGN 6). */
export const errorBody = ({ code, message, details, fields }: GatehouseError) => ({
  error: { code, message, details, ...(fields && { fields }) },
});

/** The path exists, but not with this method. */
export class MethodNotAllowedError extends GatehouseError {
  constructor(readonly allowed: readonly string[]) {
    super('METHOD_NOT_ALLOWED', 'This method is not allowed here.', `allowed: ${allowed.join(', ')}`);
  }
}

/** The body is compressed in a way that is not accepted (RFC 9110, 15.5.16). */
export class UnsupportedEncodingError extends GatehouseError {
  /** @param accepted the accepted content codings */
  constructor(readonly accepted: readonly string[]) {
    const details = `Content-Encoding must be one of ${accepted.join(', ')}`;
    super('UNSUPPORTED_MEDIA_TYPE', 'This compression is not supported.', details);
  }
}

/** Returns the error when a path that the router did not find exists with another method; undefined otherwise. */
export function wrongMethod(request: Request): MethodNotAllowedError | undefined {
  const allowed = methodsAt(request);
  if (allowed.length === 0 || allowed.includes(request.method)) return undefined;
  return new MethodNotAllowedError(allowed);
}

/** Answers with an error: `{error: {code, message, details, fields?}}`, and the headers that belong to it. */
export function answerError(response: Response, error: GatehouseError): void {
  if (error.code === 'INTERNAL') logUnexpected(error, response);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  for (const [name, value] of Object.entries(headersOf(error))) response.setHeader(name, value);
  response.setHeader('Cache-Control', 'no-store');
  response.status(error.status).json(errorBody(error));
}

/** Logs the cause for the operator; the caller gets only the request's id. */
function logUnexpected({ cause }: GatehouseError, response: Response): void {
  const stack = cause instanceof Error ? cause.stack : String(cause);
  logger.error(`unexpected failure in request ${requestIdOf(response)}`, stack);
}

function headersOf(error: GatehouseError): Record<string, string> {
  if (error.code === 'UNAUTHENTICATED') return { 'WWW-Authenticate': 'Bearer' };
  if (error instanceof MethodNotAllowedError) return { Allow: error.allowed.join(', ') };
  if (error instanceof UnsupportedEncodingError) return { 'Accept-Encoding': error.accepted.join(', ') };
  const { retryAfterSeconds } = error as { retryAfterSeconds?: number };
  return retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) };
}

interface Layer {
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

/** The methods that the application has at this path, upper-case; empty for an unknown path. */
export function methodsAt(request: Request): string[] {
  const { router } = request.app as unknown as { router: { stack: readonly Layer[] } };
  const methods = router.stack
    .filter((layer) => layer.route && isMatch(layer, request.path))
    .flatMap((layer) => Object.keys(layer.route?.methods ?? {}));
  // Express answers HEAD wherever it answers GET.
  const all = methods.includes('get') ? [...methods, 'head'] : methods;
  return [...new Set(all)].map((method) => method.toUpperCase()).sort();
}

/** A path whose escapes cannot be decoded matches nothing. */
function isMatch(layer: Layer, path: string): boolean {
  try {
    return layer.match(path);
  } catch {
    return false;
  }
}
