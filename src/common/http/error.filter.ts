import { type ArgumentsHost, Catch, type ExceptionFilter, NotFoundException } from '@nestjs/common';
import type { Request, Response } from 'express';
import { answerError, wrongMethod } from './answer-error.js';
import { toGatehouseError } from './to-gatehouse-error.js';

/** Turns whatever was thrown into an answer in the one shape of errors (DESIGN 6). */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const other = thrown instanceof NotFoundException ? wrongMethod(http.getRequest<Request>()) : undefined;
    answerError(http.getResponse<Response>(), other ?? toGatehouseError(thrown));
  }
}
