import { Controller, Get, Header, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../common/index.js';
import { type ReadinessView, toReadinessView } from './health.dto.js';
import { NotReadyFilter } from './not-ready.filter.js';
import { Readiness } from './readiness.service.js';

/** For process supervisors and load balancers. */
@ApiExcludeController()
@Controller()
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  /** The process serves requests. */
  @Get('healthz')
  @Header('Cache-Control', 'no-store')
  @Public('says nothing but that the process lives')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** The process can do its work: the database answers, jobs are done, no shutdown has begun. Else 503. */
  @Get('readyz')
  @Header('Cache-Control', 'no-store')
  @UseFilters(NotReadyFilter)
  @Public('says only which part is down')
  async ready(): Promise<ReadinessView> {
    return toReadinessView(await this.readiness.check());
  }
}
