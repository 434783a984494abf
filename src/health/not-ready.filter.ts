import { type ArgumentsHost, Catch, type ExceptionFilter, ServiceUnavailableException } from '@nestjs/common';
import type { HealthCheckResult } from '@nestjs/terminus';
import type { Response } from 'express';
import { toReadinessView } from './health.dto.js';

/** 503 with what is down; load balancers look at the status, people at the body. */
@Catch(ServiceUnavailableException)
export class NotReadyFilter implements ExceptionFilter<ServiceUnavailableException> {
  catch(exception: ServiceUnavailableException, host: ArgumentsHost): void {
    const result = exception.getResponse() as HealthCheckResult;
    host.switchToHttp().getResponse<Response>().status(exception.getStatus()).json(toReadinessView(result));
  }
}
