import {
  type CanActivate,
  Controller,
  type ExecutionContext,
  Get,
  Header,
  Injectable,
  type OnModuleInit,
  UseGuards,
} from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { AccessGuard } from '../access-control/index.js';
import { Clock, isLocalProgram, Public, registerNumberGauge, registerStateGauge } from '../common/index.js';
import { GatehouseConfig } from '../config/index.js';
import { JobQueue, lastBackup } from '../persistence/index.js';

/** Measures the waiting jobs of each queue. */
@Injectable()
export class QueueMetrics {
  constructor(registry: Registry, queue: JobQueue) {
    registerStateGauge(registry, {
      name: 'gatehouse_jobs',
      help: 'Jobs in the database, waiting or running, by kind; the same on every replica.',
      label: 'kind',
      count: () => queue.depth(),
    });
  }
}

/** Measures the age of the last backup. */
@Injectable()
export class BackupMetrics {
  constructor(registry: Registry, config: GatehouseConfig, clock: Clock) {
    registerNumberGauge(registry, {
      name: 'gatehouse_backup_age_seconds',
      help: 'The age of the last verified backup; no value if none is known.',
      read: async () => {
        const last = await lastBackup(config.environment.stateDir);
        return last && Math.max(0, (clock.now() - Date.parse(last.at)) / 1_000);
      },
    });
  }
}

/** Admits a scraper on this machine without a token; any other needs a viewer's token. */
@Injectable()
export class MetricsGuard implements CanActivate {
  constructor(private readonly access: AccessGuard) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    return isLocalProgram(request) || this.access.needRole(request, 'viewer');
  }
}

/**
 * The sampling interval of the event loop's lag, ms, which is part of the reported lags. The default of 10 ms would
 * wake an idle process a hundred times a second, which is most of its cost.
 */
const LAG_INTERVAL_MS = 100;

/**
 * All metrics of this process, in the Prometheus text format. A scraper on the same machine needs no token; any other
 * sends a viewer's token (`authorization: {credentials_file: …}` in the scrape configuration).
 */
@ApiExcludeController()
@Controller()
export class MetricsController implements OnModuleInit {
  constructor(private readonly registry: Registry) {}

  onModuleInit(): void {
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: LAG_INTERVAL_MS });
  }

  @Get('metrics')
  @Header('Content-Type', Registry.PROMETHEUS_CONTENT_TYPE)
  @Public('MetricsGuard: this machine, or the token of a viewer')
  @UseGuards(MetricsGuard)
  read(): Promise<string> {
    return this.registry.metrics();
  }
}
