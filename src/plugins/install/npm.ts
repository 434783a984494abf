import { execFile } from 'node:child_process';
import { accessSync, constants, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { errorText } from '../../common/index.js';
import { proxyVariable } from '../../config/index.js';
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
  // `npm run -s`, by which a checkout runs this program, would silence this npm too.
  '--loglevel=error',
];

/**
 * Runs npm without running any scripts of packages.
 * @returns its standard output. @throws PluginError with the end of its output
 */
export async function npm(folder: string, args: readonly string[], signal?: AbortSignal): Promise<string> {
  if (hasHome()) return fetching([...args, ...ALWAYS], folder, signal);
  const cache = join(folder, '.npm-cache');
  try {
    return await fetching([...args, ...ALWAYS, `--cache=${cache}`], folder, signal);
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
}

/** The system's and npm's codes for a peer that does not answer. */
const NO_ANSWER =
  /\b(?:ECONN(?:REFUSED|RESET)|E(?:HOST|NET)UNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ENOTFOUND|EAI_AGAIN)\b/;

/** Names the proxy where one stands between npm and a registry that did not answer: npm's own words do not. */
async function fetching(args: readonly string[], folder: string, signal?: AbortSignal): Promise<string> {
  try {
    return await command('npm', args, folder, signal);
  } catch (error) {
    if (!(error instanceof PluginError) || !NO_ANSWER.test(error.message)) throw error;
    const proxy = await proxyOf(folder);
    if (proxy === undefined) throw error;
    const hint = `npm uses ${proxy}, which may be unreachable`;
    throw new PluginError(`${error.message}\n  ${hint}`);
  }
}

/** The proxy in words: that of npm's settings, which count first, or that of the environment. */
async function proxyOf(folder: string): Promise<string | undefined> {
  const settings = await command(
    'npm',
    ['config', 'get', 'https-proxy', 'proxy', '--loglevel=error'],
    folder,
  ).catch((error: unknown) => errorText(error));
  // npm itself refuses to show an address with credentials.
  if (settings.includes('proxy option is protected')) return `a proxy with a password (${SETTING})`;
  const [, address] = /^(?:https-)?proxy=(?!null$)(.+)$/m.exec(settings) ?? [];
  if (address !== undefined) return inWords(address, SETTING);
  const variable = proxyVariable();
  return variable && inWords(variable.address, variable.name);
}

const SETTING = 'npm config get https-proxy';

/** Without what may be a password. */
function inWords(address: string, source: string): string {
  const origin = URL.parse(address)?.origin;
  return `the proxy${origin === undefined ? '' : ` ${origin}`} (${source})`;
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
export async function command(
  program: string,
  args: readonly string[],
  cwd: string,
  signal?: AbortSignal,
): Promise<string> {
  const isWindows = process.platform === 'win32';
  const options = { cwd, maxBuffer: MAX_OUTPUT_BYTES, shell: isWindows, ...(signal && { signal }) };
  try {
    return (await run(program, args, options)).stdout;
  } catch (error) {
    const { code, stderr = '' } = error as { code?: unknown; stderr?: string };
    if (code === 'ENOENT') throw new PluginError(`${program} is required, but is not in the PATH`);
    const told = stderr.trim().split('\n').filter(isNews).slice(0, LINES_TOLD);
    throw new PluginError([`${program} ${args[0] ?? ''} failed:`, ...told].join('\n  '));
  }
}

const isNews = (line: string): boolean =>
  line.trim() !== '' && !/^npm warn|^npm error\s+at |A complete log of this run/i.test(line);
