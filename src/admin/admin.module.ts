import { Module } from '@nestjs/common';
import { AccessControlModule } from '../access-control/index.js';
import { ConversationsModule } from '../conversations/index.js';
import { DeliveryModule } from '../delivery/index.js';
import { PairingModule } from '../pairing/index.js';
import { AccountsModule } from './accounts.module.js';
import { ActionsController } from './actions.controller.js';
import { ChannelOverview } from './channel-overview.service.js';
import { ChannelsController } from './channels.controller.js';
import { ConfigController } from './config.controller.js';
import { ConfigAdminService } from './config-admin.service.js';
import { ConfigState, PluginOverview, StatusService } from './status.service.js';
import { ConversationsController } from './conversations.controller.js';
import { DeliveriesModule } from './deliveries.module.js';
import { EventsModule } from './events/events.module.js';
import { LoopsAdminService, LoopsController } from './loops.controller.js';
import { MessagesController } from './messages.controller.js';
import { PairingsController } from './pairings.controller.js';
import { PollsController } from './polls.controller.js';
import { StatusController } from './status.controller.js';
import { WorkCounts } from './work-counts.service.js';

/** `/admin/v1`: everything an operator does. */
@Module({
  imports: [
    AccessControlModule,
    AccountsModule,
    ConversationsModule,
    DeliveriesModule,
    DeliveryModule,
    EventsModule,
    PairingModule,
  ],
  controllers: [
    ActionsController,
    ChannelsController,
    ConfigController,
    ConversationsController,
    LoopsController,
    MessagesController,
    PairingsController,
    PollsController,
    StatusController,
  ],
  providers: [
    ChannelOverview,
    ConfigAdminService,
    ConfigState,
    LoopsAdminService,
    PluginOverview,
    StatusService,
    WorkCounts,
  ],
})
export class AdminModule {}
