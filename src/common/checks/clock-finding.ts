import type { Finding } from './check.js';

/** A larger difference makes signed calls invalid and lets codes and holds end at the wrong time. */
const FAILED_MS = 5 * 60_000;
const WARNING_MS = 30_000;

/**
 * Compares this machine's clock with another one.
 * @param other in words, as in "the bridge imbridge/default"
 * @param theirs epoch ms, or the `Date` header of their answer, which counts whole seconds
 */
export function clockFinding(other: string, theirs: number | string | undefined, now: number): Finding {
  const time = typeof theirs === 'number' ? theirs : Date.parse(theirs ?? '');
  if (Number.isNaN(time)) return { state: 'unknown', message: `${other} does not report its time` };
  const difference = now - time;
  const seconds = Math.round(Math.abs(difference) / 1_000);
  if (Math.abs(difference) < WARNING_MS) return { state: 'ok', message: `the clock agrees with ${other}` };
  return {
    state: Math.abs(difference) < FAILED_MS ? 'warning' : 'failed',
    message: `this machine's clock is ${seconds} s ${difference > 0 ? 'ahead of' : 'behind'} ${other}`,
    remedy:
      'Synchronize the clock of this machine: `timedatectl set-ntp true`. If it is correct, fix the other one.',
  };
}
