import { Module } from '@nestjs/common';
import { AccessControlModule } from '../access-control/index.js';
import { ConversationsModule } from '../conversations/index.js';
import { OperatorModule } from '../operator/index.js';
import { DeliveryModule } from '../delivery/index.js';
import { ConditionsModule } from '../conditions/index.js';
import { PairingModule } from '../pairing/index.js';
import { AccountsModule } from './accounts/accounts.module.js';
import { ActionsController } from './sending/actions.controller.js';
import { ConfigController } from './configuration/config.controller.js';
import { ConfigAdminService } from './configuration/config-admin.service.js';
import { ChannelSetupModule } from './configuration/setup/channel-setup.module.js';
import { ConversationsAdminModule } from './conversations/conversations-admin.module.js';
import { DeliveriesModule } from './sending/deliveries/deliveries.module.js';
import { DoctorController } from './doctor/doctor.controller.js';
import { EventsModule } from './events/events.module.js';
import { LogsModule } from './logs/logs.module.js';
import { McpAdminModule } from './mcp/mcp-admin.module.js';
import { MessagesController } from './sending/messages.controller.js';
import { PairingsController } from './pairings/pairings.controller.js';
import { PollsController } from './sending/polls.controller.js';
import { AgentsModule } from './status/agents/agents.module.js';
import { StatusModule } from './status/status.module.js';
import { TryModule } from './try/try.module.js';
import { UsageAdminModule } from './usage/usage-admin.module.js';

/** `/admin/v1`: the API for operators. */
@Module({
  imports: [
    AccessControlModule,
    AccountsModule,
    AgentsModule,
    ChannelSetupModule,
    ConversationsAdminModule,
    ConversationsModule,
    OperatorModule,
    DeliveriesModule,
    DeliveryModule,
    ConditionsModule,
    EventsModule,
    LogsModule,
    McpAdminModule,
    PairingModule,
    StatusModule,
    TryModule,
    UsageAdminModule,
  ],
  controllers: [
    ActionsController,
    ConfigController,
    DoctorController,
    MessagesController,
    PairingsController,
    PollsController,
  ],
  providers: [ConfigAdminService],
})
export class AdminModule {}
