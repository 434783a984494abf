import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/index.js';
import { GatehouseConfig } from '../../../config/index.js';
import { Deliveries } from '../../../delivery/index.js';
import { isNearlyFull, roomFor } from '../../../doctor/index.js';
import { JobQueue } from '../../../persistence/index.js';
import { Budgets } from '../../../usage/index.js';
import type { Json } from '../../http/json.js';
import { isoTime } from '../../http/timestamp.js';
import { ALERT_REMEDIES } from './alert-remedies.js';
import type { AlertCode, AlertDto } from './alert.dto.js';
import type { AccountStateDto } from '../channel.dto.js';
import type { AgentStatusDto, StatusDto } from '../status.dto.js';

/** A connection that breaks comes back by itself within this time, as a rule. */
const PATIENCE_MS = 60_000;
/** Longer than an answer takes, with the tries of a model that fails (`messages.retryForMs`). */
const UNANSWERED_SECONDS = 300;
/** A call is refused before the last bit of a budget is used. */
const NEARLY_ALL = 0.95;
const MOST_DEAD_JOBS = 100;

type Status = Omit<Json<StatusDto>, 'alerts'>;
type Alert = Json<AlertDto>;

/** An alert; its advice is that of its code unless the subject has its own, from the table of reasons. */
function alert(
  code: AlertCode,
  message: string,
  { since = null, setting, remedy }: Partial<Alert> = {},
): Alert {
  const advice = ALERT_REMEDIES[code];
  return {
    ...{ code, message, since },
    ...{ setting: setting ?? advice.setting ?? null, remedy: remedy ?? advice.remedy },
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
      ...(database.ok ? [] : [alert('database-unavailable', `${database.dialect} does not answer`)]),
      ...configurationAlerts(status),
      ...plugins.flatMap(pluginAlert),
      ...channels.flatMap((account) => this.accountAlert(account)),
      ...this.unansweredAlert(status),
      ...stored,
      ...agents.flatMap(agentAlerts),
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

  private unansweredAlert({ oldest_unanswered_seconds: seconds }: Status): Alert[] {
    if (seconds === null || seconds < UNANSWERED_SECONDS) return [];
    const message = `a message has waited for its answer for ${Math.floor(seconds / 60)} minutes`;
    return [alert('oldest-unanswered', message, { since: isoTime(this.clock.now() - seconds * 1_000) })];
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
    return [alert('dead-letters', `given up: ${messages} outgoing messages, ${jobs} jobs`, { since })];
  }

  private async reachedBudgets(): Promise<Alert[]> {
    return [...(await this.budgets.usedRatios())].flatMap(([name, ratio]) =>
      ratio < NEARLY_ALL
        ? []
        : [alert('budget-reached', `the budget ${name} is used to ${Math.floor(ratio * 100)} %`)],
    );
  }

  private async diskAlert(): Promise<Alert[]> {
    const { stateDir } = this.config.environment;
    const room = await roomFor(stateDir).catch(() => undefined);
    if (!room || !isNearlyFull(room)) return [];
    return [
      alert('disk-nearly-full', `${Math.floor(room.freeBytes / 1_048_576)} MB are free for ${stateDir}`),
    ];
  }
}

function configurationAlerts({ configuration: { valid, problems } }: Status): Alert[] {
  if (valid) return [];
  const [first] = problems;
  const message = `the file is not in force${first ? `: ${first.path} ${first.message}` : ''}`;
  return [alert('configuration-invalid', message, { setting: first?.path ?? null })];
}

const pluginAlert = ({ name, state, problem }: Status['plugins'][number]): Alert[] =>
  state === 'loaded' ? [] : [alert('plugin-broken', `plugin ${name} is ${state}: ${problem ?? ''}`)];

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
