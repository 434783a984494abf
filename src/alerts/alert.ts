import type { Finding, Reason } from '../common/index.js';
import type { WebhookType } from '../config/index.js';
import { FAULTS } from '../doctor/index.js';

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
] as const;
/** A fault of the same name is in the doctor's table. */
export type AlertCode = (typeof ALERT_CODES)[number];

/** Alerts that are events of their subject, for the webhooks that list these: when they begin, and when they are over. */
const OWN_EVENTS: Readonly<Partial<Record<string, Readonly<Record<AlertChange, WebhookType>>>>> = {
  'account-down': { raised: 'channel.down', cleared: 'channel.up' },
  'bad-credentials': { raised: 'channel.down', cleared: 'channel.up' },
  'model-failing': { raised: 'agent.failing', cleared: 'agent.recovered' },
};
export type AlertChange = 'raised' | 'cleared';

export const ownEventOf = (code: string, change: AlertChange): WebhookType | undefined =>
  OWN_EVENTS[code]?.[change];

/** The codes that are the same event: that is told when the first of them begins, and when the last one is over. */
export const sameEventAs = (code: string): readonly string[] =>
  Object.keys(OWN_EVENTS).filter((each) => OWN_EVENTS[each]?.raised === OWN_EVENTS[code]?.raised);

/** What an event tells of its subject. */
export type EventData = Readonly<Record<string, unknown>>;

/** Something that needs a person now, or will if it lasts. */
export interface Alert {
  readonly code: AlertCode;
  /** Tells several with one code apart: the account, agent, budget, server, webhook or plugin; empty where there can be one only. */
  readonly subject: string;
  /** The fault and its place, in words, without a full stop; no secret, no text of a message. */
  readonly message: string;
  /** Epoch ms; null where nobody knows. */
  readonly since: number | null;
  readonly setting: string | null;
  readonly remedy: string | null;
  /** False while it may pass by itself, or cannot be told: that raises no alert, and ends none. */
  readonly isDue: boolean;
  /** That of its own event. */
  readonly event?: EventData | undefined;
}

interface Told extends Partial<Omit<Alert, 'code' | 'message'>> {
  readonly code: AlertCode;
  readonly message: string;
}

/** An alert that is due, unless told otherwise; its advice is that of its fault, unless the subject has its own. */
export function alertOf({ code, message, setting, remedy, ...told }: Told): Alert {
  const row: Partial<Reason> = FAULTS[code];
  return {
    subject: '',
    since: null,
    isDue: true,
    ...told,
    code,
    message,
    setting: setting ?? row.setting ?? null,
    remedy: remedy ?? row.remedy ?? null,
  };
}

/** An alert of a check of the doctor. */
export const alertOfFinding = (code: AlertCode, { message, setting, remedy }: Finding, isDue = true): Alert =>
  alertOf({ code, message, setting: setting ?? null, remedy: remedy ?? null, isDue });
