import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  HttpException,
  NotFoundException,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { ERROR_STATUS, type ErrorCode, GatehouseError } from '../../errors.js';
import { answerError, wrongMethod } from './answer-error.js';
import { type BodyFault, BodyUnread } from '../body/read-body.js';

/** The code for each status; a status without a code of its own gets the nearest one. */
const CODE_OF_STATUS: Readonly<Record<number, ErrorCode>> = {
  ...Object.fromEntries(Object.entries(ERROR_STATUS).map(([code, status]) => [status, code as ErrorCode])),
  403: 'FORBIDDEN',
};

const TEXT_OF_CODE: Readonly<Partial<Record<ErrorCode, string>>> = {
  INVALID_REQUEST: 'The request is not valid.',
  NOT_FOUND: 'There is nothing here.',
  METHOD_NOT_ALLOWED: 'This method is not allowed here.',
  PAYLOAD_TOO_LARGE: 'The request body is too large.',
  UNSUPPORTED_MEDIA_TYPE: 'This content type is not supported.',
  INTERNAL: 'Something went wrong on our side.',
};

/** The router's error does not name what it did not find. */
const NO_ROUTE = 'no route has this path; /docs lists them';

/** A body that was not read to its end. */
const BODY_FAULTS: Readonly<Record<BodyFault, [ErrorCode, string]>> = {
  'body.large': ['PAYLOAD_TOO_LARGE', 'body is too large'],
  'body.pieces': ['INVALID_REQUEST', 'body came in too many small chunks'],
  'body.late': ['INVALID_REQUEST', 'body was not received in time'],
  'body.cut': ['INVALID_REQUEST', 'body was not sent completely'],
};

/** Any thrown value as an error of the outside contract (DESIGN 6); an unexpected one becomes INTERNAL. */
export function toGatehouseError(error: unknown): GatehouseError {
  if (error instanceof GatehouseError) return error;
  if (error instanceof BodyUnread) return withCode(...BODY_FAULTS[error.type]);
  const status = statusOf(error);
  const code =
    status === undefined
      ? undefined
      : (CODE_OF_STATUS[status] ?? (status < 500 ? 'INVALID_REQUEST' : undefined));
  if (code === undefined || code === 'INTERNAL') return internal(error);
  return withCode(code, code === 'NOT_FOUND' ? NO_ROUTE : '');
}

/**
 * The status of an error: Nest's errors have one, and so do those errors of Express and its parsers that are meant to
 * be shown.
 */
function statusOf(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  const { status, expose } = (error ?? {}) as { status?: unknown; expose?: unknown };
  return expose === true && typeof status === 'number' ? status : undefined;
}

const withCode = (code: ErrorCode, details: string): GatehouseError =>
  new GatehouseError(code, TEXT_OF_CODE[code] ?? 'The request was rejected.', details);

const internal = (cause: unknown): GatehouseError =>
  new GatehouseError('INTERNAL', TEXT_OF_CODE.INTERNAL ?? '', '', { cause });

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
  return new GatehouseError(error.code, error.message, 'path has an invalid escape sequence (%)');
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
