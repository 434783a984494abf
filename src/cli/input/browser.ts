import { spawn } from 'node:child_process';
import type { Environment } from '../../config/index.js';

interface Desktop {
  readonly environment: Pick<Environment, 'variable'>;
  readonly platform: NodeJS.Platform;
  /** Runs a program that outlives this one; replaced in tests. */
  readonly run?: (program: string, args: readonly string[]) => void;
}

/** Opens a page in a browser where a person sits at a desktop. @returns false where there is none, as over ssh */
export function openPage(url: string, { environment, platform, run = runDetached }: Desktop): boolean {
  const has = (name: string) => (environment.variable?.(name).value ?? '') !== '';
  const isHere = !has('SSH_CONNECTION') && !has('SSH_TTY');
  if (!isHere) return false;
  if (platform === 'darwin') run('open', [url]);
  else if (platform === 'linux' && (has('DISPLAY') || has('WAYLAND_DISPLAY'))) run('xdg-open', [url]);
  else return false;
  return true;
}

function runDetached(program: string, args: readonly string[]): void {
  const child = spawn(program, args, { detached: true, stdio: 'ignore' });
  // The link is printed too, so a missing program is no fault.
  child.on('error', () => undefined);
  child.unref();
}
