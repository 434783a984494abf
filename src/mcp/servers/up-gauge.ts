import { Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { Mcp } from '../mcp.service.js';

/** Shows which MCP servers answer this process; empty without a server. */
@Injectable()
export class McpUpGauge {
  constructor(registry: Registry, mcp: Mcp) {
    new Gauge({
      name: 'gatehouse_mcp_up',
      help: 'Whether an MCP server (mcp.servers) answers this process: 1 or 0. No value before the first attempt.',
      labelNames: ['server'],
      registers: [registry],
      collect() {
        this.reset();
        for (const { name, state } of mcp.views())
          if (state?.isUp !== undefined) this.set({ server: name }, state.isUp ? 1 : 0);
      },
    });
  }
}
