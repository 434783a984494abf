import { Module } from '@nestjs/common';
import { AccessControlModule } from '../../../access-control/index.js';
import { WEBHOOK_DOCS } from '../../../common/index.js';
import { ALL_WEBHOOK_DOCS } from '../../../config/index.js';
import { WebhooksModule } from '../../../webhooks/index.js';
import { WebhooksController } from './webhooks.controller.js';

/** Webhooks, for operators. */
@Module({
  imports: [AccessControlModule, WebhooksModule],
  controllers: [WebhooksController],
  providers: [{ provide: WEBHOOK_DOCS, useValue: ALL_WEBHOOK_DOCS }],
})
export class WebhooksAdminModule {}
