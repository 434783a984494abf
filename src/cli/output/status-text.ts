import type { AccountState, Channel, PluginStatus, Status } from '../gateway/answers.js';
import type { Table } from './table.js';
import { counted, duration, fromNow, megabytes, printable } from './text.js';

/** A gateway of the release before leaves these out. */
type Since<T, K extends keyof T> = Omit<T, K> & Partial<Pick<T, K>>;
type Account = Since<AccountState, 'since' | 'last_error' | 'last_error_at'>;
type Newer =
  | 'holds'
  | 'oldest_unanswered_seconds'
  | 'pending_approvals'
  | 'mcp_servers'
  | 'agent_tools'
  | 'backup'
  | 'webhooks';
type AnyStatus = Since<Status, 'alerts' | Newer>;

/** The state of the gateway as a few lines for people. */
export function statusSummary(table: Table, status: AnyStatus): string {
  const { database, deliveries, jobs, dead_jobs } = status;
  const facts: readonly (readonly [string, string])[] = [
    ['Gatehouse', `${status.version}, up ${duration(status.uptime_seconds)}, Node ${status.node}`],
    ['Memory', status.memory.rss_bytes === null ? 'unknown' : megabytes(status.memory.rss_bytes)],
    ['Database', `${database.dialect}, ${database.ok ? 'ok' : 'NOT AVAILABLE'}`],
    ['Configuration', configurationText(status.configuration)],
    ['Pairings', status.pending_pairings === null ? 'unknown' : `${status.pending_pairings} pending`],
    ['Deliveries', deliveries ? `${deliveries.open} open, ${deliveries.dead} dead` : 'unknown'],
    ...backupText(status.backup),
    ['Jobs', jobs ? `${jobText(jobs)}${dead_jobs ? `, ${dead_jobs} dead` : ''}` : 'unknown'],
  ];
  const { oldest_unanswered_seconds: seconds = null, alerts = [] } = status;
  const waiting = waitingText(seconds);
  const lines = [...facts, ...waiting].map(([name, value]) => `${name.padEnd(15)}${value}`);
  const problems = status.configuration.problems.map(({ path, message }) =>
    printable(`  ${path}: ${message}`),
  );
  const warnings = status.warnings.map((text) => `Warning: ${text}`);
  const waitingCalls = approvalText(status.pending_approvals ?? 0);
  const silent = [...holdText(status.holds ?? 0), ...loopText(status.loops)];
  const plugins = status.plugins.map(pluginText);
  const tables = [accountTable(table, status.channels), '', agentTable(table, status.agents)];
  const { mcp_servers: servers = [], agent_tools: agents = [] } = status;
  const ofTools = [...servers.map(serverText), ...agents.map(toolsText)];
  const webhooks = (status.webhooks ?? []).map(webhookText);
  const notes = [...problems, ...warnings, ...waitingCalls, ...silent, ...plugins, ...ofTools, ...webhooks];
  return [...lines, ...notes, '', ...alertTable(table, alerts), ...tables].join('\n');
}

function backupText(backup: AnyStatus['backup']): readonly (readonly [string, string])[] {
  if (!backup || (backup.last_at === null && backup.next_at === null)) return [];
  const { last_at: last, next_at: next, reason } = backup;
  const facts = [
    last === null ? 'none yet' : `the last ${fromNow(last)}`,
    ...(next === null ? [] : [Date.parse(next) <= Date.now() ? 'one is due' : `the next ${fromNow(next)}`]),
    ...(reason === null ? [] : [`FAILING: ${printable(reason)}`]),
  ];
  return [['Backup', facts.join(', ')]];
}

const waitingText = (seconds: number | null): readonly (readonly [string, string])[] =>
  seconds === null ? [] : [['Unanswered', `oldest message pending for ${duration(seconds)}`]];

/** The alerts, above the accounts and agents it is about. */
function alertTable(table: Table, alerts: Status['alerts']): readonly string[] {
  if (alerts.length === 0) return [];
  const rows = alerts.map(({ message, since, setting, remedy }) => [
    printable(message),
    since === null ? '' : fromNow(since),
    printable([remedy ?? '', setting === null ? '' : `(${setting})`].join(' ').trim()),
  ]);
  return [table(['PROBLEM', 'SINCE', 'REMEDY'], rows), ''];
}

function configurationText({ valid, pending_restart }: Status['configuration']): string {
  const waiting = pending_restart.length === 0 ? '' : `; at the next start: ${pending_restart.join(', ')}`;
  return (valid ? 'ok' : 'THE FILE IS INVALID; the previous configuration stays in effect') + waiting;
}

