import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsString,
  Length,
  Matches,
  ValidateNested,
} from 'class-validator';
import { ApiField, ApiTextOrNull, ApiTimeOrNull, isoTimeOrNull } from '../../common/index.js';
import { LEFT_OUT_REASONS, type ToolUse } from '../../operator/index.js';
import {
  type ListedTool,
  type LoginState,
  type ServerView,
  waitingIn,
  WITHHELD_REASONS,
  type WithheldReason,
} from '../../mcp/index.js';
import type { Json } from '../http/json.js';

const STATES = ['up', 'down', 'starting', 'unknown'] as const;
const LOGINS = ['none', 'logged-in', 'needed'] as const;
const WITHHELD = Object.keys(WITHHELD_REASONS) as readonly WithheldReason[];
const USES = ['at-once', 'asks', ...Object.keys(LEFT_OUT_REASONS)] as readonly ToolUse['use'][];
const DIGEST = /^[0-9a-f]{64}$/;
const MOST_TOOLS = 1_000;

/** An MCP server, as seen by the responding process. */
export class McpServerDto {
  @ApiProperty({ example: 'files' })
  readonly name!: string;

  @ApiTextOrNull('The address of the server; null for a local program.', {
    example: 'https://mcp.example.org/mcp',
  })
  readonly url!: string | null;

  @ApiField(
    '`starting` while a program starts for the first time, which may take a while; `unknown` before the first attempt and in a process that runs no turns.',
    { enum: STATES, enumName: 'McpServerState' },
  )
  readonly state!: (typeof STATES)[number];

  @ApiTimeOrNull('Start time of this state.')
  readonly since!: string | null;

  @ApiTextOrNull('The protocol revision in use.', { example: '2026-07-28' })
  readonly revision!: string | null;

  @ApiTextOrNull('The last failure.', { example: null })
  readonly problem!: string | null;

  @ApiTextOrNull('A remark even though nothing has failed, such as that the server has no tools.', {
    example: null,
  })
  readonly note!: string | null;

  @ApiProperty({
    type: String,
    enum: LOGINS,
    enumName: 'McpServerLogin',
    nullable: true,
    description:
      'Whether this gateway is logged in to the server; `needed` if a login is required (`gatehouse mcp login`). Null for a program and if a secret is configured.',
    example: null,
  })
  readonly login!: (typeof LOGINS)[number] | null;

  @ApiTextOrNull('Why a login is required.', { example: null })
  readonly login_needed_because!: string | null;

  @ApiField('The number of tools available to models.', { example: 14 })
  readonly tools!: number;

  @ApiField('The number of tools withheld from all agents, for any reason.', { example: 0 })
  readonly withheld!: number;

  @ApiField('The number of new or changed tools that have not been accepted yet.', {
    example: 0,
  })
  readonly waiting!: number;
}

export class McpServerListDto {
  @ApiField('In configuration order.', { type: [McpServerDto] })
  readonly items!: readonly McpServerDto[];
}

/** An agent and its access to a tool. */
export class ToolUseDto {
  @ApiProperty({ example: 'main' })
  readonly agent!: string;

  @ApiField(
    "According to the agent's policy; policies for conversations and senders may differ. `at-once`: called without approval; `asks`: each call needs approval; any other value: why the agent does not have the tool.",
    { enum: USES, enumName: 'ToolUse' },
  )
  readonly use!: ToolUse['use'];

  @ApiTextOrNull("Further details: which of the agent's models do not get the tool, and why.", {
    example: null,
  })
  readonly detail!: string | null;
}

/** A tool of a server. */
export class McpToolDto {
  @ApiProperty({ example: 'read_text_file' })
  readonly name!: string;

  @ApiTextOrNull("The tool's name for models; null if the tool is unusable.", {
    example: 'files__read_text_file',
  })
  readonly model_name!: string | null;

  @ApiProperty({
    type: String,
    enum: WITHHELD,
    enumName: 'WithheldReason',
    nullable: true,
    description: 'Why models do not get the tool; null if they do.',
    example: null,
  })
  readonly withheld!: WithheldReason | null;

  @ApiTextOrNull('Further details.', { example: null })
  readonly detail!: string | null;

  @ApiField('Every agent.', { type: [ToolUseDto] })
  readonly agents!: readonly ToolUseDto[];

  @ApiTextOrNull('Digest of the definition that the server offers; null if the tool is unusable.', {
    example: null,
    pattern: DIGEST.source,
  })
  readonly digest!: string | null;

  @ApiTextOrNull('The definition that the server offers, as JSON.', {
    example: '{"name":"read_text_file"}',
  })
  readonly offered!: string | null;

  @ApiTextOrNull('The definition that was accepted, as JSON.', {
    example: '{"name":"read_text_file"}',
  })
  readonly accepted!: string | null;
}

export class McpToolListDto {
  @ApiField('All on one page, sorted by name.', { type: [McpToolDto] })
  readonly items!: readonly McpToolDto[];
}

/** A definition as shown in the list of tools. */
export class ShownToolDto {
  @ApiProperty({ minLength: 1, maxLength: 128, example: 'read_text_file' })
  @IsString()
  @Length(1, 128)
  readonly name!: string;

  @ApiProperty({ pattern: DIGEST.source, description: 'The digest, as in the list of tools.' })
  @Matches(DIGEST, { message: '$property must be a digest from the list of tools' })
  readonly digest!: string;
}

export class AcceptToolsDto {
  @ApiProperty({ type: [ShownToolDto], minItems: 1, maxItems: MOST_TOOLS })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MOST_TOOLS)
  @ValidateNested({ each: true })
  @Type(() => ShownToolDto)
  readonly tools!: readonly ShownToolDto[];
}

function stateText(state: ServerView['state']): McpServerDto['state'] {
  if (state?.isStarting === true) return 'starting';
  if (state?.isUp === undefined) return 'unknown';
  return state.isUp ? 'up' : 'down';
}

function loginText({ login, need }: LoginState): (typeof LOGINS)[number] {
  if (need !== undefined) return 'needed';
  return login ? 'logged-in' : 'none';
}

export const toServerDto = (view: ServerView): Json<McpServerDto> => ({
  name: view.name,
  url: view.url ?? null,
  state: stateText(view.state),
  since: isoTimeOrNull(view.state?.isUp === undefined ? null : view.state.since),
  revision: view.state?.revision ?? null,
  problem: view.state?.problem ?? null,
  note: view.state?.note ?? null,
  login: view.login ? loginText(view.login) : null,
  login_needed_because: view.login?.need ?? null,
  tools: view.tools.length,
  withheld: view.withheld.length,
  waiting: waitingIn(view),
});

/** @param agents what each may do with it */
export const toToolDto = (tool: ListedTool, agents: readonly ToolUse[]): Json<McpToolDto> => ({
  name: tool.name,
  model_name: tool.modelName ?? null,
  withheld: tool.withheld ?? null,
  detail: tool.detail ?? null,
  agents,
  digest: tool.digest ?? null,
  offered: tool.offered ?? null,
  accepted: tool.accepted ?? null,
});
