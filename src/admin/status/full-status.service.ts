import { Injectable } from '@nestjs/common';
import { Alerts } from '../../alerts/index.js';
import type { Json } from '../http/json.js';
import { toAlertDto } from './alerts/alert.dto.js';
import type { StatusDto } from './status.dto.js';
import { StatusService } from './status.service.js';

/** The status with the alerts. */
@Injectable()
export class FullStatus {
  constructor(
    private readonly status: StatusService,
    private readonly alerts: Alerts,
  ) {}

  async read(): Promise<Json<StatusDto>> {
    const [status, alerts] = await Promise.all([this.status.read(), this.alerts.due()]);
    return { ...status, alerts: alerts.map(toAlertDto) };
  }
}
