const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
/** A year: someone who types more has probably made a mistake. */
const LONGEST_MS = 366 * 86_400_000;

/**
 * The time that a person types as `90s`, `30m`, `2h`, `1d` or `1h30m`, ms.
 * @returns undefined for anything else, for no time at all, and for more than a year
 */
export function durationMs(text: string): number | undefined {
  if (!/^(?:\d{1,9}[smhd])+$/i.test(text)) return undefined;
  const parts = text.toLowerCase().matchAll(/(\d+)([smhd])/g);
  const ms = parts.reduce((sum, [, count, unit = '']) => sum + Number(count) * (UNITS[unit] ?? 0), 0);
  return ms > 0 && ms <= LONGEST_MS ? ms : undefined;
}
