import { Module } from '@nestjs/common';
import { AccessControlModule } from '../../../access-control/index.js';
import { ConversationsModule } from '../../../conversations/index.js';
import { ApprovalsAdminService } from './approvals-admin.service.js';
import { ApprovalsController } from './approvals.controller.js';
import { PermissionsController } from './permissions.controller.js';

/** Approvals, for operators. */
@Module({
  imports: [AccessControlModule, ConversationsModule],
  controllers: [ApprovalsController, PermissionsController],
  providers: [ApprovalsAdminService],
})
export class ApprovalsAdminModule {}
