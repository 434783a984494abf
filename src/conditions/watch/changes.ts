import type { AlertsConfig } from '../../config/index.js';
import { isAlertCode, rowOf } from '../codes.js';
import type { Alert } from '../condition.js';
import type { Look } from '../conditions.service.js';
import type { RaisedAlert } from './raised-alert.js';

const MINUTE_MS = 60_000;
/** An alert has to be gone for so long at most before it is over; for those without a time of their own always. */
const SETTLED_MS = 5 * MINUTE_MS;

/** A step of an alert. */
export type Change =
  | { readonly kind: 'raise'; readonly alert: Alert }
  | { readonly kind: 'clear'; readonly alert: RaisedAlert }
  /** It is not found any more since then, or found again (null), which is noted and told to nobody. */
  | { readonly kind: 'note'; readonly alert: RaisedAlert; readonly absentSince: number | null };

/**
 * The steps from the alerts that are open to those that are found. Nothing is raised before it is due, and nothing is
 * over before it has been gone for a while, so that what comes and goes is one alert.
 */
export function changesOf(
  open: readonly RaisedAlert[],
  look: Look,
  now: number,
  config: AlertsConfig,
): readonly Change[] {
  const keys = new Set(open.map(keyOf));
  const present = new Set(look.alerts.map(keyOf));
  const raised = new Map<string, Change>();
  for (const alert of look.alerts)
    if (alert.isDue && !keys.has(keyOf(alert))) raised.set(keyOf(alert), { kind: 'raise', alert });
  const others = open.flatMap((alert): readonly Change[] => {
    const isHere = present.has(keyOf(alert)) || look.unknown.has(alert.code);
    return isHere ? stays(alert) : goes(alert, now, settledMs(alert.code, config));
  });
  return [...others, ...raised.values()];
}

const keyOf = ({ code, subject }: Pick<RaisedAlert, 'code' | 'subject'>): string => `${code} ${subject}`;

const stays = (alert: RaisedAlert): readonly Change[] =>
  alert.absentSince === null ? [] : [{ kind: 'note', alert, absentSince: null }];

function goes(alert: RaisedAlert, now: number, settled: number): readonly Change[] {
  const { absentSince } = alert;
  // A clock that was set back must not keep it open until then.
  const since = absentSince === null || absentSince > now ? now : absentSince;
  if (now - since >= settled) return [{ kind: 'clear', alert: { ...alert, absentSince: since } }];
  return since === absentSince ? [] : [{ kind: 'note', alert, absentSince: since }];
}

/** It is over once it is gone for as long as it had to last, where a setting says how long that is. */
function settledMs(code: string, config: AlertsConfig): number {
  const minutes = isAlertCode(code) ? rowOf(code).minutes : undefined;
  return typeof minutes === 'string' ? Math.min(config[minutes] * MINUTE_MS, SETTLED_MS) : SETTLED_MS;
}
