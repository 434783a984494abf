import { execFile } from 'node:child_process';
import { accessSync, constants, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PluginError } from '../manifest.js';

const run = promisify(execFile);
/** The maximum number of characters kept of npm's output. */
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;
const LINES_TOLD = 6;
/** Gives up an unreachable registry after a minute or two; npm's default takes ten. */
const ALWAYS = [
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  '--no-update-notifier',
  '--fetch-timeout=30000',
  '--fetch-retries=1',
];

/**
 * Runs npm without running any scripts of packages.
 * @returns its standard output. @throws PluginError with the end of its output
 */
export async function npm(folder: string, args: readonly string[]): Promise<string> {
  if (hasHome()) return command('npm', [...args, ...ALWAYS], folder);
  const cache = join(folder, '.npm-cache');
  try {
    return await command('npm', [...args, ...ALWAYS, `--cache=${cache}`], folder);
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
}

/** npm keeps its cache in the home folder, which a container with a read-only root cannot write. */
function hasHome(): boolean {
  try {
    accessSync(homedir(), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Runs a program to its end. @throws PluginError with the end of its output */
export async function command(program: string, args: readonly string[], cwd: string): Promise<string> {
  const options = { cwd, maxBuffer: MAX_OUTPUT_BYTES, shell: process.platform === 'win32' };
  try {
    return (await run(program, args, options)).stdout;
  } catch (error) {
    const { code, stderr = '' } = error as { code?: unknown; stderr?: string };
    if (code === 'ENOENT') throw new PluginError(`${program} is needed for that, and is not on the PATH`);
    const told = stderr.trim().split('\n').filter(isNews).slice(0, LINES_TOLD);
    throw new PluginError([`${program} ${args[0] ?? ''} failed:`, ...told].join('\n  '));
  }
}

const isNews = (line: string): boolean =>
  line.trim() !== '' && !/^npm warn|A complete log of this run/i.test(line);
