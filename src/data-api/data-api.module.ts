import { Module } from '@nestjs/common';
import { AccessControlModule } from '../access-control/index.js';
import { AssistantModule } from '../assistant/index.js';
import { AgentProcessor } from './agent/agent.processor.js';
import { DataRequestJob } from './data-request.job.js';
import { DataRequestRepository } from './data-request.repository.js';
import { DataRequests } from './data-requests.service.js';
import { ProcessController } from './process.controller.js';
import { Processors } from './processors.service.js';
import { ProfileProcessor } from './profile/profile.processor.js';
import { RequestLedger } from './request-ledger.service.js';
import { DataUsersController } from './users.controller.js';
import { AccountController } from './account.controller.js';
import { AccountKeysController } from './account-keys.controller.js';

/** `/v1`: users and data processing, for programs. */
@Module({
  imports: [AccessControlModule, AssistantModule],
  controllers: [DataUsersController, ProcessController],
  providers: [
    AgentProcessor,
    DataRequestJob,
    DataRequestRepository,
    DataRequests,
    Processors,
    ProfileProcessor,
    RequestLedger,
  ],
})
export class DataApiModule {}

/** Account settings for the holders of API keys. */
@Module({ imports: [AccessControlModule], controllers: [AccountController, AccountKeysController] })
export class AccountModule {}
