import type { Alert } from '../condition.js';
import { lastedMs, type RaisedAlert } from './raised-alert.js';

type Told = Pick<Alert, 'message' | 'since'> & {
  readonly setting?: string | null;
  readonly remedy?: string | null;
};

/** The beginning of an alert, for a chat. */
export const raisedText = ({ message, since, setting, remedy }: Told): string =>
  [
    `Needs you: ${message}`,
    ...(since === null ? [] : [`Since ${timeText(since)}.`]),
    ...(remedy ? [`What to do: ${remedy}`] : []),
    ...(setting ? [`Setting: ${setting}`] : []),
  ].join('\n');

/** The end of an alert, for a chat. */
export function clearedText(alert: RaisedAlert, end: number): string {
  const begin = timeText(end - lastedMs(alert, end));
  return `It is over: ${alert.message}\nIt lasted ${spanText(lastedMs(alert, end))}, from ${begin} to ${timeText(end)}.`;
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
