import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { AccessControlModule } from '../access-control/index.js';
import { HealthController } from './health.controller.js';
import { BackupMetrics, MetricsController, QueueMetrics } from './metrics.controller.js';

/** `/healthz`, `/readyz`, `/metrics`. */
@Module({
  imports: [AccessControlModule, TerminusModule.forRoot({ logger: false })],
  controllers: [HealthController, MetricsController],
  providers: [BackupMetrics, QueueMetrics],
})
export class HealthModule {}
