import { Get, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { type Actor, AuditLog, CurrentActor } from '../../../access-control/index.js';
import { PathId } from '../../../common/index.js';
import { Database } from '../../../persistence/index.js';
import { Webhooks } from '../../../webhooks/index.js';
import type { Json } from '../../http/json.js';
import { AdminController, Operation } from '../../http/operation.decorator.js';
import {
  ResentDto,
  toTestDto,
  toWebhookDto,
  WebhookDto,
  WebhookListDto,
  WebhookTestDto,
} from './webhook.dto.js';

const ID = 'The id of the webhook in `webhooks.list`.';

/** Programs elsewhere that are told what happens here. */
@AdminController('webhooks')
export class WebhooksController {
  constructor(
    private readonly webhooks: Webhooks,
    private readonly audit: AuditLog,
    private readonly db: Database,
  ) {}

  @Get()
  @Operation({ id: 'listWebhooks', summary: 'List webhooks and their state', role: 'viewer' })
  @ApiOkResponse({ type: WebhookListDto })
  async list(): Promise<Json<WebhookListDto>> {
    return { items: (await this.webhooks.list()).map(toWebhookDto) };
  }

  @Post(':id/test')
  @HttpCode(200)
  @Operation({
    id: 'testWebhook',
    summary: 'Send a test message and report the result',
    role: 'operator',
    description:
      'Sends a message of type `webhook.test` ahead of pending messages. Does not change the state of the webhook.',
    errors: ['NOT_FOUND'],
  })
  @ApiOkResponse({ type: WebhookTestDto })
  async test(
    @CurrentActor() actor: Actor,
    @PathId('id', ID, 'crm') id: string,
  ): Promise<Json<WebhookTestDto>> {
    const { messageId, outcome } = await this.webhooks.test(id);
    const tested = toTestDto(messageId, outcome);
    const details = { outcome: outcome.kind, ...(tested.reason === null ? {} : { reason: tested.reason }) };
    await this.db.transaction((tx) =>
      this.audit.record(tx, actor, { action: 'webhook.tested', subject: id, details }),
    );
    return tested;
  }

  @Post(':id/on')
  @HttpCode(200)
  @Operation({
    id: 'switchWebhookOn',
    summary: 'Switch a webhook back on and send its pending messages',
    role: 'operator',
    description:
      'Needed after the receiver has answered 410. Otherwise it only retries pending messages immediately.',
    errors: ['NOT_FOUND'],
  })
  @ApiOkResponse({ type: WebhookDto })
  async switchOn(
    @CurrentActor() actor: Actor,
    @PathId('id', ID, 'crm') id: string,
  ): Promise<Json<WebhookDto>> {
    await this.webhooks.switchOn(id, (tx) =>
      this.audit.record(tx, actor, { action: 'webhook.switched-on', subject: id }),
    );
    return toWebhookDto(await this.webhooks.get(id));
  }

  @Post(':id/resend')
  @HttpCode(200)
  @Operation({
    id: 'resendWebhook',
    summary: 'Resend failed messages',
    role: 'operator',
    description: 'The messages keep their ids.',
    errors: ['NOT_FOUND'],
  })
  @ApiOkResponse({ type: ResentDto })
  async resend(@CurrentActor() actor: Actor, @PathId('id', ID, 'crm') id: string): Promise<Json<ResentDto>> {
    const count = await this.webhooks.resend(id, (tx, resent) =>
      this.audit.record(tx, actor, {
        action: 'webhook.resent',
        subject: id,
        details: { count: String(resent) },
      }),
    );
    return { count };
  }
}
