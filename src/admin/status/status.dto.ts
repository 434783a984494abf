import { ApiProperty } from '@nestjs/swagger';
import { ApiField, ApiFieldOrNull, ApiTextOrNull, ApiTime, ApiTimeOrNull } from '../../common/index.js';
import { RUNTIME_TYPES, type RuntimeType } from '../../config/index.js';
import { AGENT_STATES, type AgentState } from '../../operator/index.js';
import { REMEDY, SETTING } from '../http/reason.dto.js';
import { WebhookDto } from '../events/webhooks/webhook.dto.js';
import { McpServerDto } from '../mcp/mcp.dto.js';
import { AlertDto } from './alerts/alert.dto.js';
import { AccountStateDto } from './channel.dto.js';
import { PluginDto } from './plugin.dto.js';

const DIALECTS = ['sqlite', 'postgres'] as const;

export class DatabaseStatusDto {
  @ApiProperty({ enum: DIALECTS })
  readonly dialect!: (typeof DIALECTS)[number];

  @ApiField('Whether the database can be read from and written to. If not, all counts are null.')
  readonly ok!: boolean;
}

export class DeliveryCountsDto {
  @ApiField('The number of deliveries that are neither sent nor failed.', { example: 0 })
  readonly open!: number;

  @ApiField("The number of failed deliveries that need an operator's decision.", { example: 0 })
  readonly dead!: number;
}

export class MemoryDto {
  @ApiFieldOrNull('integer', 'Null if the system does not report it, such as Linux without `/proc`.', {
    example: 104857600,
  })
  readonly rss_bytes!: number | null;
}

export class ConfigProblemDto {
  @ApiProperty({ example: 'channels.imbridge.dmPolicy' })
  readonly path!: string;

  @ApiField('The problem, without secret values.', {
    example: 'must be one of pairing, allowlist, open, disabled; it is "allow"',
  })
  readonly message!: string;
}

export class ConfigStateDto {
  @ApiField('Whether the current file is in effect. If not, the previous configuration still is.')
  readonly valid!: boolean;

  @ApiField('The problems in the file.', { type: [ConfigProblemDto] })
  readonly problems!: readonly ConfigProblemDto[];

  @ApiField('Changed settings that take effect at the next start.', {
    type: [String],
    example: ['gateway.port'],
  })
  readonly pending_restart!: readonly string[];
}

/** A model that failed within the last minute. */
export class PassedOverModelDto {
  @ApiProperty({ enum: RUNTIME_TYPES })
  readonly runtime!: RuntimeType;

  @ApiTextOrNull('The name of the model.', { example: 'gpt-5.4' })
  readonly model!: string | null;

  @ApiField('Why the model failed.', { example: 'the model answered 529' })
  readonly reason!: string;

  @ApiTime('When the model is asked again.')
  readonly until!: string;
}

export class AgentStatusDto {
  @ApiProperty({ example: 'main' })
  readonly id!: string;

  @ApiField('Whether this is the default agent.')
  readonly default!: boolean;

  @ApiProperty({ enum: RUNTIME_TYPES })
  readonly runtime!: RuntimeType;

  @ApiTextOrNull('The name of the model.', { example: null })
  readonly model!: string | null;

  @ApiProperty({
    enum: AGENT_STATES,
    description:
      'The outcome of its last turn in this process. `failing`: its model or service could not be reached or did not answer; `unknown`: no turn yet.',
  })
  readonly state!: AgentState;

  @ApiTextOrNull('Why the agent failed.', { example: null })
  readonly reason!: string | null;

  @ApiTextOrNull(SETTING, { example: null })
  readonly setting!: string | null;

  @ApiTextOrNull(REMEDY, { example: null })
  readonly remedy!: string | null;

  @ApiField('For an agent with fallbacks: the models that this process currently skips.', {
    type: [PassedOverModelDto],
  })
  readonly passed_over!: readonly PassedOverModelDto[];
}

/** The server tools that an agent's policy allows. */
export class AgentToolsDto {
  @ApiProperty({ example: 'main' })
  readonly agent!: string;

  @ApiField('The number of tools offered to its model.', { example: 14 })
  readonly offered!: number;

  @ApiField('The number of offered tools that need approval for each call.', { example: 3 })
  readonly asking!: number;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer' },
    description:
      'The number of tools not offered, by reason. `GET /mcp/servers/{name}/tools` lists them. `no-list` counts servers.',
    example: { denied: 2 },
  })
  readonly left_out!: Readonly<Record<string, number>>;
}

