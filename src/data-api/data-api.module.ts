import { Module } from '@nestjs/common';
import { AccessControlModule } from '../access-control/index.js';
import { AssistantModule } from '../assistant/index.js';
import { AgentProcessor } from './processors/agent.processor.js';
import { DataRequestJob } from './requests/data-request.job.js';
import { DataRequestRepository } from './requests/data-request.repository.js';
import { DataRequests } from './requests/data-requests.service.js';
import { ProcessController } from './http/process.controller.js';
import { DataThreads } from './workers/data-threads.js';
import { Processors } from './processors/processors.service.js';
import { ProfileProcessor } from './processors/profile.processor.js';
import { RequestLedger } from './requests/request-ledger.service.js';
import { DataUsersController } from './http/users.controller.js';
import { AccountController } from './http/account.controller.js';
import { AccountKeysController } from './http/account-keys.controller.js';

/** `/v1`: users and data processing for programs. */
@Module({
  imports: [AccessControlModule, AssistantModule],
  controllers: [DataUsersController, ProcessController],
  providers: [
    AgentProcessor,
    DataRequestJob,
    DataRequestRepository,
    DataRequests,
    DataThreads,
    Processors,
    ProfileProcessor,
    RequestLedger,
  ],
})
export class DataApiModule {}

/** Account settings for the holders of API keys. */
@Module({ imports: [AccessControlModule], controllers: [AccountController, AccountKeysController] })
export class AccountModule {}
