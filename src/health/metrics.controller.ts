import { Controller, Get, Header, type OnModuleInit, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { collectDefaultMetrics, register } from 'prom-client';
import { Public } from '../common/index.js';
import { MetricsGuard } from './metrics.guard.js';

/**
 * Everything this process counts, in the Prometheus text format. Open to a scraper on the same machine; any
 * other sends a viewer's token (`authorization: {credentials_file: …}` in the scrape configuration).
 */
@ApiExcludeController()
@Controller()
export class MetricsController implements OnModuleInit {
  /** The register is one for the process; a second application in it (a test) adds nothing. */
  onModuleInit(): void {
    if (!register.getSingleMetric('process_cpu_seconds_total')) collectDefaultMetrics();
  }

  @Get('metrics')
  @Header('Content-Type', register.contentType)
  @Public('MetricsGuard: this machine, or the token of a viewer')
  @UseGuards(MetricsGuard)
  read(): Promise<string> {
    return register.metrics();
  }
}
