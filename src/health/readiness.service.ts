import { Injectable } from '@nestjs/common';
import { type HealthCheckResult, HealthCheckService, HealthIndicatorService } from '@nestjs/terminus';
import { Database, JobQueue } from '../persistence/index.js';

const DATABASE_TIMEOUT_MS = 2_000;

/** Tells whether this process can work now. */
@Injectable()
export class Readiness {
  constructor(
    private readonly health: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    private readonly db: Database,
    private readonly queue: JobQueue,
  ) {}

  /** @throws ServiceUnavailableException with the result while it can't, and during shutdown */
  check(): Promise<HealthCheckResult> {
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
