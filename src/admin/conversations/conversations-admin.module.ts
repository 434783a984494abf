import { Module } from '@nestjs/common';
import { AccessControlModule } from '../../access-control/index.js';
import { ConversationsModule } from '../../conversations/index.js';
import { OperatorModule } from '../../operator/index.js';
import { ApprovalsController } from './approvals/approvals.controller.js';
import { PermissionsController } from './approvals/permissions.controller.js';
import { ConversationsController } from './conversations.controller.js';
import { LoopsController } from './loops.controller.js';
import { MediaController } from './media.controller.js';

/** Conversations, their holds and files, and the tool calls that wait there, for operators. */
@Module({
  imports: [AccessControlModule, ConversationsModule, OperatorModule],
  controllers: [
    ApprovalsController,
    ConversationsController,
    LoopsController,
    MediaController,
    PermissionsController,
  ],
})
export class ConversationsAdminModule {}
