import { Module } from '@nestjs/common';
import { AccessControlModule } from '../access-control/index.js';
import { ConversationsModule } from '../conversations/index.js';
import { DeliveryModule } from '../delivery/index.js';
import { PairingModule } from '../pairing/index.js';
import { AuditController } from './audit.controller.js';
import { ChannelOverview } from './channel-overview.service.js';
import { ChannelsController } from './channels.controller.js';
import { ConfigController } from './config.controller.js';
import { ConfigDesk } from './config-desk.service.js';
import { ConfigState } from './config-state.service.js';
import { DeadLetterDesk } from './dead-letter-desk.service.js';
import { DeadLettersController } from './dead-letters.controller.js';
import { DeliveriesController } from './deliveries.controller.js';
import { DeliveryDesk } from './delivery-desk.service.js';
import { GrantRequests } from './grant-request.service.js';
import { GrantsController } from './grants.controller.js';
import { PairingsController } from './pairings.controller.js';
import { StatusController } from './status.controller.js';
import { StatusService } from './status.service.js';

/** `/admin/v1`: everything an operator does. */
@Module({
  imports: [AccessControlModule, ConversationsModule, DeliveryModule, PairingModule],
  controllers: [
    AuditController,
    ChannelsController,
    ConfigController,
    DeadLettersController,
    DeliveriesController,
    GrantsController,
    PairingsController,
    StatusController,
  ],
  providers: [
    ChannelOverview,
    ConfigDesk,
    ConfigState,
    DeadLetterDesk,
    DeliveryDesk,
    GrantRequests,
    StatusService,
  ],
})
export class AdminModule {}
