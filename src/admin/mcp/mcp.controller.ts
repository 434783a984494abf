import { Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { type Actor, AuditLog, CurrentActor } from '../../access-control/index.js';
import { BODY_ERRORS, GatehouseError, JsonBody } from '../../common/index.js';
import { Mcp } from '../../mcp/index.js';
import { AgentTools } from '../../operator/index.js';
import { Database } from '../../persistence/index.js';
import type { Json } from '../http/json.js';
import { AdminController, Operation } from '../http/operation.decorator.js';
import { AcceptToolsDto, McpServerListDto, McpToolListDto, toServerDto, toToolDto } from './mcp.dto.js';
import { unknownServer } from './mcp-login.service.js';
import { ApiServerName, ServerNamePipe } from './server-name.js';

/** MCP servers, and the definitions that were accepted. */
@AdminController('mcp/servers', 'mcp')
export class McpController {
  constructor(
    private readonly mcp: Mcp,
    private readonly agents: AgentTools,
    private readonly audit: AuditLog,
    private readonly db: Database,
  ) {}

  @Get()
  @Operation({
    id: 'listMcpServers',
    summary: 'List MCP servers and their state',
    role: 'viewer',
    description: 'All on one page. State and problem are as seen by the responding process.',
  })
  @ApiOkResponse({ type: McpServerListDto })
  async servers(): Promise<Json<McpServerListDto>> {
    await this.mcp.known();
    return { items: this.mcp.views().map(toServerDto) };
  }

  @Get(':name/tools')
  @Operation({
    id: 'listMcpTools',
    summary: "List a server's tools and why any are withheld",
    role: 'viewer',
    errors: ['NOT_FOUND'],
  })
  @ApiServerName()
  @ApiOkResponse({ type: McpToolListDto })
  async tools(@Param('name', new ServerNamePipe('name')) name: string): Promise<Json<McpToolListDto>> {
    return this.shown(name);
  }

  @Post(':name/tools/accept')
  @HttpCode(200)
  @Operation({
    id: 'acceptMcpTools',
    summary: 'Accept tool definitions as shown',
    role: 'owner',
    description:
      'Accepts all or none. If the server has changed a definition since, the request fails with 409.',
    errors: [...BODY_ERRORS, 'NOT_FOUND', 'CONFLICT'],
  })
  @ApiServerName()
  @ApiOkResponse({ type: McpToolListDto, description: 'The tools of the server after the change.' })
  async accept(
    @CurrentActor() actor: Actor,
    @Param('name', new ServerNamePipe('name')) server: string,
    @JsonBody() { tools }: AcceptToolsDto,
  ): Promise<Json<McpToolListDto>> {
    await this.listed(server);
    const shown = new Map(tools.map((each) => [each.name, each.digest]));
    await this.db.transaction(async (tx) => {
      const missing = await this.mcp.accept(tx, server, { shown, by: actor.id });
      if (missing !== undefined)
        throw new GatehouseError('CONFLICT', 'The server no longer offers this definition.', missing);
      for (const [name, digest] of shown)
        await this.audit.record(tx, actor, {
          action: 'mcp.tool-accepted',
          subject: `${server}/${name}`,
          details: { digest },
        });
    });
    await this.mcp.reread();
    return this.shown(server);
  }

  private async shown(server: string): Promise<Json<McpToolListDto>> {
    const tools = await this.listed(server);
    const shown = tools.map(async (tool) => toToolDto(tool, await this.agents.usesOf(server, tool.name)));
    return { items: await Promise.all(shown) };
  }

  private async listed(server: string) {
    const tools = await this.mcp.listed(server);
    if (tools) return tools;
    throw unknownServer(server);
  }
}
