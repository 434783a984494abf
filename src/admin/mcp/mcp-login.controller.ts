import { Delete, Get, Param, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '../../access-control/index.js';
import type { Json } from '../http/json.js';
import { AdminController, Operation } from '../http/operation.decorator.js';
import {
  EndedLoginDto,
  LoginAttemptDto,
  StartedLoginDto,
  toAttemptDto,
  toStartedDto,
} from './mcp-login.dto.js';
import { McpLoginService } from './mcp-login.service.js';
import { ApiServerName, ServerNamePipe } from './server-name.js';

/** Logins of people to servers of tools. */
@AdminController('mcp/servers/:name/login', 'mcp')
export class McpLoginController {
  constructor(private readonly logins: McpLoginService) {}

  @Post()
  @Operation({
    id: 'startMcpLogin',
    summary: 'Begin a login to a server of tools',
    role: 'owner',
    description:
      'Finds its authorization server, and registers this gateway there if need be. A person continues at the address. Any earlier attempt is cancelled.',
    errors: ['NOT_FOUND', 'CONFLICT'],
    examples: {
      CONFLICT: [
        'Logging in to linear is not possible now.',
        'it publishes no metadata of an authorization server, so login is not possible',
      ],
    },
  })
  @ApiServerName()
  @ApiCreatedResponse({ type: StartedLoginDto })
  async begin(
    @CurrentActor() actor: Actor,
    @Param('name', new ServerNamePipe('name')) name: string,
  ): Promise<Json<StartedLoginDto>> {
    return toStartedDto(await this.logins.begin(actor, name));
  }

  @Get()
  @Operation({
    id: 'getMcpLogin',
    summary: 'Show how the last login to a server of tools ended',
    role: 'owner',
    errors: ['NOT_FOUND'],
  })
  @ApiServerName()
  @ApiOkResponse({ type: LoginAttemptDto })
  async attempt(@Param('name', new ServerNamePipe('name')) name: string): Promise<Json<LoginAttemptDto>> {
    return toAttemptDto(await this.logins.attempt(name));
  }

  @Delete()
  @Operation({
    id: 'endMcpLogin',
    summary: 'Log out of a server of tools',
    role: 'owner',
    description: 'Forgets the tokens, also those for a server that is not configured any more.',
    errors: ['NOT_FOUND'],
  })
  @ApiServerName()
  @ApiOkResponse({ type: EndedLoginDto })
  async end(
    @CurrentActor() actor: Actor,
    @Param('name', new ServerNamePipe('name')) name: string,
  ): Promise<Json<EndedLoginDto>> {
    return { problem: (await this.logins.end(actor, name)).problem ?? null };
  }
}
