import { Module } from '@nestjs/common';
import { AccessControlModule } from '../../../access-control/index.js';
import { OperatorModule } from '../../../operator/index.js';
import { AgentTrialStream } from './agent-trial-stream.service.js';
import { AgentsController } from './agents.controller.js';

/** `/admin/v1/agents` */
@Module({
  imports: [AccessControlModule, OperatorModule],
  controllers: [AgentsController],
  providers: [AgentTrialStream],
})
export class AgentsModule {}
