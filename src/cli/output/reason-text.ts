import { printable } from './text.js';

interface Told {
  readonly reason?: string | null;
  readonly what: string | null;
  readonly setting: string | null;
  readonly remedy: string | null;
}

/** The event, the setting that decided, and the remedy: one line each; none of what is not known. */
export function reasonLines({ reason, what, setting, remedy }: Told): readonly string[] {
  const lines: readonly (readonly [string, string | null | undefined])[] = [
    ['Reason', reason],
    ['', what],
    ['Setting', setting],
    ['Remedy', remedy],
  ];
  return lines
    .filter(([, text]) => typeof text === 'string' && text !== '')
    .map(([name, text]) => `${name.padEnd(9)}${printable(text ?? '')}`);
}
