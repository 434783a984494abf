import { Injectable } from '@nestjs/common';
import type { Json } from '../http/json.js';
import { Alerts } from './alerts/alerts.service.js';
import type { StatusDto } from './status.dto.js';
import { StatusService } from './status.service.js';

/** The status with the alerts that follow from it. */
@Injectable()
export class FullStatus {
  constructor(
    private readonly status: StatusService,
    private readonly alerts: Alerts,
  ) {}

  async read(): Promise<Json<StatusDto>> {
    const status = await this.status.read();
    return { ...status, alerts: await this.alerts.of(status) };
  }
}
