import {
  type ArgumentsHost,
  Catch,
  Controller,
  type ExceptionFilter,
  Get,
  Header,
  ServiceUnavailableException,
  UseFilters,
} from '@nestjs/common';
import type { HealthCheckResult } from '@nestjs/terminus';
import type { Response } from 'express';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../common/index.js';
import { Readiness } from './readiness.service.js';

/** The 503 names the failed part: load balancers read the status, people the body. */
@Catch(ServiceUnavailableException)
export class NotReadyFilter implements ExceptionFilter<ServiceUnavailableException> {
  catch(exception: ServiceUnavailableException, host: ArgumentsHost): void {
    const result = exception.getResponse() as HealthCheckResult;
    host.switchToHttp().getResponse<Response>().status(exception.getStatus()).json(toReadinessView(result));
  }
}

/** The answer of `/readyz`. It names the failed part but never the reason, because the route is public. */
export interface ReadinessView {
  readonly status: HealthCheckResult['status'];
  /** `up`, `down` or `degraded` by part. */
  readonly checks: Readonly<Record<string, string>>;
}

export function toReadinessView({ status, details }: HealthCheckResult): ReadinessView {
  const checks = Object.entries(details).map(([name, result]) => [name, result.status]);
  return { status, checks: Object.fromEntries(checks) as Record<string, string> };
}

/** For process supervisors and load balancers. */
@ApiExcludeController()
@Controller()
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  /** Whether the process serves requests at all. */
  @Get('healthz')
  @Header('Cache-Control', 'no-store')
  @Public('says nothing but that the process lives')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** Whether the process can work: the database answers, jobs run, and no shutdown has begun. Otherwise 503. */
  @Get('readyz')
  @Header('Cache-Control', 'no-store')
  @UseFilters(NotReadyFilter)
  @Public('says only which part is down')
  async ready(): Promise<ReadinessView> {
    return toReadinessView(await this.readiness.check());
  }
}