function pluginText({ name, version, state, problem }: PluginStatus): string {
  const fault = state === 'loaded' ? [] : [`IS ${state.toUpperCase()}:`, problem ?? ''];
  return printable('Plugin'.padEnd(15) + [name, version ?? '', ...fault].filter(Boolean).join(' '));
}

const approvalText = (count: number): readonly string[] =>
  count === 0 ? [] : [`Approvals      ${count} pending; see \`gatehouse approvals list\``];

function serverText({ name, state, tools, withheld, problem }: Status['mcp_servers'][number]): string {
  const fault = state === 'down' ? [`IS DOWN: ${problem ?? ''}`] : [];
  const counts = [counted(tools, 'tool'), ...(withheld > 0 ? [`${withheld} withheld`] : [])].join(', ');
  return printable('Tools'.padEnd(15) + [name, ...fault].join(' ') + `, ${counts}`);
}

function toolsText({ agent, offered, asking, left_out }: Status['agent_tools'][number]): string {
  const reasons = Object.entries(left_out).map(([reason, count]) => `${count} ${reason}`);
  const asks = asking > 0 ? [`${asking} need approval`] : [];
  const missing =
    reasons.length > 0 ? [`unavailable: ${reasons.join(', ')} (\`gatehouse mcp tools SERVER\`)`] : [];
  return printable(
    ''.padEnd(15) + [`agent ${agent} has ${counted(offered, 'tool')}`, ...asks, ...missing].join('; '),
  );
}

function webhookText({
  id,
  state,
  waiting,
  dead,
  last_failure: failure,
}: Status['webhooks'][number]): string {
  const fault = state === 'on' ? [] : [`IS ${state.toUpperCase()}: ${failure ?? ''}`];
  const counts = [`${waiting} waiting`, ...(dead > 0 ? [`${dead} failed`] : [])].join(', ');
  return printable('Webhook'.padEnd(15) + [id, ...fault].join(' ') + `, ${counts}`);
}

const holdText = (holds: number): readonly string[] =>
  holds === 0
    ? []
    : [`Holds          ${counted(holds, 'conversation')} held; see \`gatehouse conversations list --held\``];

const loopText = (loops: number | null): readonly string[] =>
  loops
    ? [`Loops          ${counted(loops, 'conversation')} not answered; see \`gatehouse loops list\``]
    : [];

function jobText(jobs: Readonly<Record<string, number>>): string {
  const kinds = Object.entries(jobs).map(([kind, count]) => `${count} ${kind}`);
  return kinds.length === 0 ? 'none waiting' : kinds.join(', ');
}

function accountTable(table: Table, accounts: readonly Account[]): string {
  if (accounts.length === 0) return 'No channel is configured.';
  const rows = accounts.map(
    ({ channel, account, status, reason, since = null, last_error = null, last_error_at: at = null }) => [
      channel,
      account,
      status,
      since === null ? '' : fromNow(since),
      printable(
        reason ?? (last_error === null || at === null ? '' : `last error ${fromNow(at)}: ${last_error}`),
      ),
    ],
  );
  return table(['CHANNEL', 'ACCOUNT', 'STATE', 'SINCE', 'REASON'], rows);
}

function agentTable(table: Table, agents: Status['agents']): string {
  const rows = agents.flatMap(({ id, runtime, model, state, reason, passed_over: passedOver = [] }) => [
    [id, runtime, model ?? '', state, printable(reason ?? '')],
    ...passedOver.map((each) => ['', each.runtime, each.model ?? '', 'skipped', printable(each.reason)]),
  ]);
  return table(['AGENT', 'RUNTIME', 'MODEL', 'STATE', 'REASON'], rows);
}

/** Everything known about one channel. What an unreachable service did not report is left out. */
export function channelDetails({ channel, capabilities, accounts }: Channel): string {
  const lines = accounts.flatMap(({ account, dm_policy, group_policy, probe, ...each }) => [
    `  ${account}: direct messages ${dm_policy}, groups ${group_policy}`,
    `    can: ${featureText(each.capabilities)}`,
    ...Object.entries(probe ?? {})
      .filter(([, value]) => value !== null)
      .map(([name, value]) => `    ${name}: ${printable(String(value))}`),
  ]);
  const general = accounts.length === 0 ? [`  can: ${featureText(capabilities)}`] : [];
  return [channel, ...general, ...lines].join('\n');
}

const featureText = ({ features }: Channel['capabilities']): string =>
  Object.entries(features)
    .map(([name, support]) => `${name}: ${support}`)
    .join(', ');
