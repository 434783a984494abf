import { Injectable } from '@nestjs/common';
import type { Json } from '../http/json.js';
import { Webhooks } from '../../webhooks/index.js';
import { toWebhookDto, type WebhookDto } from '../events/webhooks/webhook.dto.js';
import { Alerts } from './alerts/alerts.service.js';
import type { StatusDto } from './status.dto.js';
import { StatusService } from './status.service.js';

/** The status with the webhooks, and the alerts that follow from it. */
@Injectable()
export class FullStatus {
  constructor(
    private readonly status: StatusService,
    private readonly alerts: Alerts,
    private readonly webhooks: Webhooks,
  ) {}

  async read(): Promise<Json<StatusDto>> {
    const known = await this.status.read();
    const status = { ...known, webhooks: known.database.ok ? await this.readWebhooks() : [] };
    return { ...status, alerts: await this.alerts.of(status) };
  }

  /** A database that stops to answer meanwhile is an alert of the next look. */
  private async readWebhooks(): Promise<Json<WebhookDto>[]> {
    return (await this.webhooks.list().catch(() => [])).map(toWebhookDto);
  }
}
