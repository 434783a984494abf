import { Controller, Get, Header, type OnModuleInit, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { Public } from '../common/index.js';
import { MetricsGuard } from './metrics.guard.js';

/**
 * Everything this process counts, in the Prometheus text format. Open to a scraper on the same machine; any
 * other sends a viewer's token (`authorization: {credentials_file: …}` in the scrape configuration).
 */
@ApiExcludeController()
@Controller()
export class MetricsController implements OnModuleInit {
  constructor(private readonly registry: Registry) {}

  onModuleInit(): void {
    collectDefaultMetrics({ register: this.registry });
  }

  @Get('metrics')
  @Header('Content-Type', Registry.PROMETHEUS_CONTENT_TYPE)
  @Public('MetricsGuard: this machine, or the token of a viewer')
  @UseGuards(MetricsGuard)
  read(): Promise<string> {
    return this.registry.metrics();
  }
}
