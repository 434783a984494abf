import { type Reason, reasons } from '../common/index.js';
import type { WebhookType } from '../config/index.js';

/** What may be wrong with the gateway itself: a row each (ADR 0096). */
export interface Row extends Reason {
  /** How long it has to last before it is an alert: the setting of `alerts`, or minutes. Left out = not at all. */
  readonly minutes?: number | 'channelDownMinutes' | 'modelFailingMinutes' | 'unansweredMinutes';
  /** Webhooks that list these are told by them instead of by an alert: when it begins, and when it is over. */
  readonly events?: Readonly<Record<AlertChange, WebhookType>>;
}
export type AlertChange = 'raised' | 'cleared';

const OF_CHANNELS = { raised: 'channel.down', cleared: 'channel.up' } as const;
const OF_AGENTS = { raised: 'agent.failing', cleared: 'agent.recovered' } as const;

export const CONDITIONS = reasons({
  'database-unavailable': {
    what: 'The database does not answer, or stores nothing.',
    setting: 'DATABASE_URL',
    remedy:
      'Check the database, its disk and its address; the gateway continues automatically once it answers.',
  },
  'database-damaged': {
    what: 'The database file, or its log, is damaged.',
    remedy:
      '`gatehouse db check` lists what is wrong; how to restore a backup: `gatehouse help operations/backup`',
  },
  'database-slow': {
    what: 'The database is slow, and each message waits for it several times.',
    remedy: 'Check what else uses its disk; a memory card or a network folder is too slow for a database.',
  },
  'other-schema': {
    what: 'The database schema belongs to another release.',
    remedy:
      'Run the same release on all replicas (`gatehouse help operations/upgrade`), and restart this one.',
  },
  'configuration-invalid': {
    what: 'The configuration file is invalid, so it is not in force.',
    remedy: 'Correct the file; `gatehouse config validate` names each problem.',
  },
  'setting-invalid': {
    what: 'A setting of the file has an invalid value.',
    remedy: '`gatehouse config set {setting} VALUE`',
  },
  'secret-invalid': {
    what: 'A secret in the file has an invalid value.',
    remedy: '`gatehouse config set {setting} -` reads it from standard input.',
  },
  'setting-unknown': {
    what: 'The file has a setting that does not exist.',
    remedy: '`gatehouse config unset {setting}`',
  },
  'variable-invalid': {
    what: 'A setting that an environment variable sets has an invalid value.',
    remedy: 'Correct the variable where the gateway is started, and restart it.',
  },
  'restart-pending': {
    what: 'A configuration change takes effect at the next start.',
    remedy: 'Restart the gateway; no message is lost.',
  },
  'setting-without-effect': {
    what: 'A setting is valid, but has no effect.',
    remedy: 'Correct the entry, or remove it with `gatehouse config unset`.',
  },
  'plugin-broken': {
    what: 'A plugin is missing, or cannot be used.',
    remedy: 'Install it again, or remove its channel: `gatehouse plugins list`.',
  },
  'plugin-outdated': {
    what: 'A bundled plugin is from another release than the gateway.',
    remedy: '`gatehouse plugins install {channel}`; then restart the gateway.',
  },
  'plugin-waiting': {
    what: 'A plugin was installed or removed after the start.',
    remedy: 'Restart the gateway; no message is lost.',
  },
  'proxy-untrusted': {
    what: 'Requests come through a proxy that is not trusted, so all its clients count as one.',
    setting: 'gateway.trustedProxies',
    remedy:
      'If {address} is your proxy: `gatehouse config set {list} {address}`, then restart the gateway. ' +
      'Otherwise a client is sending these headers; they are ignored.',
  },
  'session-shared': {
    what: 'Several people share the main session.',
    setting: 'session.dmScope',
    remedy: '`gatehouse config set {setting} per-sender`',
  },
  'account-missing': {
    what: 'There are grants for an account that is not configured.',
    remedy:
      'Configure the account again, or remove the grants: `gatehouse grants list {channel}`, then `gatehouse grants remove ID`',
  },
  'token-ending': {
    what: 'An admin token expires soon, or expired while it was in use.',
    remedy: 'Replace it: `gatehouse tokens create {role}`, then `gatehouse tokens revoke {id}`',
  },
  'key-ending': {
    what: 'An API key expires soon, or expired while it was in use.',
    remedy: 'Replace it: `gatehouse keys create {user}`, then `gatehouse keys revoke {user} {id}`',
  },
  'limit-reached': {
    what: 'An API key has reached its limit per minute, hour or day; its requests are refused until that period ends.',
    setting: 'dataApi.limits',
    remedy: 'Make its program call less often, or raise the limit: `gatehouse config set {setting} NUMBER`',
  },
  'own-limit-reached': {
    what: 'An API key has reached a limit of its own; its requests are refused until that minute, hour or day ends.',
    remedy:
      'Make its program call less often, or give it a key with a higher limit: `gatehouse keys create {user}`, then `gatehouse keys revoke {user} {id}`',
  },
  'budget-reached': {
    what: 'A budget is used up, or nearly.',
    setting: 'usage.budgets',
    remedy: '`gatehouse budgets list` shows it; `gatehouse budgets allow` adds to it for a time.',
  },
  'account-down': {
    what: 'An account has no connection to its service.',
    remedy: '`gatehouse status --deep` asks the service; start it, or correct its address.',
    minutes: 'channelDownMinutes',
    events: OF_CHANNELS,
  },
  'bad-credentials': {
    what: 'The service refuses the password or token of an account.',
    remedy: "Set the account's password or token again: `gatehouse config set`.",
    minutes: 'channelDownMinutes',
    events: OF_CHANNELS,
  },
  'oldest-unanswered': {
    what: 'A message has waited too long for its answer.',
    remedy:
      '`gatehouse status` shows what waits; `gatehouse logs --level warn` says why, `gatehouse explain ID` for one message.',
    minutes: 'unansweredMinutes',
  },
  'dead-letters': {
    what: 'Messages or jobs failed for good.',
    remedy:
      '`gatehouse deliveries list --status dead` and `gatehouse dead-letters list` show why; `deliveries retry ID` and `dead-letters retry ID` try again.',
  },
  'job-crashed': {
    what: 'A message or job crashed the gateway twice with an uncaught error, and was set aside.',
    remedy:
      '`gatehouse dead-letters list` shows the error: report it, and update (`gatehouse update check`); then `gatehouse dead-letters retry ID`.',
  },
  'old-holds': {
    what: 'Conversations have been on hold for more than a day.',
    remedy:
      '`gatehouse conversations list --held` shows them; `gatehouse conversations release ID` ends one.',
  },
  'loop-break': {
    what: 'Two programs seem to answer each other in a conversation.',
    setting: 'messages.loopBreaker',
    remedy: '`gatehouse loops list` shows them; `gatehouse loops end ID` resumes the answers.',
  },
  'approval-target-missing': {
    what: 'Approval requests go to an account that is not configured.',
    setting: 'approvals.to',
    remedy: 'Correct the target, or configure its account; until then its requests reach no one.',
  },
  'approval-undecidable': {
    what: 'A tool call is pending, and no one in a chat may approve or deny it.',
    setting: 'approvals.to',
    remedy:
      '`gatehouse approvals list --state pending` shows it; `gatehouse approvals approve CODE` or `deny CODE` decides. ' +
      'For future requests, name a chat with operators in `approvals.to`.',
  },
  'model-failing': {
    what: 'The model of an agent fails.',
    setting: 'agents.list',
    remedy: 'Check that its service runs and accepts its key: `gatehouse agents test <id>`.',
    minutes: 'modelFailingMinutes',
    events: OF_AGENTS,
  },
  'model-passed-over': {
    what: 'A model of an agent fails, and another answers instead.',
    setting: 'agents.list',
    remedy: 'Check that its service runs and accepts its key; another model answers meanwhile.',
    minutes: 'modelFailingMinutes',
  },
  'mcp-login-needed': {
    what: 'An MCP server needs a login; until then, calls to its tools fail.',
    setting: 'mcp.servers',
    remedy: '`gatehouse mcp login {server}` prints an address for the login.',
  },
  'mcp-server-down': {
    what: 'An MCP server does not answer; calls to its tools fail.',
    setting: 'mcp.servers',
    remedy: '`gatehouse mcp list --probe` tests it; start it, or correct its address or command.',
    minutes: 1,
  },
  'mcp-no-tools': {
    what: 'An MCP server does not declare the capability `tools`, so its tools are not used.',
    setting: 'mcp.servers',
    remedy:
      'Check that it is the right server and how it is started; `gatehouse mcp remove {server}` removes it.',
  },
  'mcp-tools-waiting': {
    what: 'Tools of an MCP server are new or have changed, and are withheld until they are accepted.',
    setting: 'mcp.servers',
    remedy: '`gatehouse mcp accept {server}` shows the changes, and asks before it accepts them.',
  },
  'mcp-tools-unfit': {
    what: 'A model does not accept the definition of a tool, so it does not get that tool.',
    setting: 'mcp.servers',
    remedy:
      'Ask the author of the server to change the tool, or deny it in the `tools` of agent {agent}; `gatehouse mcp tools {server}` shows details.',
  },
  'mcp-tools-over-limit': {
    what: 'An agent has more MCP tools than fit into a request, so some are left out.',
    setting: 'agents.list',
    remedy: 'List the needed tools in `mcp.servers`, or deny others in the `tools` of agent {agent}.',
  },
  'webhook-failing': {
    what: 'The receiver of a webhook does not accept messages; they are retried for a day.',
    setting: 'webhooks.list',
    remedy: 'Check that it runs, and its log; `gatehouse webhooks test {id}` sends it a message now.',
    minutes: 15,
  },
  'webhook-off': {
    what: 'The receiver of a webhook wants no more messages (HTTP 410), so none are stored for it.',
    setting: 'webhooks.list',
    remedy: 'Remove it from the configuration, or switch it on again: `gatehouse webhooks on {id}`.',
  },
  'webhook-messages-dead': {
    what: 'Messages for a webhook were not delivered.',
    setting: 'webhooks.list',
    remedy: '`gatehouse webhooks resend {id}` sends them again.',
  },
  'node-unsafe': {
    what: 'The Node that runs the gateway has known security holes.',
    remedy:
      'Install a newer release of its line (https://nodejs.org), and restart the gateway; a package of your distribution may have the fixes under an older version.',
  },
  'state-dir-missing': {
    what: 'The folder of the gateway does not exist.',
    setting: 'GATEHOUSE_STATE_DIR',
    remedy:
      '`gatehouse start` creates it. If a gateway should be here, check the user and `GATEHOUSE_STATE_DIR`.',
  },
  'state-dir-unusable': {
    what: 'The folder of the gateway cannot be read or written.',
    setting: 'GATEHOUSE_STATE_DIR',
    remedy: 'Make the user who runs the gateway its owner, or name another folder.',
  },
  'network-file-system': {
    what: 'The database file is on a network file system, which may lose or corrupt data.',
    setting: 'GATEHOUSE_STATE_DIR',
    remedy:
      'Move the folder to a disk of this machine, or use PostgreSQL: `DATABASE_URL` (`gatehouse help operations/database`).',
  },
  'disk-nearly-full': {
    what: 'Disk space for the database and files is low.',
    setting: 'retention',
    remedy:
      'Free disk space, or keep messages and files for a shorter time: `retention`, `media.maxTotalMb`.',
  },
  'mode-open': {
    what: 'Other users of this machine can read a file of the gateway.',
    remedy: '`gatehouse doctor --fix` removes their access.',
  },
  'secrets-folder-missing': {
    what: 'The folder of the secret files that settings name does not exist.',
    remedy: '`gatehouse doctor --fix` creates it; then write the secrets into it.',
  },
  'secret-missing': {
    what: 'A setting names a secret file that does not exist.',
    remedy: '`(umask 077; cat > {file})`, paste the secret, then Ctrl-D.',
  },
  'token-guessable': {
    what: 'The owner token is short, common or used elsewhere.',
    remedy:
      'Replace it, for instance with the output of `openssl rand -hex 24`, and restart the gateway. Tokens for others: `gatehouse tokens create viewer`.',
  },
  'certificate-unusable': {
    what: 'The certificate of the gateway cannot be used.',
    remedy: 'Install a certificate and its own key there; the gateway loads them within seconds.',
  },
  'certificate-ending': {
    what: 'The certificate of the gateway expires soon, or has expired.',
    remedy: 'Renew it; the gateway loads the new file within seconds.',
  },
  'backup-old': {
    what: 'There is no verified backup from the last week.',
    remedy:
      'Schedule backups to another disk: `backup.everyHours` and `backup.folder` (`gatehouse help operations/backup`); `gatehouse backup create` makes one now.',
  },
  'backup-failing': {
    what: 'Scheduled backups fail.',
    setting: 'backup.folder',
    remedy:
      'Free space in the folder, or let the gateway write there; `gatehouse backup create` makes one now.',
  },
  'gateway-away': {
    what: 'No gateway answers here.',
    remedy: '`gatehouse start` shows why it does not start; some checks need a running gateway.',
  },
  'gateway-hangs': {
    what: 'The gateway process is running but does not answer.',
    remedy: 'Stop it, and start it again; no message is lost. Its log shows what it was doing.',
  },
  'port-taken': {
    what: 'The gateway cannot listen on its port.',
    setting: 'gateway.port',
    remedy: 'Stop the other program, or `gatehouse config set {setting} NUMBER`',
  },
  leftover: {
    what: 'A gateway that was killed left a file behind.',
    remedy: '`gatehouse doctor --fix` deletes it.',
  },
});
export type ConditionCode = keyof typeof CONDITIONS;

