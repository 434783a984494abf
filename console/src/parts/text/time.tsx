import { signal } from '@preact/signals';

const TICK_MS = 15_000;
const EXACT = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' });
/** In the browser's time zone. */
export const exactTime = (at: string): string => EXACT.format(new Date(at));

const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'always', style: 'short' });
const UNITS = [
  { name: 'day', size: 86_400, short: 'd' },
  { name: 'hour', size: 3_600, short: 'h' },
  { name: 'minute', size: 60, short: 'min' },
] as const;

const now = signal(Date.now());
setInterval(() => {
  if (!document.hidden) now.value = Date.now();
}, TICK_MS);
document.addEventListener('visibilitychange', () => (now.value = Date.now()));

/** How long ago, or how long until; exact on hover, in the browser's time zone. */
export const Time = ({ at }: { readonly at: string | null }) =>
  at === null ? null : (
    <time dateTime={at} title={exactTime(at)}>
      {relative(Date.parse(at), Math.max(now.value, Date.now()))}
    </time>
  );

function relative(at: number, from: number): string {
  const seconds = Math.round((at - from) / 1_000);
  const unit = UNITS.find(({ size }) => Math.abs(seconds) >= size);
  if (!unit) return seconds > 0 ? 'in a moment' : 'just now';
  return RELATIVE.format(Math.trunc(seconds / unit.size), unit.name);
}

/** A length of time, as short as people say it. */
export function duration(seconds: number): string {
  const { size, short } = UNITS.find((each) => seconds >= each.size) ?? { size: 1, short: 's' };
  return `${Math.floor(seconds / size)} ${short}`;
}
