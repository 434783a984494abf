import { Delete, Get, Param, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiProperty } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '../../access-control/index.js';
import type { Json } from '../http/json.js';
import { AdminController, Operation } from '../http/operation.decorator.js';
import { McpLoginService } from './mcp-login.service.js';
import { ApiServerName, ServerNamePipe } from './server-name.js';
import { ApiField, ApiTextOrNull, ApiTime, isoTime } from '../../common/index.js';
import type { LoginAttempt, StartedLogin } from '../../mcp/index.js';

const STATUSES = ['waiting', 'done', 'failed'] as const;

/** A login that a person continues in a browser. */
class StartedLoginDto {
  @ApiProperty({ example: 'mlg_01kb8r0m4q3v6w9x2y5z8a1b4c' })
  readonly id!: string;

  @ApiField('The address to open in a browser. It works once.', {
    example: 'https://login.example.org/authorize?client_id=4711&state=…',
  })
  readonly authorization_url!: string;

  @ApiField('The address that the browser returns to. It must reach this gateway.', {
    example: 'https://chat.example.org/mcp/callback',
  })
  readonly redirect_uri!: string;

  @ApiTime('Expiry of the login.')
  readonly expires_at!: string;
}

/** The last attempt at a login. */
class LoginAttemptDto {
  @ApiProperty({ example: 'mlg_01kb8r0m4q3v6w9x2y5z8a1b4c' })
  readonly id!: string;

  @ApiProperty({ enum: STATUSES, enumName: 'LoginStatus' })
  readonly status!: LoginAttempt['status'];

  @ApiTextOrNull('Why the login failed.', { example: null })
  readonly problem!: string | null;

  @ApiTime('Expiry of the login.')
  readonly expires_at!: string;
}

class EndedLoginDto {
  @ApiTextOrNull(
    'Why the authorization server may still accept the tokens; null if it has revoked them. The gateway has deleted them in any case.',
    { example: null },
  )
  readonly problem!: string | null;
}

const toStartedDto = ({ id, address, redirectUri, expiresAt }: StartedLogin): Json<StartedLoginDto> => ({
  id,
  authorization_url: address,
  redirect_uri: redirectUri,
  expires_at: isoTime(expiresAt),
});

const toAttemptDto = ({ id, status, problem, expiresAt }: LoginAttempt): Json<LoginAttemptDto> => ({
  id,
  status,
  problem: problem ?? null,
  expires_at: isoTime(expiresAt),
});

/** Logins of people to MCP servers. */
@AdminController('mcp/servers/:name/login', 'mcp')
export class McpLoginController {
  constructor(private readonly logins: McpLoginService) {}

  @Post()
  @Operation({
    id: 'startMcpLogin',
    summary: 'Start a login to an MCP server',
    role: 'owner',
    description:
      'Finds the authorization server and registers this gateway there if necessary. Continue in a browser at the returned address. Any earlier attempt is cancelled.',
    errors: ['NOT_FOUND', 'CONFLICT'],
    examples: {
      CONFLICT: [
        'Cannot log in to linear now.',
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
    summary: 'Show the status of the last login to an MCP server',
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
    summary: 'Log out of an MCP server',
    role: 'owner',
    description: 'Deletes the tokens, even for a server that is no longer configured.',
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
