import { Injectable } from '@nestjs/common';
import { type Actor, AuditLog } from '../../access-control/index.js';
import { GatehouseError } from '../../common/index.js';
import { AGENTS, GatehouseConfig } from '../../config/index.js';
import { ruleOfTool } from '../../conversations/index.js';
import { Mcp, type ServerView } from '../../mcp/index.js';
import { Database } from '../../persistence/index.js';
import type { Json } from '../http/json.js';
import { type McpToolDto, toToolDto } from './mcp.dto.js';

/** Servers of tools for operators. */
@Injectable()
export class McpAdminService {
  constructor(
    private readonly mcp: Mcp,
    private readonly config: GatehouseConfig,
    private readonly audit: AuditLog,
    private readonly db: Database,
  ) {}

  servers(): readonly ServerView[] {
    return this.mcp.views();
  }

  /** @throws GatehouseError NOT_FOUND */
  async tools(server: string): Promise<Json<McpToolDto>[]> {
    return (await this.listed(server)).map((tool) => toToolDto(tool, this.agentsFor(server, tool.name)));
  }

  /**
   * @param shown digests of the definitions by name
   * @throws GatehouseError NOT_FOUND, CONFLICT
   */
  async accept(actor: Actor, server: string, shown: ReadonlyMap<string, string>): Promise<void> {
    await this.listed(server);
    await this.db.transaction(async (tx) => {
      const missing = await this.mcp.accept(tx, server, { shown, by: actor.id });
      if (missing !== undefined)
        throw new GatehouseError('CONFLICT', 'The server does not offer this definition any more.', missing);
      for (const [name, digest] of shown)
        await this.audit.record(tx, actor, {
          action: 'mcp.tool-accepted',
          subject: `${server}/${name}`,
          details: { digest },
        });
    });
    await this.mcp.reread();
  }

  private async listed(server: string) {
    const tools = await this.mcp.listed(server);
    if (tools) return tools;
    throw new GatehouseError('NOT_FOUND', 'There is no such server.', `mcp.servers has no ${server}`);
  }

  private agentsFor(server: string, tool: string): readonly string[] {
    return this.config
      .get(AGENTS)
      .list.filter(
        ({ mcp = [], tools }) => mcp.includes(server) && ruleOfTool(tools, server, tool) !== 'denied',
      )
      .map(({ id }) => id);
  }
}
