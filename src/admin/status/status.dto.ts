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

  @ApiField('Whether the database can be read and written. If not, all counts are null.')
  readonly ok!: boolean;
}

export class DeliveryCountsDto {
  @ApiField('The number of deliveries neither sent nor failed.', { example: 0 })
  readonly open!: number;

  @ApiField('The number of deliveries failed, pending an operator’s decision.', { example: 0 })
  readonly dead!: number;
}

export class MemoryDto {
  @ApiFieldOrNull('integer', 'Null where the system does not report it, such as Linux without `/proc`.', {
    example: 104857600,
  })
  readonly rss_bytes!: number | null;
}

export class ConfigProblemDto {
  @ApiProperty({ example: 'channels.imbridge.dmPolicy' })
  readonly path!: string;

  @ApiField('The problem, without the value of a secret.', {
    example: 'must be one of pairing, allowlist, open, disabled; it is "allow"',
  })
  readonly message!: string;
}

export class ConfigStateDto {
  @ApiField('Whether the current file is in force; if not, the configuration before it still is.')
  readonly valid!: boolean;

  @ApiField('The problems of the file.', { type: [ConfigProblemDto] })
  readonly problems!: readonly ConfigProblemDto[];

  @ApiField('Settings whose new value takes effect at the next start.', {
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

  @ApiField('The reason for its failure.', { example: 'the model answered 529' })
  readonly reason!: string;

  @ApiTime('When it is asked again.')
  readonly until!: string;
}

export class AgentStatusDto {
  @ApiProperty({ example: 'main' })
  readonly id!: string;

  @ApiField('Whether it is the default agent.')
  readonly default!: boolean;

  @ApiProperty({ enum: RUNTIME_TYPES })
  readonly runtime!: RuntimeType;

  @ApiTextOrNull('The name of its model.', { example: null })
  readonly model!: string | null;

  @ApiProperty({
    enum: AGENT_STATES,
    description:
      'The outcome of its last turn in this process: `failing` when its model or service could not be reached or gave no answer; `unknown` before the first turn.',
  })
  readonly state!: AgentState;

  @ApiTextOrNull('The reason for its failure.', { example: null })
  readonly reason!: string | null;

  @ApiTextOrNull(SETTING, { example: null })
  readonly setting!: string | null;

  @ApiTextOrNull(REMEDY, { example: null })
  readonly remedy!: string | null;

  @ApiField('Of an agent with fallbacks: its models that are not asked for now, in this process.', {
    type: [PassedOverModelDto],
  })
  readonly passed_over!: readonly PassedOverModelDto[];
}

/** The tools of servers that an agent has by its own policy. */
export class AgentToolsDto {
  @ApiProperty({ example: 'main' })
  readonly agent!: string;

  @ApiField('Tools that its model is offered.', { example: 14 })
  readonly offered!: number;

  @ApiField('Those of them that wait for an approval with each call.', { example: 3 })
  readonly asking!: number;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer' },
    description:
      'Tools that it is not offered, by reason; `GET /mcp/servers/{name}/tools` has each of them. `no-list` counts servers.',
    example: { denied: 2 },
  })
  readonly left_out!: Readonly<Record<string, number>>;
}

/** The last backup that this machine knows of, and the next that the gateway makes by itself. */
export class BackupStateDto {
  @ApiTimeOrNull('The moment that the last backup or export shows. Null when none is known here.')
  readonly last_at!: string | null;

  @ApiTextOrNull('Its path on the machine that made it.', {
    example: '/backups/gatehouse-2026-01-31T04-05-06Z.backup',
  })
  readonly file!: string | null;

  @ApiTimeOrNull('When the next is due. Null without `backup.everyHours`.')
  readonly next_at!: string | null;

  @ApiTimeOrNull('Since when backups by the gateway itself fail. Null while they do not.')
  readonly failing_since!: string | null;

  @ApiTextOrNull('Why the last one failed.', { example: null })
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

  @ApiField('Plugins that are installed or missing.', { type: [PluginDto] })
  readonly plugins!: readonly PluginDto[];

  @ApiField('Every agent.', { type: [AgentStatusDto] })
  readonly agents!: readonly AgentStatusDto[];

  @ApiField('Servers of tools.', { type: [McpServerDto] })
  readonly mcp_servers!: readonly McpServerDto[];

  @ApiField('Every agent that names a server of tools.', { type: [AgentToolsDto] })
  readonly agent_tools!: readonly AgentToolsDto[];

  @ApiField('Webhooks, as `GET /webhooks` lists them.', { type: [WebhookDto] })
  readonly webhooks!: readonly WebhookDto[];

  @ApiField('Advice for the operator on things that work but deserve attention.', {
    type: [String],
    example: [],
  })
  readonly warnings!: readonly string[];

  @ApiFieldOrNull('integer', 'The number of requests that wait for an operator.', { example: 1 })
  readonly pending_pairings!: number | null;

  @ApiFieldOrNull('integer', 'The number of tool calls that wait for a decision.', { example: 0 })
  readonly pending_approvals!: number | null;

  @ApiProperty({
    type: 'object',
    nullable: true,
    additionalProperties: { type: 'integer' },
    description: 'The number of jobs waiting or running, by kind.',
    example: { inbound: 0, delivery: 0 },
  })
  readonly jobs!: Readonly<Record<string, number>> | null;

  @ApiFieldOrNull(
    'integer',
    'The number of jobs that failed repeatedly because of the gateway itself; counted up to 100.',
    { example: 0 },
  )
  readonly dead_jobs!: number | null;

  @ApiProperty({ type: DeliveryCountsDto, nullable: true })
  readonly deliveries!: DeliveryCountsDto | null;

  @ApiFieldOrNull(
    'integer',
    'The number of conversations without answers because programs seem to answer each other there.',
    { example: 0 },
  )
  readonly loops!: number | null;

  @ApiFieldOrNull('integer', 'Conversations that a person has taken over from the assistant.', { example: 0 })
  readonly holds!: number | null;

  @ApiFieldOrNull(
    'integer',
    'How long the oldest message waits for its answer, from its acceptance until the answer is sent. Null when none waits.',
    { example: null },
  )
  readonly oldest_unanswered_seconds!: number | null;

  @ApiTextOrNull('The id of its conversation.', { example: null })
  readonly oldest_unanswered_conversation!: string | null;

  @ApiProperty({ type: BackupStateDto })
  readonly backup!: BackupStateDto;

  @ApiField('What needs a person now; what hinders most comes first.', { type: [AlertDto] })
  readonly alerts!: readonly AlertDto[];

  @ApiProperty({ type: MemoryDto })
  readonly memory!: MemoryDto;
}
