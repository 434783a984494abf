import { Module } from '@nestjs/common';
import { AccessControlModule } from '../../access-control/index.js';
import { OperatorModule } from '../../operator/index.js';
import { McpModule } from '../../mcp/index.js';
import { LoginPagesController } from './login-pages.controller.js';
import { McpController } from './mcp.controller.js';
import { McpLoginController } from './mcp-login.controller.js';
import { McpLoginService } from './mcp-login.service.js';

/** MCP servers, for operators. */
@Module({
  imports: [AccessControlModule, OperatorModule, McpModule],
  controllers: [LoginPagesController, McpController, McpLoginController],
  providers: [McpLoginService],
})
export class McpAdminModule {}
