import { type CheckState, filled, type Finding, type ReasonFacts, reasons } from '../common/index.js';

/** What may be wrong with the gateway itself: a row each, for the doctor and for the alerts of `status` (ADR 0096). */
export const FAULTS = reasons({
  'database-unavailable': {
    what: 'The database does not answer, or stores nothing.',
    setting: 'DATABASE_URL',
    remedy: 'Look at the database, its disk and its address; the gateway goes on by itself once it answers.',
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
      'If it is not, somebody writes such headers, which have no effect.',
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
  'budget-reached': {
    what: 'A budget is used up, or nearly.',
    setting: 'usage.budgets',
    remedy: '`gatehouse budgets list` shows it; `gatehouse budgets allow` adds to it for a time.',
  },
  'account-down': {
    what: 'An account has no connection to its service.',
    remedy: '`gatehouse status --deep` asks the service; start it, or correct its address.',
  },
  'bad-credentials': {
    what: 'The service refuses the password or token of an account.',
    remedy: "Set the account's password or token anew: `gatehouse config set`.",
  },
  'oldest-unanswered': {
    what: 'A message has waited for its answer for long.',
    remedy:
      '`gatehouse status` shows what waits; `gatehouse logs --level warn` says why, `gatehouse explain ID` for one message.',
  },
  'dead-letters': {
    what: 'Messages or jobs were given up.',
    remedy:
      '`gatehouse deliveries list --status dead` and `gatehouse dead-letters list` say why; `retry` behind each tries again.',
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
  'model-failing': {
    what: 'The model of an agent fails.',
    setting: 'agents.list',
    remedy: 'Look whether its service runs and takes its key: `gatehouse agents test <id>`.',
  },
  'model-passed-over': {
    what: 'A model of an agent fails, and another answers instead.',
    setting: 'agents.list',
    remedy: 'Another model answers meanwhile; look whether its service runs and takes its key.',
  },
});
export type Fault = keyof typeof FAULTS;

interface Found {
  /** `warning` when left out. */
  readonly state?: CheckState;
  /** For the remedy; `setting` replaces that of the row. */
  readonly facts?: ReasonFacts;
}

/** A fault as a check reports it. @param message the case itself, without a full stop */
export function faultFound(
  fault: Fault,
  message: string,
  { state = 'warning', facts = {} }: Found = {},
): Finding {
  const row: { readonly setting?: string; readonly remedy: string } = FAULTS[fault];
  const setting = facts.setting ?? row.setting;
  const known = setting === undefined ? facts : { ...facts, setting };
  return { state, message, ...(setting !== undefined && { setting }), remedy: filled(row.remedy, known) };
}

export const ok = (message: string): Finding => ({ state: 'ok', message });
