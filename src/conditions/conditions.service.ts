import { Inject, Injectable } from '@nestjs/common';
import { CHECK_MS, Clock } from '../common/index.js';
import { ALERTS, GatehouseConfig } from '../config/index.js';
import { Database } from '../persistence/index.js';
import { isAlertCode } from './codes.js';
import {
  type Alert,
  alertsAmong,
  condition,
  type ConditionSource,
  type EventData,
  type HasConditions,
} from './condition.js';
import { unavailableText } from './sources/database-conditions.js';

/** The parts that have conditions: in the order in which an operator reads them, what hinders most first. */
export const CONDITION_PARTS = Symbol('CONDITION_PARTS');

/** The alerts found at one moment. */
export interface Look {
  readonly alerts: readonly Alert[];
  /** Codes that could not be looked for, because a source failed or the database is away. */
  readonly unknown: ReadonlySet<string>;
}

interface Found {
  readonly alerts: readonly Alert[];
  readonly unknown: ConditionSource['codes'];
}

/** The one place where alerts come from: the status, the metrics and the notices show what is found here. */
@Injectable()
export class Conditions {
  constructor(
    @Inject(CONDITION_PARTS) private readonly parts: readonly HasConditions[],
    private readonly db: Database,
    private readonly config: GatehouseConfig,
    private readonly clock: Clock,
  ) {}

  /** Everything that needs a person now; the most hindering comes first. */
  async due(): Promise<readonly Alert[]> {
    return (await this.look()).alerts.filter(({ isDue }) => isDue);
  }

  /** Also finds what is not due yet. @param isWanted which codes are looked for */
  async look(isWanted: (code: string) => boolean = isAlertCode): Promise<Look> {
    const isAway = await this.db.ping().then(
      () => false,
      () => true,
    );
    const away = isAway ? [condition('database-unavailable', unavailableText(this.db))] : [];
    const cheap = this.sources.filter(({ cost, codes }) => cost !== 'network' && codes.some(isWanted));
    const all = await Promise.all(cheap.map((source) => this.found(source, isAway)));
    const alerts = [...this.alertsAmong(away), ...all.flatMap((each) => each.alerts)];
    return {
      alerts: alerts.filter(({ code }) => isWanted(code)),
      unknown: new Set(all.flatMap(({ unknown }) => unknown)),
    };
  }

  /** What the event of a condition tells once its subject is well again; undefined where it is not, or is gone. */
  async recovered(code: string, subject: string): Promise<EventData | undefined> {
    const source = this.sources.find(({ codes }) => codes.some((each) => each === code));
    return source?.recovered?.(subject);
  }

  private get sources(): readonly ConditionSource[] {
    return this.parts.flatMap(({ sources }) => sources);
  }

  /** A database that stops to answer meanwhile is an alert of the next look. */
  private async found(source: ConditionSource, isAway: boolean): Promise<Found> {
    const cannotTell: Found = { alerts: [], unknown: source.codes };
    if (source.cost === 'database' && isAway) return cannotTell;
    return source.find(AbortSignal.timeout(CHECK_MS)).then(
      (found) => ({ alerts: this.alertsAmong(found), unknown: [] }),
      () => cannotTell,
    );
  }

  private alertsAmong(found: Parameters<typeof alertsAmong>[0]): readonly Alert[] {
    return alertsAmong(found, this.clock.now(), this.config.get(ALERTS));
  }
}
