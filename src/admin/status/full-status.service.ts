import { Injectable } from '@nestjs/common';
import { Conditions } from '../../conditions/index.js';
import type { Json } from '../http/json.js';
import { Webhooks } from '../../webhooks/index.js';
import { toWebhookDto, type WebhookDto } from '../events/webhooks/webhook.dto.js';
import { toAlertDto } from './alerts/alert.dto.js';
import type { StatusDto } from './status.dto.js';
import { StatusService } from './status.service.js';

/** The status with the webhooks and the alerts. */
@Injectable()
export class FullStatus {
  constructor(
    private readonly status: StatusService,
    private readonly conditions: Conditions,
    private readonly webhooks: Webhooks,
  ) {}

  async read(): Promise<Json<StatusDto>> {
    const [known, alerts] = await Promise.all([this.status.read(), this.conditions.due()]);
    const webhooks = known.database.ok ? await this.readWebhooks() : [];
    return { ...known, webhooks, alerts: alerts.map(toAlertDto) };
  }

  /** A database that stops to answer meanwhile is an alert of the next look. */
  private async readWebhooks(): Promise<Json<WebhookDto>[]> {
    return (await this.webhooks.list().catch(() => [])).map(toWebhookDto);
  }
}
