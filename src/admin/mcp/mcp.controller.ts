import { Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOkResponse, ApiParam } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '../../access-control/index.js';
import { BODY_ERRORS, GatehouseError, IdPipe, JsonBody } from '../../common/index.js';
import type { Json } from '../http/json.js';
import { AdminController, Operation } from '../http/operation.decorator.js';
import { McpAdminService } from './mcp-admin.service.js';
import { AcceptToolsDto, McpServerListDto, McpToolListDto, toServerDto } from './mcp.dto.js';

const NAME = /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/;

class NamePipe extends IdPipe {
  override transform(name: string): string {
    if (NAME.test(name)) return name;
    throw GatehouseError.invalid('name must be the name of a server');
  }
}

const ApiName = () =>
  ApiParam({
    name: 'name',
    description: 'The name of the server in `mcp.servers`.',
    schema: { type: 'string', pattern: NAME.source },
    example: 'files',
  });

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
  @ApiName()
  @ApiOkResponse({ type: McpToolListDto })
  async tools(@Param('name', new NamePipe('name')) name: string): Promise<Json<McpToolListDto>> {
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
  @ApiName()
  @ApiOkResponse({ type: McpToolListDto, description: 'The tools of the server afterwards.' })
  async accept(
    @CurrentActor() actor: Actor,
    @Param('name', new NamePipe('name')) name: string,
    @JsonBody() { tools }: AcceptToolsDto,
  ): Promise<Json<McpToolListDto>> {
    await this.mcp.accept(actor, name, new Map(tools.map((each) => [each.name, each.digest])));
    return { items: await this.mcp.tools(name) };
  }
}
