import { type ArgumentsHost, Catch, type ExceptionFilter, NotFoundException } from '@nestjs/common';
import type { Request, Response } from 'express';
import { GatehouseError } from '../../errors.js';
import { answerError, wrongMethod } from './answer-error.js';
import { toGatehouseError } from './to-gatehouse-error.js';

/** Turns everything thrown into an answer in the common form of errors (DESIGN 6). */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const other = thrown instanceof NotFoundException ? wrongMethod(request) : undefined;
    answerError(http.getResponse<Response>(), other ?? named(toGatehouseError(thrown), request));
  }
}

/** Names the path as the fault where the router, which gives no code, could not read it. */
function named(error: GatehouseError, { path }: Request): GatehouseError {
  if (error.code !== 'INVALID_REQUEST' || error.details !== '' || isDecodable(path)) return error;
  return new GatehouseError(error.code, error.message, 'path has an escape (%) that encodes no character');
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