/** The conditions that need a person now, or will if they last. */
export const ALERT_CODES = [
  'database-unavailable',
  'configuration-invalid',
  'plugin-broken',
  'account-down',
  'bad-credentials',
  'oldest-unanswered',
  'dead-letters',
  'job-crashed',
  'model-failing',
  'model-passed-over',
  'budget-reached',
  'mcp-login-needed',
  'mcp-server-down',
  'mcp-tools-waiting',
  'mcp-tools-unfit',
  'webhook-off',
  'webhook-failing',
  'disk-nearly-full',
  'backup-failing',
  'backup-old',
  'certificate-ending',
  'certificate-unusable',
] as const satisfies readonly ConditionCode[];
export type AlertCode = (typeof ALERT_CODES)[number];

const ALERTS: ReadonlySet<string> = new Set(ALERT_CODES);
export const isAlertCode = (code: string): code is AlertCode => ALERTS.has(code);

export const rowOf = (code: ConditionCode): Row => CONDITIONS[code];

/** The event of webhooks that a change of an alert is. @param code of this release or of another one */
export const eventOf = (code: string, change: AlertChange): WebhookType | undefined =>
  isAlertCode(code) ? rowOf(code).events?.[change] : undefined;

/** The codes of the same event: it is told when the first of them begins, and when the last one is over. */
export const sameEventAs = (code: string): readonly AlertCode[] =>
  ALERT_CODES.filter((each) => eventOf(each, 'raised') === eventOf(code, 'raised'));
