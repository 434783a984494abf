import { Module } from '@nestjs/common';
import { AccessControlModule } from '../../../access-control/index.js';
import { WebhooksModule } from '../../../webhooks/index.js';
import { WebhooksAdminService } from './webhooks-admin.service.js';
import { WebhooksController } from './webhooks.controller.js';

/** Webhooks, for operators. */
@Module({
  imports: [AccessControlModule, WebhooksModule],
  controllers: [WebhooksController],
  providers: [WebhooksAdminService],
})
export class WebhooksAdminModule {}
