import type { AlertCode } from './alert.dto.js';

interface Advice {
  readonly setting?: string;
  readonly remedy: string;
}

/** The remedy of each alert, in one place until the table of reasons has a row for each. */
export const ALERT_REMEDIES: Readonly<Record<AlertCode, Advice>> = {
  'database-unavailable': {
    setting: 'DATABASE_URL',
    remedy: 'Look at the database, its disk and its address; the gateway goes on by itself once it answers.',
  },
  'configuration-invalid': {
    remedy: 'Correct the file; `gatehouse config validate` names each problem.',
  },
  'plugin-broken': { remedy: 'Install it again, or remove its channel: `gatehouse plugins list`.' },
  'account-down': {
    remedy: '`gatehouse status --deep` asks the service; start it, or correct its address.',
  },
  'bad-credentials': { remedy: "Set the account's password or token anew: `gatehouse config set`." },
  'oldest-unanswered': {
    remedy:
      '`gatehouse status` shows what waits; `gatehouse logs --level warn` says why, `gatehouse explain <id>` for one message.',
  },
  'dead-letters': {
    remedy:
      '`gatehouse deliveries list --status dead` and `gatehouse dead-letters list` say why; `retry` behind each tries again.',
  },
  'model-failing': {
    setting: 'agents.list',
    remedy: 'Look whether its service runs and takes its key: `gatehouse agents test <id>`.',
  },
  'model-passed-over': {
    setting: 'agents.list',
    remedy: 'Another model answers meanwhile; look whether its service runs and takes its key.',
  },
  'budget-reached': {
    setting: 'usage.budgets',
    remedy: '`gatehouse budgets list` shows it; `gatehouse budgets allow` adds to it for a time.',
  },
  'disk-nearly-full': {
    setting: 'retention',
    remedy: 'Make room, or keep messages and files for less long: `retention`, `media.maxTotalMb`.',
  },
};
