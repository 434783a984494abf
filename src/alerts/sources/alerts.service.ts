import { Inject, Injectable } from '@nestjs/common';
import { unavailableText } from '../../doctor/index.js';
import { Database } from '../../persistence/index.js';
import { type Alert, type AlertCode, alertOf, type EventData } from '../alert.js';
import type { AlertSource } from './alert-source.js';

/** The parts that may need a person; what hinders most comes first. */
export const ALERT_SOURCES = Symbol('ALERT_SOURCES');

/** The alerts found at one moment. */
export interface Look {
  readonly alerts: readonly Alert[];
  /** Codes that could not be looked for, because a source failed or the database is away. */
  readonly unknown: ReadonlySet<AlertCode>;
}

interface Found {
  readonly alerts: readonly Alert[];
  readonly unknown: readonly AlertCode[];
}

/** The one place where alerts come from: the status, the metrics and the notices show what is found here. */
@Injectable()
export class Alerts {
  constructor(
    @Inject(ALERT_SOURCES) private readonly sources: readonly AlertSource[],
    private readonly db: Database,
  ) {}

  /** Everything that needs a person now; the most hindering comes first. */
  async due(): Promise<readonly Alert[]> {
    return (await this.look()).alerts.filter(({ isDue }) => isDue);
  }

  /** What the event of an alert tells once its subject is well again; undefined where it is not, or is gone. */
  async recovered(code: string, subject: string): Promise<EventData | undefined> {
    const source = this.sources.find(({ codes }) => codes.some((each) => each === code));
    return source?.recovered?.(subject);
  }

  /** Also finds what is not due yet. @param isWanted which codes are looked for */
  async look(isWanted: (code: AlertCode) => boolean = () => true): Promise<Look> {
    const isAway = await this.db.ping().then(
      () => false,
      () => true,
    );
    const away = isAway ? [alertOf({ code: 'database-unavailable', message: unavailableText(this.db) })] : [];
    const wanted = this.sources.filter(({ codes }) => codes.some(isWanted));
    const all = await Promise.all(wanted.map((source) => found(source, isAway)));
    return {
      alerts: [...away, ...all.flatMap(({ alerts }) => alerts)].filter(({ code }) => isWanted(code)),
      unknown: new Set(all.flatMap(({ unknown }) => unknown)),
    };
  }
}

/** A database that stops to answer meanwhile is an alert of the next look. */
async function found(source: AlertSource, isAway: boolean): Promise<Found> {
  const cannotTell: Found = { alerts: [], unknown: source.codes };
  if (source.readsDatabase && isAway) return cannotTell;
  return source.find().then(
    (alerts) => ({ alerts, unknown: [] }),
    () => cannotTell,
  );
}
