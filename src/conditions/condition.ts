import { type Check, type CheckState, filled, type Finding, type ReasonFacts } from '../common/index.js';
import type { AlertsConfig } from '../config/index.js';
import { type AlertCode, type ConditionCode, isAlertCode, type Row, rowOf } from './codes.js';

const MINUTE_MS = 60_000;

/** What an event of webhooks tells of its subject. */
export type EventData = Readonly<Record<string, unknown>>;

/** Something that is wrong. Its state is `unknown` while that cannot be told; the doctor then does not show it. */
export interface Condition extends Finding {
  readonly code: ConditionCode;
  /** Tells several with one code apart: the account, agent, budget, server, webhook or plugin; empty where there can be one only. */
  readonly subject: string;
  /** Epoch ms; null where no one knows. */
  readonly since: number | null;
  /** Left out = once it has lasted for as long as its row says. One that is not due raises no alert, and ends none. */
  readonly isDue?: boolean;
  /** That of the event of its row. */
  readonly event?: EventData | undefined;
}

/** A condition that needs a person now, or will if it lasts. */
export interface Alert extends Condition {
  readonly code: AlertCode;
  readonly isDue: boolean;
}

/** A part of the gateway in which something may be wrong: the one place that finds its conditions. */
export interface ConditionSource {
  /** The check of the doctor that shows what is found; left out where another check asks the service itself. */
  readonly check?: string;
  /** Those that it finds. */
  readonly codes: readonly ConditionCode[];
  /**
   * `memory`: also small files of this machine. `database`: rows by index. `network`: asks a service, or measures; the
   * doctor alone does, while alerts, the status and gauges look at the others again and again.
   */
  readonly cost: 'memory' | 'database' | 'network';
  /**
   * Looks now. What is well is a finding without a code.
   * @throws any error when it cannot be told
   */
  readonly find: (signal: AbortSignal) => Promise<readonly (Finding | Condition)[]>;
  /** What the event of a subject tells once that is well again; undefined where it is not, or is gone. */
  readonly recovered?: (subject: string) => Promise<EventData | undefined>;
}

/** A class that has sources. */
export interface HasConditions {
  /** As the configuration is now. No I/O. */
  readonly sources: readonly ConditionSource[];
}

interface Case extends Partial<Pick<Condition, 'subject' | 'since' | 'isDue' | 'event' | 'repair'>> {
  /** `warning` when left out. */
  readonly state?: CheckState;
  /** For the remedy; `setting` replaces that of the row. */
  readonly facts?: ReasonFacts;
  /** These replace what the row has. */
  readonly setting?: string | null;
  readonly remedy?: string | null;
}

/** @param message the case itself, without a full stop; no secret, no text of a message */
export function condition(code: ConditionCode, message: string, about: Case = {}): Condition {
  const { state = 'warning', facts = {}, remedy, setting: own, ...rest } = about;
  const row: Row = rowOf(code);
  const setting = own ?? facts.setting ?? row.setting;
  return {
    subject: '',
    since: null,
    ...rest,
    code,
    state,
    message,
    ...(setting !== undefined && { setting }),
    remedy: remedy ?? filled(row.remedy, setting === undefined ? facts : { ...facts, setting }),
  };
}

export const ok = (message: string): Finding => ({ state: 'ok', message });

/** What is found, or that all is well. */
export const orWell = (
  found: readonly (Finding | Condition)[],
  message: string,
): readonly (Finding | Condition)[] => (found.some(isShown) ? found : [...found, ok(message)]);

const isCondition = (found: Finding | Condition): found is Condition => 'code' in found;
const isShown = (found: Finding | Condition): boolean => found.state !== 'unknown' || !isCondition(found);

/** A condition as a finding that is no alert. */
export const findingOf = ({ state, message, setting, remedy, repair }: Finding): Finding => ({
  state,
  message,
  ...(setting !== undefined && { setting }),
  ...(remedy !== undefined && { remedy }),
  ...(repair && { repair }),
});

/** A check of the doctor: what is found, without what only alerts need. */
export const checkOf = (id: string, find: ConditionSource['find']): Check => ({
  id,
  run: async (signal) => (await find(signal)).filter(isShown).map(findingOf),
});

/** The checks of these parts, in their order. */
export const checksOf = (parts: readonly HasConditions[]): readonly Check[] =>
  parts
    .flatMap(({ sources }) => sources)
    .flatMap(({ check, find }) => (check === undefined ? [] : [checkOf(check, find)]));

/** The alerts among what is found, due or not. @param now epoch ms */
export const alertsAmong = (
  found: readonly (Finding | Condition)[],
  now: number,
  config: AlertsConfig,
): readonly Alert[] =>
  found.flatMap((each) => {
    if (!isCondition(each) || !isAlertCode(each.code)) return [];
    return [{ ...each, code: each.code, isDue: each.isDue ?? hasLasted(each, now, config) }];
  });

function hasLasted({ code, state, since }: Condition, now: number, config: AlertsConfig): boolean {
  const { minutes } = rowOf(code);
  if (state === 'unknown' || minutes === undefined) return state !== 'unknown';
  const needed = typeof minutes === 'number' ? minutes : config[minutes];
  return now - (since ?? 0) >= needed * MINUTE_MS;
}
