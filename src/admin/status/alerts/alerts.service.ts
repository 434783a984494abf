import { Injectable } from '@nestjs/common';
import { CHECK_MS, Clock, filled, type Reason } from '../../../common/index.js';
import { GatehouseConfig } from '../../../config/index.js';
import { Deliveries } from '../../../delivery/index.js';
import {
  brokenText,
  diskCheck,
  downText,
  loginNeededText,
  FAULTS,
  givenUpText,
  isLongUnanswered,
  notInForceText,
  reachedBudgets,
  unansweredText,
  unavailableText,
  waitingText,
} from '../../../doctor/index.js';
import { JobQueue } from '../../../persistence/index.js';
import { Budgets } from '../../../usage/index.js';
import type { Json } from '../../http/json.js';
import { isoTime } from '../../http/timestamp.js';
import type { AlertCode, AlertDto } from './alert.dto.js';
import type { AccountStateDto } from '../channel.dto.js';
import type { AgentStatusDto, StatusDto } from '../status.dto.js';

/** A connection that breaks comes back by itself within this time, as a rule. */
const PATIENCE_MS = 60_000;
const MOST_DEAD_JOBS = 100;

type Status = Omit<Json<StatusDto>, 'alerts'>;
type Alert = Json<AlertDto>;

/** An alert; its advice is that of its fault, unless the subject has its own. */
function alert(
  code: AlertCode,
  message: string,
  { since = null, setting, remedy }: Partial<Alert> = {},
): Alert {
  const row: Partial<Reason> = code === 'disk-nearly-full' ? {} : FAULTS[code];
  return {
    ...{ code, message, since },
    ...{ setting: setting ?? row.setting ?? null, remedy: remedy ?? row.remedy ?? null },
  };
}

/** Finds the conditions that need a person now. */
@Injectable()
export class Alerts {
  constructor(
    private readonly deliveries: Deliveries,
    private readonly queue: JobQueue,
    private readonly budgets: Budgets,
    private readonly config: GatehouseConfig,
    private readonly clock: Clock,
  ) {}

  /** The gravest alert comes first. */
  async of(status: Status): Promise<readonly Alert[]> {
    const { database, channels, agents, plugins } = status;
    const stored = database.ok ? await this.stored(status) : [];
    return [
      ...(database.ok ? [] : [alert('database-unavailable', unavailableText(database))]),
      ...configurationAlerts(status),
      ...plugins.flatMap(pluginAlert),
      ...channels.flatMap((account) => this.accountAlert(account)),
      ...this.unansweredAlert(status),
      ...stored,
      ...agents.flatMap(agentAlerts),
      ...status.mcp_servers.flatMap((server) => this.serverAlerts(server)),
      ...(await this.diskAlert()),
    ];
  }

  private accountAlert(state: Json<AccountStateDto>): Alert[] {
    const { channel, account, status, reason, since, health, setting, remedy } = state;
    const sinceMs = since === null ? 0 : Date.parse(since);
    const isRefused = status === 'bad-credentials' || status === 'logged-out';
    const isPatient = !isRefused && status !== 'error' && this.clock.now() - sinceMs < PATIENCE_MS;
    if (health !== 'down' || isPatient) return [];
    const message = `${channel}/${account} is ${status}${reason === null ? '' : `: ${reason}`}`;
    const code = isRefused ? 'bad-credentials' : 'account-down';
    return [alert(code, message, { since, setting: setting ?? `channels.${channel}`, remedy })];
  }

  private serverAlerts(server: Status['mcp_servers'][number]): Alert[] {
    const { name, state, since, problem, waiting, login_needed_because: need } = server;
    const setting = `mcp.servers.${name}`;
    const isDown = state === 'down' && this.clock.now() - Date.parse(since ?? '') >= PATIENCE_MS;
    const remedyOf = (code: 'mcp-login-needed' | 'mcp-tools-waiting') =>
      filled(FAULTS[code].remedy, { server: name });
    const login = { setting, remedy: remedyOf('mcp-login-needed') };
    const tools = { setting, remedy: remedyOf('mcp-tools-waiting') };
    return [
      ...(need === null ? [] : [alert('mcp-login-needed', loginNeededText(name, need), login)]),
      ...(isDown && need === null
        ? [alert('mcp-server-down', downText(name, problem), { since, setting })]
        : []),
      ...(waiting > 0 ? [alert('mcp-tools-waiting', waitingText(name, waiting), tools)] : []),
    ];
  }

  private unansweredAlert({ oldest_unanswered_seconds: seconds }: Status): Alert[] {
    const waitedMs = (seconds ?? 0) * 1_000;
    if (!isLongUnanswered(waitedMs)) return [];
    const since = isoTime(this.clock.now() - waitedMs);
    return [alert('oldest-unanswered', unansweredText(waitedMs), { since })];
  }

  /** A database that stops to answer meanwhile is an alert of the next look. */
  private async stored({ deliveries, dead_jobs: deadJobs }: Status): Promise<Alert[]> {
    const dead = (deliveries?.dead ?? 0) + (deadJobs ?? 0);
    const all = await Promise.all([
      dead === 0 ? [] : this.deadLetters(deliveries?.dead ?? 0, deadJobs ?? 0),
      this.reachedBudgets(),
    ]).catch(() => []);
    return all.flat();
  }

  private async deadLetters(messages: number, jobs: number): Promise<Alert[]> {
    const [oldest, deadJobs] = await Promise.all([
      this.deliveries.oldestDead(),
      this.queue.deadLetters(MOST_DEAD_JOBS),
    ]);
    const times = [oldest, ...deadJobs.map(({ diedAt }) => diedAt)].filter((time) => time !== undefined);
    const since = times.length === 0 ? null : isoTime(Math.min(...times));
    return [alert('dead-letters', givenUpText(messages, jobs), { since })];
  }

  private async reachedBudgets(): Promise<Alert[]> {
    const reached = reachedBudgets(await this.budgets.usedRatios());
    return reached.map((message) => alert('budget-reached', message));
  }

  private async diskAlert(): Promise<Alert[]> {
    const check = diskCheck(this.config.environment.stateDir);
    const findings = await check.run(AbortSignal.timeout(CHECK_MS)).catch(() => []);
    const full = findings.filter(({ state }) => state === 'warning' || state === 'failed');
    return full.map(({ message, setting, remedy }) =>
      alert('disk-nearly-full', message, { setting, remedy }),
    );
  }
}

function configurationAlerts({ configuration: { valid, problems } }: Status): Alert[] {
  const [first] = problems;
  if (valid || !first) return [];
  return [alert('configuration-invalid', notInForceText(first), { setting: first.path })];
}

const pluginAlert = (plugin: Status['plugins'][number]): Alert[] =>
  plugin.state === 'loaded' ? [] : [alert('plugin-broken', brokenText(plugin))];

function agentAlerts(agent: Json<AgentStatusDto>): Alert[] {
  const { id, state, reason, setting, remedy, passed_over: passedOver } = agent;
  const message = `the model of agent ${id} fails: ${reason ?? 'no reason given'}`;
  const failing = alert('model-failing', message, { setting, remedy });
  return [
    ...(state === 'failing' ? [failing] : []),
    ...passedOver.map(({ runtime, model, reason: why }) =>
      alert('model-passed-over', `agent ${id} passes over ${model ?? runtime}: ${why}`),
    ),
  ];
}
