import { Module } from '@nestjs/common';
import { Mcp } from './mcp.service.js';
import { McpUpGauge } from './servers/up-gauge.js';
import { ToolPins } from './tools/tool-pins.repository.js';

/** Servers of tools that speak the Model Context Protocol. */
@Module({ providers: [Mcp, McpUpGauge, ToolPins], exports: [Mcp, ToolPins] })
export class McpModule {}
