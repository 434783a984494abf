import { type ArgumentsHost, Catch, type ExceptionFilter, Logger, NotFoundException } from '@nestjs/common';
import type { Request, Response } from 'express';
import { GatehouseError } from '../errors.js';
import { methodsAt } from './other-methods.js';
import { requestIdOf } from './request-id.js';
import { toGatehouseError } from './to-gatehouse-error.js';

/** The one shape in which every failure leaves the program: `{error: {code, message, details}}` (DESIGN 6). */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('Http');

  catch(thrown: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    const error = withMethod(toGatehouseError(thrown), thrown, host.switchToHttp().getRequest());
    if (error.code === 'INTERNAL') this.logUnexpected(error, response);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    for (const [name, value] of Object.entries(headersOf(error))) response.setHeader(name, value);
    response.status(error.status).json(errorBody(error));
  }

  /** The caller gets the request's id only; the cause is for the operator. */
  private logUnexpected({ cause }: GatehouseError, response: Response): void {
    const stack = cause instanceof Error ? cause.stack : String(cause);
    this.logger.error(`unexpected failure in request ${requestIdOf(response)}`, stack);
  }
}

export const errorBody = ({ code, message, details }: GatehouseError) => ({
  error: { code, message, details },
});

/** What the router did not find may only have been asked for by the wrong method. */
function withMethod(error: GatehouseError, thrown: unknown, request: Request): GatehouseError {
  if (!(thrown instanceof NotFoundException)) return error;
  const allowed = methodsAt(request);
  return allowed.length === 0 ? error : new MethodNotAllowedError(allowed);
}

class MethodNotAllowedError extends GatehouseError {
  constructor(readonly allowed: readonly string[]) {
    super('METHOD_NOT_ALLOWED', 'This method is not allowed here.', `allowed: ${allowed.join(', ')}`);
  }
}

function headersOf(error: GatehouseError): Record<string, string> {
  if (error.code === 'UNAUTHENTICATED') return { 'WWW-Authenticate': 'Bearer' };
  if (error instanceof MethodNotAllowedError) return { Allow: error.allowed.join(', ') };
  const { retryAfterSeconds } = error as { retryAfterSeconds?: number };
  return retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) };
}
