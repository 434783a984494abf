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
import { type HealthCheckResult, HealthCheckService, HealthIndicatorService } from '@nestjs/terminus';
import type { Response } from 'express';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../common/index.js';
import { Database, JobQueue } from '../persistence/index.js';

const DATABASE_TIMEOUT_MS = 2_000;

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
  constructor(
    private readonly health: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    private readonly db: Database,
    private readonly queue: JobQueue,
  ) {}

  /** Whether the process serves requests at all. */
  @Get('healthz')
  @Header('Cache-Control', 'no-store')
  @Public('reports only that the process is running')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** Whether the process can work: the database answers, jobs run, and no shutdown has begun. Otherwise 503. */
  @Get('readyz')
  @Header('Cache-Control', 'no-store')
  @UseFilters(NotReadyFilter)
  @Public('reports only which part is down')
  async ready(): Promise<ReadinessView> {
    return toReadinessView(await this.check());
  }

  /** @throws ServiceUnavailableException with the result while it can't, and during shutdown */
  private check(): Promise<HealthCheckResult> {
    return this.health.check([() => this.database(), () => this.jobs()]);
  }

  private async database() {
    const ping = () => this.db.ping();
    return this.indicators.check('database').attempt(ping).withTimeout(DATABASE_TIMEOUT_MS);
  }

  /**
   * Whether jobs run; for a process that only accepts events, whether it still does. Accepting stops before everything
   * else at the end of the program, so that no new traffic arrives while work drains.
   */
  private jobs() {
    const indicator = this.indicators.check('jobs');
    return this.queue.isRunning ? indicator.up() : indicator.down();
  }
}
