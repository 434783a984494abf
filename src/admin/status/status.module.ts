import { Module } from '@nestjs/common';
import { ConditionsModule } from '../../conditions/index.js';
import { ConversationsModule } from '../../conversations/index.js';
import { InboundModule } from '../../inbound/index.js';
import { OperatorModule } from '../../operator/index.js';
import { DeliveryModule } from '../../delivery/index.js';
import { McpModule } from '../../mcp/index.js';
import { PairingModule } from '../../pairing/index.js';
import { WebhooksModule } from '../../webhooks/index.js';
import { AlertsController } from './alerts/alerts.controller.js';
import { ChannelOverview } from './channel-overview.service.js';
import { ChannelsController } from './channels.controller.js';
import { FiguresController } from './figures/figures.controller.js';
import { StatusController } from './status.controller.js';
import { StatusService } from './status.service.js';
import { WorkCounts } from './work-counts.service.js';

/** `/admin/v1/status`, `/admin/v1/alerts`, `/admin/v1/figures` and `/admin/v1/channels`: how the gateway and its accounts are and were. */
@Module({
  imports: [
    ConditionsModule,
    ConversationsModule,
    InboundModule,
    OperatorModule,
    DeliveryModule,
    McpModule,
    PairingModule,
    WebhooksModule,
  ],
  controllers: [AlertsController, ChannelsController, FiguresController, StatusController],
  providers: [ChannelOverview, StatusService, WorkCounts],
  exports: [ChannelOverview],
})
export class StatusModule {}
