import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { CliWorld } from '../world.js';

/** Prints a text; through `$PAGER` where it is set and the text is longer than the terminal. */
export async function show({ stdout, environment }: CliWorld, text: string): Promise<void> {
  const pager = stdout.isTTY ? environment().variable?.('PAGER').value : undefined;
  const isLong = text.split('\n').length > (stdout.rows ?? Infinity);
  if (pager === undefined || !isLong || !(await isPaged(pager, text))) stdout.write(text);
}

/** @returns false when the pager cannot be started */
async function isPaged(pager: string, text: string): Promise<boolean> {
  const child = spawn(pager, { shell: true, stdio: ['pipe', 'inherit', 'inherit'] });
  // A reader that has seen enough closes it before the end.
  child.stdin.on('error', () => undefined).end(text);
  const [code] = (await once(child, 'close')) as [number | null];
  return code !== NOT_FOUND && code !== NOT_EXECUTABLE;
}

/** Exit codes of a shell that could not start the program. */
const NOT_FOUND = 127;
const NOT_EXECUTABLE = 126;
