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
    remedy: 'Look at the database, its disk and its address; the gateway goes on by itself once it answers.',
  },
  'database-damaged': {
    what: 'The file of the database, or its log, is damaged.',
    remedy: '`gatehouse db check` lists what is wrong; how to restore a backup: docs/operations/backup.md',
  },
  'database-slow': {
    what: 'The database takes long, and each message waits for it several times.',
    remedy:
      'Look what else uses its disk; a memory card or a folder on the network is too slow for a database.',
  },
  'other-schema': {
    what: 'The schema of the database is that of another release.',
    remedy: 'Let all replicas run the same release (docs/operations/upgrade.md), and restart this one.',
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
    what: 'A change of the configuration takes effect at the next start.',
    remedy: 'Restart the gateway; no message is lost by that.',
  },
  'setting-without-effect': {
    what: 'A setting is valid, but cannot have its effect.',
    remedy: 'Correct the entry, or take it out with `gatehouse config unset`.',
  },
  'plugin-broken': {
    what: 'A plugin is missing, or cannot be used.',
    remedy: 'Install it again, or remove its channel: `gatehouse plugins list`.',
  },
  'plugin-outdated': {
    what: 'A plugin that comes with the gateway is of another release.',
    remedy: '`gatehouse plugins install {channel}`; then restart the gateway.',
  },
  'plugin-waiting': {
    what: 'A plugin was installed or removed after the start.',
    remedy: 'Restart the gateway; no message is lost by that.',
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
      'Configure the account again, or take them away: `gatehouse grants list {channel}`, then `gatehouse grants remove ID`',
  },
  'token-ending': {
    what: 'An admin token ends soon, or ended while it was in use.',
    remedy: 'Replace it: `gatehouse tokens create {role}`, then `gatehouse tokens revoke {id}`',
  },
  'key-ending': {
    what: 'An API key ends soon, or ended while it was in use.',
    remedy: 'Replace it: `gatehouse keys create {user}`, then `gatehouse keys revoke {user} {id}`',
  },
  'limit-reached': {
    what: 'An API key has used up the requests of its minute, hour or day, and is refused until that ends.',
    setting: 'dataApi.limits',
    remedy: 'Let its program call less often, or allow more: `gatehouse config set {setting} NUMBER`',
  },
  'own-limit-reached': {
    what: 'An API key has used up a limit of its own, and is refused until the end of its minute, hour or day.',
    remedy:
      'Let its program call less often, or give it a key with more: `gatehouse keys create {user}`, then `gatehouse keys revoke {user} {id}`',
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
    what: 'A message has waited for its answer for long.',
    remedy:
      '`gatehouse status` shows what waits; `gatehouse logs --level warn` says why, `gatehouse explain ID` for one message.',
    minutes: 'unansweredMinutes',
  },
  'dead-letters': {
    what: 'Messages or jobs were given up.',
    remedy:
      '`gatehouse deliveries list --status dead` and `gatehouse dead-letters list` say why; `retry` behind each tries again.',
  },
  'job-crashed': {
    what: 'A message or job ended the gateway twice, by an error that nothing caught, and was set aside.',
    remedy:
      '`gatehouse dead-letters list` shows the error: report it, and update (`gatehouse update check`); then `gatehouse dead-letters retry ID`.',
  },
  'old-holds': {
    what: 'Conversations are held for longer than a day.',
    remedy:
      '`gatehouse conversations list --held` shows them; `gatehouse conversations release ID` ends one.',
  },
  'loop-break': {
    what: 'Two programs seem to answer each other in a conversation.',
    setting: 'messages.loopBreaker',
    remedy: '`gatehouse loops list` shows them; `gatehouse loops end ID` answers there again.',
  },
  'approval-target-missing': {
    what: 'Requests for approvals are to be shown at an account that is not configured.',
    setting: 'approvals.to',
    remedy: 'Correct the target, or configure its account; until then no one is asked there.',
  },
  'approval-undecidable': {
    what: 'A tool call is pending, and no one in a chat may decide about it.',
    setting: 'approvals.to',
    remedy:
      '`gatehouse approvals list --state pending` shows it; `gatehouse approvals approve CODE` or `deny CODE` decides. ' +
      'For the next ones name a place with operators in `approvals.to`.',
  },
  'model-failing': {
    what: 'The model of an agent fails.',
    setting: 'agents.list',
    remedy: 'Look whether its service runs and takes its key: `gatehouse agents test <id>`.',
    minutes: 'modelFailingMinutes',
    events: OF_AGENTS,
  },
  'model-passed-over': {
    what: 'A model of an agent fails, and another answers instead.',
    setting: 'agents.list',
    remedy: 'Another model answers meanwhile; look whether its service runs and takes its key.',
    minutes: 'modelFailingMinutes',
  },
  'mcp-login-needed': {
    what: 'A server of tools wants a person to log in; until then calls of its tools fail.',
    setting: 'mcp.servers',
    remedy: '`gatehouse mcp login {server}` gives an address at which a person logs in.',
  },
  'mcp-server-down': {
    what: 'A server of tools does not answer; calls of its tools fail.',
    setting: 'mcp.servers',
    remedy: '`gatehouse mcp list --probe` asks it; start it, or correct its address or command.',
    minutes: 1,
  },
  'mcp-no-tools': {
    what: 'A server of tools does not declare the capability `tools`, so no model gets any of it.',
    setting: 'mcp.servers',
    remedy:
      'Look whether it is the right server and how it is started; `gatehouse mcp remove {server}` removes it.',
  },
  'mcp-tools-waiting': {
    what: 'Tools of a server are new or have changed, and are withheld until they are accepted.',
    setting: 'mcp.servers',
    remedy: '`gatehouse mcp accept {server}` shows what is new, and asks before it accepts it.',
  },
  'mcp-tools-unfit': {
    what: 'A model does not take the definition of a tool, so it does not get that tool.',
    setting: 'mcp.servers',
    remedy:
      'Ask the author of the server to change it, or deny it in the `tools` of agent {agent}; `gatehouse mcp tools {server}` says more.',
  },
  'mcp-tools-over-limit': {
    what: 'An agent has more tools of servers than a request takes, so some are left out.',
    setting: 'agents.list',
    remedy:
      'Name the tools that are needed in `mcp.servers`, or deny others in the `tools` of agent {agent}.',
  },
  'webhook-failing': {
    what: 'The receiver of a webhook does not take messages; they wait for it, for a day.',
    setting: 'webhooks.list',
    remedy: 'Look whether it runs and what it logs; `gatehouse webhooks test {id}` sends it a message now.',
    minutes: 15,
  },
  'webhook-off': {
    what: 'The receiver of a webhook wants no more messages (HTTP 410), so none is stored for it.',
    setting: 'webhooks.list',
    remedy: 'Take it out of the configuration, or have it told again: `gatehouse webhooks on {id}`.',
  },
  'webhook-messages-dead': {
    what: 'Messages for a webhook were given up.',
    setting: 'webhooks.list',
    remedy: '`gatehouse webhooks resend {id}` has them wait again.',
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
      '`gatehouse start` creates it. If a gateway should be here: is this its user, and its `GATEHOUSE_STATE_DIR`?',
  },
  'state-dir-unusable': {
    what: 'The folder of the gateway cannot be read or written.',
    setting: 'GATEHOUSE_STATE_DIR',
    remedy: 'Give it to the user who runs the gateway, or name another folder.',
  },
  'network-file-system': {
    what: 'The database file is on a file system of another machine, which may lose or mix up what it stores.',
    setting: 'GATEHOUSE_STATE_DIR',
    remedy:
      'Move the folder to a disk of this machine, or use PostgreSQL: `DATABASE_URL` (docs/operations/database.md).',
  },
  'disk-nearly-full': {
    what: 'There is little room for the database and for files.',
    setting: 'retention',
    remedy: 'Make room, or keep messages and files for less long: `retention`, `media.maxTotalMb`.',
  },
  'mode-open': {
    what: 'Others on this machine may read a file of the gateway.',
    remedy: '`gatehouse doctor --fix` takes the right away from them.',
  },
  'secrets-folder-missing': {
    what: 'The folder of the secrets that settings name does not exist.',
    remedy: '`gatehouse doctor --fix` creates it; then write the secrets into it.',
  },
  'secret-missing': {
    what: 'A setting names a file with its secret that does not exist.',
    remedy: '`(umask 077; cat > {file})`, paste the secret, then Ctrl-D.',
  },
  'token-guessable': {
    what: 'The token of the owner is short, common or used elsewhere.',
    remedy:
      'Make another one, for instance `openssl rand -hex 24`, put it there, and restart the gateway. Tokens for others: `gatehouse tokens create viewer`.',
  },
  'certificate-unusable': {
    what: 'The certificate of the gateway cannot be used.',
    remedy: 'Put a certificate and its own key there; the gateway takes them within seconds.',
  },
  'certificate-ending': {
    what: 'The certificate of the gateway ends soon, or has ended.',
    remedy: 'Renew it; the gateway takes the new file within seconds.',
  },
  'backup-old': {
    what: 'There is no backup of the last week that was read back.',
    remedy:
      'Let the gateway make them, to another disk: `backup.everyHours` and `backup.folder` (docs/operations/backup.md); `gatehouse backup create` makes one now.',
  },
  'backup-failing': {
    what: 'The backups that the gateway makes by itself fail.',
    setting: 'backup.folder',
    remedy:
      'Make room in the folder, or give the gateway the right to write there; `gatehouse backup create` tries it now.',
  },
  'gateway-away': {
    what: 'No gateway answers here.',
    remedy: '`gatehouse start` says why it does not start; some checks need a running gateway.',
  },
  'gateway-hangs': {
    what: 'The process of the gateway is there, and does not answer.',
    remedy: 'End it, and start it again: no message is lost by that. Its log says what it was at.',
  },
  'port-taken': {
    what: 'The gateway cannot listen on its port.',
    setting: 'gateway.port',
    remedy: 'End the other program, or `gatehouse config set {setting} NUMBER`',
  },
  leftover: {
    what: 'A file is left of a gateway that was killed.',
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
