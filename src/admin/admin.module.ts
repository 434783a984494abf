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
import { ConfigDesk } from './config-desk.service.js';
import { ConfigState } from './config-state.service.js';
import { ConversationsController } from './conversations.controller.js';
import { DeliveriesModule } from './deliveries.module.js';
import { EventsModule } from './events/events.module.js';
import { LoopDesk } from './loop-desk.service.js';
import { LoopsController } from './loops.controller.js';
import { MessagesController } from './messages.controller.js';
import { PairingsController } from './pairings.controller.js';
import { PollsController } from './polls.controller.js';
import { STATUS_PROVIDERS } from './status.providers.js';
import { StatusController } from './status.controller.js';

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
  providers: [ChannelOverview, ConfigDesk, ConfigState, LoopDesk, ...STATUS_PROVIDERS],
})
export class AdminModule {}
