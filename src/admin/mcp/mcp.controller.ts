import { Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '../../access-control/index.js';
import { BODY_ERRORS, JsonBody } from '../../common/index.js';
import type { Json } from '../http/json.js';
import { AdminController, Operation } from '../http/operation.decorator.js';
import { McpAdminService } from './mcp-admin.service.js';
import { AcceptToolsDto, McpServerListDto, McpToolListDto, toServerDto } from './mcp.dto.js';
import { ApiServerName, ServerNamePipe } from './server-name.js';

/** Servers of tools, and the definitions that were accepted. */
@AdminController('mcp/servers', 'mcp')
export class McpController {
  constructor(private readonly mcp: McpAdminService) {}

  @Get()
  @Operation({
    id: 'listMcpServers',
    summary: 'List servers of tools, and how they are',
    role: 'viewer',
    description: 'All on one page. State and problem are those of the process that answers.',
  })
  @ApiOkResponse({ type: McpServerListDto })
  async servers(): Promise<Json<McpServerListDto>> {
    return { items: (await this.mcp.servers()).map(toServerDto) };
  }

  @Get(':name/tools')
  @Operation({
    id: 'listMcpTools',
    summary: 'List the tools of a server, and why one is withheld',
    role: 'viewer',
    errors: ['NOT_FOUND'],
  })
  @ApiServerName()
  @ApiOkResponse({ type: McpToolListDto })
  async tools(@Param('name', new ServerNamePipe('name')) name: string): Promise<Json<McpToolListDto>> {
    return { items: await this.mcp.tools(name) };
  }

  @Post(':name/tools/accept')
  @HttpCode(200)
  @Operation({
    id: 'acceptMcpTools',
    summary: 'Accept definitions of tools as they were shown',
    role: 'owner',
    description: 'All or none: one that the server offers otherwise by now is a conflict.',
    errors: [...BODY_ERRORS, 'NOT_FOUND', 'CONFLICT'],
  })
  @ApiServerName()
  @ApiOkResponse({ type: McpToolListDto, description: 'The tools of the server afterwards.' })
  async accept(
    @CurrentActor() actor: Actor,
    @Param('name', new ServerNamePipe('name')) name: string,
    @JsonBody() { tools }: AcceptToolsDto,
  ): Promise<Json<McpToolListDto>> {
    await this.mcp.accept(actor, name, new Map(tools.map((each) => [each.name, each.digest])));
    return { items: await this.mcp.tools(name) };
  }
}
