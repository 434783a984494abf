import { Injectable, Logger } from '@nestjs/common';
import { Clock, errorText, isoTime, VERSION } from '../../common/index.js';
import { nextBackupAt } from '../../backup/index.js';
import { BACKUP, ConfigReload, GatehouseConfig } from '../../config/index.js';
import { Conditions } from '../../conditions/index.js';
import { AgentTools, type AgentView, Assistants } from '../../operator/index.js';
import { Mcp } from '../../mcp/index.js';
import { readNote } from '../../persistence/index.js';
import { Plugins } from '../../plugins/index.js';
import { Webhooks } from '../../webhooks/index.js';
import { toWebhookDto, type WebhookDto } from '../events/webhooks/webhook.dto.js';
import type { Json } from '../http/json.js';
import { toServerDto } from '../mcp/mcp.dto.js';
import { toAlertDto } from './alerts/alert.dto.js';
import { ChannelOverview } from './channel-overview.service.js';
import type { PluginDto } from './plugin.dto.js';
import type { AgentStatusDto, BackupStateDto, ConfigStateDto, StatusDto } from './status.dto.js';
import { type Counts, WorkCounts } from './work-counts.service.js';

type Tools = Pick<Json<StatusDto>, 'mcp_servers' | 'agent_tools'>;

type OfTheDatabase = Counts & Tools & Pick<Json<StatusDto>, 'warnings'>;

const NOTHING_KNOWN: OfTheDatabase = {
  pending_pairings: null,
  jobs: null,
  dead_jobs: null,
  deliveries: null,
  pending_approvals: null,
  holds: null,
  loops: null,
  oldest_unanswered_seconds: null,
  oldest_unanswered_conversation: null,
  mcp_servers: [],
  agent_tools: [],
  warnings: [],
};

/** Null where the system does not say: Linux without /proc, as in a bare chroot. */
function residentBytes(): number | null {
  try {
    return process.memoryUsage.rss();
  } catch {
    return null;
  }
}

/** Shows the state of the gateway, even while the database is unavailable. */
@Injectable()
export class StatusService {
  private readonly logger = new Logger('Status');

  constructor(
    private readonly counts: WorkCounts,
    private readonly channels: ChannelOverview,
    private readonly assistants: Assistants,
    private readonly conditions: Conditions,
    private readonly webhooks: Webhooks,
    private readonly clock: Clock,
    private readonly config: GatehouseConfig,
    private readonly reload: ConfigReload,
    private readonly installed: Plugins,
    private readonly mcp: Mcp,
    private readonly agents: AgentTools,
  ) {}

  async read(): Promise<Json<StatusDto>> {
    const [known, alerts] = await Promise.all([
      this.ofTheDatabase().catch((error: unknown) => this.noteFailure(error)),
      this.conditions.due(),
    ]);
    const uptime = process.uptime();
    return {
      version: VERSION,
      started_at: isoTime(this.clock.now() - uptime * 1000),
      uptime_seconds: Math.floor(uptime),
      node: process.version,
      database: { dialect: this.counts.dialect, ok: known !== undefined },
      configuration: this.configuration(),
      channels: await this.channels.states(),
      plugins: this.plugins(),
      backup: this.backup(),
      agents: this.assistants.agents().map((agent) => agentDto(agent, this.clock.now())),
      ...(known ?? NOTHING_KNOWN),
      webhooks: known ? await this.readWebhooks() : [],
      alerts: alerts.map(toAlertDto),
      memory: { rss_bytes: residentBytes() },
    };
  }

  private async ofTheDatabase(): Promise<OfTheDatabase> {
    const counts = await this.counts.read();
    return { ...counts, ...(await this.tools()), warnings: await this.assistants.warnings() };
  }

  /** A database that stops to answer meanwhile is an alert of the next look. */
  private async readWebhooks(): Promise<Json<WebhookDto>[]> {
    return (await this.webhooks.list().catch(() => [])).map(toWebhookDto);
  }

  private noteFailure(error: unknown): undefined {
    this.logger.warn(`the database does not respond: ${errorText(error)}`);
  }

  /** No I/O. */
  private configuration(): Json<ConfigStateDto> {
    const { problems } = this.reload;
    return {
      valid: problems.length === 0,
      problems: problems.map(({ path, message }) => ({ path, message })),
      pending_restart: this.config.pendingRestart,
    };
  }

  /** The installed plugins, and the missing ones of configured channels. */
  private plugins(): readonly Json<PluginDto>[] {
    return this.installed.states(this.config).map(({ name, version, channels, state, problem }) => ({
      name,
      version: version ?? null,
      channels,
      state,
      problem: problem ?? null,
    }));
  }

  /** Reads a small file. */
  private backup(): Json<BackupStateDto> {
    const { everyHours } = this.config.get(BACKUP);
    const note = readNote(this.config.environment);
    const failure = everyHours === undefined ? undefined : note.failure;
    return {
      last_at: note.last?.at ?? null,
      file: note.last?.file ?? null,
      next_at:
        everyHours === undefined ? null : isoTime(Math.max(Date.now(), nextBackupAt(note, everyHours))),
      failing_since: failure?.since ?? null,
      reason: failure?.reason ?? null,
    };
  }

  /** @throws DatabaseUnavailableError in a process that calls no server itself */
  private async tools(): Promise<Tools> {
    const counts = await this.agents.counts();
    return {
      mcp_servers: this.mcp.views().map(toServerDto),
      agent_tools: counts.map(({ leftOut, ...each }) => ({
        ...each,
        left_out: Object.fromEntries(leftOut),
      })),
    };
  }
}

const agentDto = (
  { isDefault, model, reason, passedOver, since: _since, failure: _code, ...agent }: AgentView,
  now: number,
): Json<AgentStatusDto> => ({
  ...agent,
  default: isDefault,
  model: model ?? null,
  reason: reason ?? null,
  passed_over: passedOver
    .filter(({ until }) => until > now)
    .map(({ until, since: _began, ...each }) => ({
      ...each,
      model: each.model ?? null,
      until: isoTime(until),
    })),
});
