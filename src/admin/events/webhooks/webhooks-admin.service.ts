import { Injectable } from '@nestjs/common';
import { type Actor, AuditLog } from '../../../access-control/index.js';
import { Database } from '../../../persistence/index.js';
import { Webhooks } from '../../../webhooks/index.js';
import type { Json } from '../../http/json.js';
import { toTestDto, toWebhookDto, type WebhookDto, type WebhookTestDto } from './webhook.dto.js';

/** Webhooks for operators, with an entry of the audit log for each act. */
@Injectable()
export class WebhooksAdminService {
  constructor(
    private readonly webhooks: Webhooks,
    private readonly audit: AuditLog,
    private readonly db: Database,
  ) {}

  async list(): Promise<Json<WebhookDto>[]> {
    return (await this.webhooks.list()).map(toWebhookDto);
  }

  /** @throws GatehouseError NOT_FOUND */
  async test(actor: Actor, id: string): Promise<Json<WebhookTestDto>> {
    const { messageId, outcome } = await this.webhooks.test(id);
    const tested = toTestDto(messageId, outcome);
    const details = { outcome: outcome.kind, ...(tested.reason === null ? {} : { reason: tested.reason }) };
    await this.db.transaction((tx) =>
      this.audit.record(tx, actor, { action: 'webhook.tested', subject: id, details }),
    );
    return tested;
  }

  /** @throws GatehouseError NOT_FOUND */
  async switchOn(actor: Actor, id: string): Promise<Json<WebhookDto>> {
    await this.webhooks.switchOn(id, (tx) =>
      this.audit.record(tx, actor, { action: 'webhook.switched-on', subject: id }),
    );
    return toWebhookDto(await this.webhooks.get(id));
  }

  /** @returns how many messages wait again @throws GatehouseError NOT_FOUND */
  resend(actor: Actor, id: string): Promise<number> {
    return this.webhooks.resend(id, (tx, count) =>
      this.audit.record(tx, actor, {
        action: 'webhook.resent',
        subject: id,
        details: { count: String(count) },
      }),
    );
  }
}
