import { Module } from '@nestjs/common';
import { AccessControlModule } from '../../access-control/index.js';
import { ConversationsModule } from '../../conversations/index.js';
import { McpModule } from '../../mcp/index.js';
import { McpAdminService } from './mcp-admin.service.js';
import { McpController } from './mcp.controller.js';

/** Servers of tools, for operators. */
@Module({
  imports: [AccessControlModule, ConversationsModule, McpModule],
  controllers: [McpController],
  providers: [McpAdminService],
})
export class McpAdminModule {}
