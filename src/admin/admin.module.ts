import { Module } from '@nestjs/common';
import { AccessControlModule } from '../access-control/index.js';
import { ConversationsModule } from '../conversations/index.js';
import { DeliveryModule } from '../delivery/index.js';
import { PairingModule } from '../pairing/index.js';
import { ActionsController } from './actions.controller.js';
import { AuditController } from './audit.controller.js';
import { ChannelOverview } from './channel-overview.service.js';
import { ChannelsController } from './channels.controller.js';
import { ConfigController } from './config.controller.js';
import { ConfigDesk } from './config-desk.service.js';
import { ConfigState } from './config-state.service.js';
import { ConversationsController } from './conversations.controller.js';
import { DeadLetterDesk } from './dead-letter-desk.service.js';
import { DeadLettersController } from './dead-letters.controller.js';
import { DeliveriesController } from './deliveries.controller.js';
import { DeliveryDesk } from './delivery-desk.service.js';
import { GrantsController } from './grants.controller.js';
import { MessagesController } from './messages.controller.js';
import { PairingsController } from './pairings.controller.js';
import { PluginOverview } from './plugin-overview.service.js';
import { PollsController } from './polls.controller.js';
import { SenderKeys } from './sender-keys.service.js';
import { StatusController } from './status.controller.js';
import { StatusService } from './status.service.js';
import { UserKeysController } from './user-keys.controller.js';
import { UsersController } from './users.controller.js';
import { WorkCounts } from './work-counts.service.js';

/** `/admin/v1`: everything an operator does. */
@Module({
  imports: [AccessControlModule, ConversationsModule, DeliveryModule, PairingModule],
  controllers: [
    ActionsController,
    AuditController,
    ChannelsController,
    ConfigController,
    ConversationsController,
    DeadLettersController,
    DeliveriesController,
    GrantsController,
    MessagesController,
    PairingsController,
    PollsController,
    StatusController,
    UserKeysController,
    UsersController,
  ],
  providers: [
    ChannelOverview,
    ConfigDesk,
    ConfigState,
    DeadLetterDesk,
    DeliveryDesk,
    PluginOverview,
    SenderKeys,
    StatusService,
    WorkCounts,
  ],
})
export class AdminModule {}
