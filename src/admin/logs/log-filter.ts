import { isDay } from '../../common/index.js';
import type { LogLevel } from '../../config/index.js';

/** How each line begins: log.ts of `server` writes the level and the time first. */
const HEAD = /^\{"level":(\d+),"time":"([^"]{1,40})"/;
const HEAD_BYTES = 80;
const SEVERITY: Readonly<Record<LogLevel, number>> = {
  trace: 10,
  debug: 20,
  info: 30,
  warn: 40,
  error: 50,
  fatal: 60,
  silent: Infinity,
};
const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

export interface WantedLines {
  readonly level?: LogLevel | undefined;
  /** ISO 8601, as the log has it. */
  readonly since?: string | undefined;
  readonly eventId?: string | undefined;
  /** In the channel's own form. */
  readonly conversationId?: string | undefined;
}

/** Chooses among the lines of the log by their bytes: parsing each line would hold the event loop for long. */
export class LogFilter {
  private readonly least: number;
  private readonly since: string;
  private readonly fields: readonly Buffer[];

  constructor({ level = 'trace', since = '', eventId, conversationId }: WantedLines) {
    this.least = SEVERITY[level];
    this.since = since;
    const fields = { event_id: eventId, conversation_id: conversationId };
    this.fields = Object.entries(fields).flatMap(([name, value]) =>
      value === undefined ? [] : [Buffer.from(`"${name}":${JSON.stringify(value)}`)],
    );
  }

  accepts(line: Buffer): boolean {
    const [, level = '0', time = ''] = HEAD.exec(line.toString('latin1', 0, HEAD_BYTES)) ?? [];
    if (Number(level) < this.least || time < this.since) return false;
    return this.fields.every((field) => line.includes(field));
  }
}

/**
 * The begin of a wanted time, as the log writes times; undefined for a time that there is not.
 * @param since a duration such as `10m`, or a time
 */
export function beginOf(since: string, now: number): string | undefined {
  const [, count, unit = ''] = /^(\d+)([smhd])$/.exec(since) ?? [];
  if (count === undefined && !isDay(since.slice(0, 10))) return undefined;
  const at = count === undefined ? Date.parse(since) : now - Number(count) * (UNIT_MS[unit] ?? 0);
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}