/** The last backup known on this machine, and the next automatic one. */
export class BackupStateDto {
  @ApiTimeOrNull('The time of the data in the last backup or export. Null if none is known on this machine.')
  readonly last_at!: string | null;

  @ApiTextOrNull('The path of the backup on the machine that created it.', {
    example: '/backups/gatehouse-2026-01-31T04-05-06Z.backup',
  })
  readonly file!: string | null;

  @ApiTimeOrNull('When the next backup is due. Null without `backup.everyHours`.')
  readonly next_at!: string | null;

  @ApiTimeOrNull('When automatic backups started to fail. Null if they succeed.')
  readonly failing_since!: string | null;

  @ApiTextOrNull('Why the last automatic backup failed.', { example: null })
  readonly reason!: string | null;
}

/** The status page. */
export class StatusDto {
  @ApiProperty({ example: '0.1.0' })
  readonly version!: string;

  @ApiTime('Start time of this process.')
  readonly started_at!: string;

  @ApiProperty({ type: 'integer', example: 3600 })
  readonly uptime_seconds!: number;

  @ApiField('The version of Node.js.', { example: 'v24.0.0' })
  readonly node!: string;

  @ApiProperty({ type: DatabaseStatusDto })
  readonly database!: DatabaseStatusDto;

  @ApiProperty({ type: ConfigStateDto })
  readonly configuration!: ConfigStateDto;

  @ApiField('Every enabled account.', { type: [AccountStateDto] })
  readonly channels!: readonly AccountStateDto[];

  @ApiField('Installed and missing plugins.', { type: [PluginDto] })
  readonly plugins!: readonly PluginDto[];

  @ApiField('Every agent.', { type: [AgentStatusDto] })
  readonly agents!: readonly AgentStatusDto[];

  @ApiField('MCP servers.', { type: [McpServerDto] })
  readonly mcp_servers!: readonly McpServerDto[];

  @ApiField('Every agent that uses an MCP server.', { type: [AgentToolsDto] })
  readonly agent_tools!: readonly AgentToolsDto[];

  @ApiField('Webhooks, as in `GET /webhooks`.', { type: [WebhookDto] })
  readonly webhooks!: readonly WebhookDto[];

  @ApiField('Advice on things that work but deserve attention.', {
    type: [String],
    example: [],
  })
  readonly warnings!: readonly string[];

  @ApiFieldOrNull('integer', 'The number of pending pairing requests.', { example: 1 })
  readonly pending_pairings!: number | null;

  @ApiFieldOrNull('integer', 'The number of tool calls that need a decision.', { example: 0 })
  readonly pending_approvals!: number | null;

  @ApiProperty({
    type: 'object',
    nullable: true,
    additionalProperties: { type: 'integer' },
    description: 'The number of waiting or running jobs, by kind.',
    example: { inbound: 0, delivery: 0 },
  })
  readonly jobs!: Readonly<Record<string, number>> | null;

  @ApiFieldOrNull(
    'integer',
    'The number of jobs that failed repeatedly because of the gateway itself, up to 100.',
    { example: 0 },
  )
  readonly dead_jobs!: number | null;

  @ApiProperty({ type: DeliveryCountsDto, nullable: true })
  readonly deliveries!: DeliveryCountsDto | null;

  @ApiFieldOrNull(
    'integer',
    'The number of conversations without answers because programs seem to be answering each other.',
    { example: 0 },
  )
  readonly loops!: number | null;

  @ApiFieldOrNull('integer', 'The number of conversations that a person has taken over from the assistant.', {
    example: 0,
  })
  readonly holds!: number | null;

  @ApiFieldOrNull(
    'integer',
    'How long the oldest unanswered message has been waiting since it was accepted. Null if none is waiting.',
    { example: null },
  )
  readonly oldest_unanswered_seconds!: number | null;

  @ApiTextOrNull('The id of the conversation of that message.', { example: null })
  readonly oldest_unanswered_conversation!: string | null;

  @ApiProperty({ type: BackupStateDto })
  readonly backup!: BackupStateDto;

  @ApiField('Problems that need attention now, most severe first.', { type: [AlertDto] })
  readonly alerts!: readonly AlertDto[];

  @ApiProperty({ type: MemoryDto })
  readonly memory!: MemoryDto;
}
