import { Injectable, Logger } from '@nestjs/common';
import { Clock, errorText, isoTime, isoTimeOrNull } from '../../common/index.js';
import { ALERTS, type AlertsConfig, GatehouseConfig } from '../../config/index.js';
import { Database } from '../../persistence/index.js';
import type { Alert } from '../condition.js';
import { Conditions, type Look } from '../conditions.service.js';
import { AlertNotices } from './alert-notices.service.js';
import { type AlertRange, AlertsRepository } from './alerts.repository.js';
import { lastedMs, type RaisedAlert } from './raised-alert.js';
import { isAlertCode, rowOf } from '../codes.js';

type Told = Pick<Alert, 'message' | 'since'> & {
  readonly setting?: string | null;
  readonly remedy?: string | null;
};

/** The beginning of an alert, for a chat. */
export const raisedText = ({ message, since, setting, remedy }: Told): string =>
  [
    `Problem: ${message}`,
    ...(since === null ? [] : [`Since ${timeText(since)}.`]),
    ...(remedy ? [`What to do: ${remedy}`] : []),
    ...(setting ? [`Setting: ${setting}`] : []),
  ].join('\n');

/** The end of an alert, for a chat. */
export function clearedText(alert: RaisedAlert, end: number): string {
  const begin = timeText(end - lastedMs(alert, end));
  return `Resolved: ${alert.message}\nIt lasted ${spanText(lastedMs(alert, end))}, from ${begin} to ${timeText(end)}.`;
}

/** `2026-11-26 10:02 UTC`. */
const timeText = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const UNITS = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const;

/** In its largest unit, rounded down: `3 hours`. */
function spanText(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  const [size, unit] = UNITS.find(([each]) => seconds >= each) ?? [1, 'second'];
  const count = Math.floor(seconds / size);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

const MINUTE_MS = 60_000;
/** An alert has to be gone for so long at most before it is over; for those without a time of their own always. */
const SETTLED_MS = 5 * MINUTE_MS;

/** A step of an alert. */
export type Change =
  | { readonly kind: 'raise'; readonly alert: Alert }
  | { readonly kind: 'clear'; readonly alert: RaisedAlert }
  /** It is not found any more since then, or found again (null), which is noted and told to no one. */
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

/**
 * Looks for alerts, writes down what has changed, and tells of it in the same transaction: after a crash it is both or
 * neither. Harmless on two replicas at once.
 */
@Injectable()
export class Alerts {
  private readonly logger = new Logger('Alerts');

  constructor(
    private readonly conditions: Conditions,
    private readonly notices: AlertNotices,
    private readonly repository: AlertsRepository,
    private readonly db: Database,
    private readonly config: GatehouseConfig,
    private readonly clock: Clock,
  ) {}

  /** Those that were told, newest first. @throws DatabaseUnavailableError */
  list(range: AlertRange): Promise<readonly RaisedAlert[]> {
    return this.repository.list(range);
  }

  /** Whether anyone is to be told. No I/O. */
  get isWanted(): boolean {
    return this.notices.isWanted;
  }

  /**
   * One look for what someone is to be told of. A step that fails stops no other, and is due again at the next look.
   * @returns the problems of the steps, in words
   * @throws DatabaseUnavailableError
   */
  async look(): Promise<readonly string[]> {
    const isWanted = (code: string) => this.notices.isWantedOf(code);
    const look = await this.conditions.look(isWanted);
    const open = await this.repository.open();
    const wanted = open.filter(({ code }) => isWanted(code));
    const changes = changesOf(wanted, look, this.clock.now(), this.config.get(ALERTS));
    return [
      ...(await this.close(open.filter(({ code }) => !isWanted(code)))),
      ...(await problemsOf(changes, (change) => this.apply(change))),
    ];
  }

  /** Closes what is open, because no one looks after it any more; tells no one. @returns and throws as look does */
  async closeAll(): Promise<readonly string[]> {
    return this.close(await this.repository.open());
  }

  private close(alerts: readonly RaisedAlert[]): Promise<readonly string[]> {
    return problemsOf(alerts, (alert) => this.db.transaction((tx) => this.repository.clear(tx, alert)));
  }

  /** @throws NobodyTold when nothing is written, and the next look finds the same change; errors of the database */
  private async apply(change: Change): Promise<void> {
    if (change.kind === 'raise') return this.raise(change.alert);
    if (change.kind === 'clear') return this.clear(change.alert);
    const { alert, absentSince } = change;
    return this.db.transaction((tx) => this.repository.note(tx, alert.id, absentSince));
  }

  private async raise(alert: Alert): Promise<void> {
    const { code, event } = alert;
    const addressed = await this.notices.address(raisedText(alert), code, 'raised');
    await this.db.transaction(async (tx) => {
      const raised = await this.repository.raise(tx, alert);
      if (!raised) return;
      const isOneMore = await this.repository.isOneMore(tx, raised);
      const notice = { code, change: 'raised', data: dataOf(raised), event, isOneMore } as const;
      await this.notices.send(tx, addressed, notice);
      tx.afterCommit(() => this.logger.warn(`alert raised, notice sent: ${raised.message}`));
    });
  }

  private async clear(alert: RaisedAlert): Promise<void> {
    const end = alert.absentSince ?? this.clock.now();
    const { code, subject } = alert;
    const addressed = await this.notices.address(clearedText(alert, end), code, 'cleared');
    const event = await this.conditions.recovered(code, subject);
    await this.db.transaction(async (tx) => {
      const cleared = await this.repository.clear(tx, alert);
      if (!cleared) return;
      const lasted_seconds = Math.floor(lastedMs(cleared, end) / 1_000);
      const data = { ...dataOf(cleared), cleared_at: isoTimeOrNull(cleared.clearedAt), lasted_seconds };
      const isOneMore = await this.repository.isOneMore(tx, cleared);
      await this.notices.send(tx, addressed, { code, change: 'cleared', data, event, isOneMore });
      tx.afterCommit(() => this.logger.log(`alert cleared, notice sent: ${cleared.message}`));
    });
  }
}

/** Takes one step after the other. */
async function problemsOf<T>(
  items: readonly T[],
  step: (item: T) => Promise<unknown>,
): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const item of items) await step(item).catch((error: unknown) => problems.push(errorText(error)));
  return problems;
}

const dataOf = ({ id, code, subject, message, since, setting, remedy, raisedAt }: RaisedAlert) => ({
  id,
  code,
  subject,
  message,
  since: isoTimeOrNull(since),
  setting,
  remedy,
  raised_at: isoTime(raisedAt),
});
