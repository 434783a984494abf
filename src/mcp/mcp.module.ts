import { Module } from '@nestjs/common';
import { LoginFlow } from './login/login-flow.service.js';
import { LoginKey } from './login/login-key.js';
import { LoginRepository } from './login/logins.repository.js';
import { Logins } from './login/logins.service.js';
import { Mcp } from './mcp.service.js';
import { McpUpGauge } from './servers/up-gauge.js';
import { ToolLists } from './tools/tool-lists.service.js';
import { ToolPins } from './tools/tool-pins.repository.js';

/** MCP servers. */
@Module({
  providers: [LoginFlow, LoginKey, LoginRepository, Logins, Mcp, McpUpGauge, ToolLists, ToolPins],
  exports: [LoginFlow, Mcp],
})
export class McpModule {}
