import type { CheckReport, Repairs } from '../gateway/answers.js';
import { printable } from './text.js';

const SIGNS = { ok: '✓', warning: '!', failed: '✗', unknown: '?' } as const;

/** The worst is read first, and what is well last. */
const ORDER: readonly CheckReport['state'][] = ['failed', 'warning', 'unknown', 'ok'];

interface Shown {
  readonly checks: readonly CheckReport[];
  readonly repairs?: Repairs['repairs'];
}

/** A paragraph for each finding that needs someone, and a line for each that does not. */
export function doctorText({ checks, repairs = [] }: Shown): string {
  const sorted = checks.toSorted((one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state));
  const width = Math.max(0, ...checks.map(({ id }) => id.length));
  const done = repairs.map(({ id, repair, problem }) =>
    printable(problem === null ? `Repaired ${id}: ${repair}` : `Not repaired ${id}: ${repair}: ${problem}`),
  );
  return [...done, ...sorted.flatMap((check) => linesOf(check, width))].join('\n');
}

function linesOf(
  { id, state, message, setting, remedy, repair }: CheckReport,
  width: number,
): readonly string[] {
  const indent = ' '.repeat(width + 4);
  const more: readonly (readonly [string, string | null])[] = [
    ['Setting', setting],
    ['Remedy', remedy],
    ['--fix', repair],
  ];
  const known = state === 'ok' ? [] : more.filter(([, text]) => text !== null);
  return [
    printable(`${SIGNS[state]} ${id.padEnd(width)}  ${message}`),
    ...known.map(([name, text]) => printable(`${indent}${name.padEnd(8)} ${text ?? ''}`)),
  ];
}
