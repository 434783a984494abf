import { Get } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import type { Json } from '../http/json.js';
import { AdminController, Operation } from '../http/operation.decorator.js';
import { Alerts } from './alerts/alerts.service.js';
import { StatusDto } from './status.dto.js';
import { StatusService } from './status.service.js';

@AdminController('status')
export class StatusController {
  constructor(
    private readonly status: StatusService,
    private readonly alerts: Alerts,
  ) {}

  @Get()
  @Operation({ id: 'readStatus', summary: 'Show the status of the gateway', role: 'viewer' })
  @ApiOkResponse({ type: StatusDto })
  async read(): Promise<Json<StatusDto>> {
    const status = await this.status.read();
    return { ...status, alerts: await this.alerts.of(status) };
  }
}
