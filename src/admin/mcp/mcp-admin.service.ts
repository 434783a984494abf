import { Injectable } from '@nestjs/common';
import { type Actor, AuditLog } from '../../access-control/index.js';
import { GatehouseError } from '../../common/index.js';
import { AgentTools } from '../../operator/index.js';
import { Mcp, type ServerView } from '../../mcp/index.js';
import { Database } from '../../persistence/index.js';
import type { Json } from '../http/json.js';
import { type McpToolDto, toToolDto } from './mcp.dto.js';
import { unknownServer } from './mcp-login.service.js';

/** Servers of tools for operators. */
@Injectable()
export class McpAdminService {
  constructor(
    private readonly mcp: Mcp,
    private readonly agents: AgentTools,
    private readonly audit: AuditLog,
    private readonly db: Database,
  ) {}

  async servers(): Promise<readonly ServerView[]> {
    await this.mcp.known();
    return this.mcp.views();
  }

  /** @throws GatehouseError NOT_FOUND */
  async tools(server: string): Promise<Json<McpToolDto>[]> {
    const tools = await this.listed(server);
    return Promise.all(
      tools.map(async (tool) => toToolDto(tool, await this.agents.usesOf(server, tool.name))),
    );
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
    throw unknownServer(server);
  }
}
