import { randomBytes } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { broughtFolder } from '../catalog.js';
import { ensureStateDir } from '../../config/index.js';
import { PluginError, type PluginManifest } from '../manifest.js';
import { command, npm } from './npm.js';
import { type InstalledPlugin, PluginIndex } from '../plugin-index.js';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { programFile } from '../../common/index.js';

/** Longer than loading may take by itself; ends a package that blocks its process. */
const TRIAL_MS = 30_000;

/** The answer of `trial.worker.ts`. */
type Outcome = { readonly manifest: PluginManifest } | { readonly problem: string };

/**
 * Loads a plugin once in a process of its own, so that nothing it does there reaches this one.
 * @param folder of its package
 * @param plugins folder of all plugins
 * @throws PluginError with the reason it cannot be used
 */
async function tryPlugin(folder: string, plugins: string): Promise<PluginManifest> {
  const child = fork(programFile('plugins/install/trial.worker'), [folder, plugins], {
    // Its output is not ours, which may be JSON.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    timeout: TRIAL_MS,
    killSignal: 'SIGKILL',
  });
  const end = endOf(child);
  const outcome = await Promise.race([answerOf(child), end]);
  child.kill('SIGKILL');
  await end;
  if ('problem' in outcome) throw new PluginError(outcome.problem);
  return outcome.manifest;
}

type Child = ReturnType<typeof fork>;

const answerOf = async (child: Child): Promise<Outcome> => ((await once(child, 'message')) as [Outcome])[0];

/** The process stays until it is ended, so that an end before the answer has another cause. */
async function endOf(child: Child): Promise<Outcome> {
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  if (signal === 'SIGKILL') return { problem: `it did not load within ${TRIAL_MS / 1_000} s` };
  return { problem: `it ended the process that loaded it (${signal ?? `exit code ${code ?? ''}`})` };
}

export interface InstallOptions {
  readonly stateDir: string;
  /** One of our own by its channel, a package name with or without a version, an archive or a folder. */
  readonly source: string;
  /** Channels that the program itself serves. */
  readonly served: readonly string[];
  /** Whether a gateway may still load from unused folders. */
  readonly isRunning: boolean;
  /** Called when a part of the installation begins. */
  readonly onStep?: (step: InstallStep) => void;
  /** Ends npm, and the installation without any effect. */
  readonly signal?: AbortSignal;
}

export type InstallStep = 'fetching' | 'trying';

/** The age after which the remains of an interrupted installation are removed by a later one. */
const STALE_MS = 24 * 60 * 60 * 1000;

/**
 * Installs a plugin, or another version of it, in a new folder, which takes effect once the plugin has been loaded from
 * it. A failure before that changes nothing.
 * @throws PluginError with the reason it cannot be used
 */
export async function installPlugin(options: InstallOptions): Promise<InstalledPlugin> {
  ensureStateDir(options);
  const index = new PluginIndex(options.stateDir);
  index.read();
  const folder = `${Date.now().toString(36)}-${randomBytes(6).toString('hex')}`;
  const place = join(index.folder, folder);
  mkdirSync(place, { recursive: true, mode: 0o700 });
  try {
    const installed = await fetched(index, folder, options);
    note(index, installed, options);
    return installed;
  } catch (error) {
    // An npm that was interrupted may still write.
    rmSync(place, { recursive: true, force: true, maxRetries: 5 });
    throw error;
  }
}

async function fetched(
  index: PluginIndex,
  folder: string,
  { source, served, onStep, signal }: InstallOptions,
): Promise<InstalledPlugin> {
  onStep?.('fetching');
  const name = await install(join(index.folder, folder), source, signal);
  signal?.throwIfAborted();
  onStep?.('trying');
  const place = index.packageFolder({ folder, name });
  const { version, channels } = await tryPlugin(place, index.folder).catch((error: unknown) => {
    throw error instanceof PluginError ? new PluginError(`${name}: ${error.message}`) : error;
  });
  const others = index.read().plugins.filter((each) => each.name !== name);
  const taken = [...served, ...others.flatMap((each) => each.channels)];
  const double = channels.find((channel) => taken.includes(channel));
  if (double !== undefined)
    throw new PluginError(`${name}: another plugin already provides the channel ${double}`);
  return { name, version, channels, folder, source, installedAt: new Date().toISOString() };
}

/** Creates an npm project with one dependency. @returns the name of its package */
async function install(place: string, source: string, signal?: AbortSignal): Promise<string> {
  const brought = broughtFolder(source);
  if (brought !== undefined && existsSync(brought)) return copied(brought, place);
  const file = join(place, 'package.json');
  writeFileSync(file, '{"private":true}\n');
  const wanted = await packageSource(source, place, signal);
  // Peer dependencies are not installed, because they are the gateway and the modules it lends.
  const args = ['install', wanted, '--save-exact', '--omit=dev', '--legacy-peer-deps', '--prefix', place];
  await npm(place, args, signal);
  const { dependencies = {} } = JSON.parse(readFileSync(file, 'utf8')) as {
    dependencies?: Record<string, string>;
  };
  const [name] = Object.keys(dependencies);
  if (name === undefined) throw new PluginError(`${source} does not name a package`);
  return name;
}

/** Our own package needs no other, so it is installed without npm, which a machine with only a release does not have. */
function copied(brought: string, place: string): string {
  const { name } = JSON.parse(readFileSync(join(brought, 'package.json'), 'utf8')) as { name: string };
  cpSync(brought, join(place, 'node_modules', name), { recursive: true });
  return name;
}

function note(index: PluginIndex, installed: InstalledPlugin, { isRunning }: InstallOptions): void {
  replaceNote(index, installed.name, [installed]);
  sweep(index, isRunning);
}

/** @returns the removed plugin. @throws PluginError when no plugin of that name is installed */
export function removePlugin(
  { stateDir, isRunning }: Pick<InstallOptions, 'stateDir' | 'isRunning'>,
  name: string,
): InstalledPlugin {
  const index = new PluginIndex(stateDir);
  const { plugins } = index.read();
  const found = plugins.find((each) => each.name === name || each.channels.includes(name));
  if (!found) throw new PluginError(`no plugin ${name} is installed`);
  replaceNote(index, found.name, []);
  sweep(index, isRunning);
  return found;
}

function replaceNote(index: PluginIndex, name: string, installed: readonly InstalledPlugin[]): void {
  index.change(({ plugins, leftovers }) => {
    const old = plugins.filter((each) => each.name === name).map(({ folder }) => folder);
    const others = plugins.filter((each) => each.name !== name);
    return { plugins: [...others, ...installed], leftovers: [...leftovers, ...old] };
  });
}

/** Removes unused folders, unless a running gateway may still load from them. */
function sweep(index: PluginIndex, isRunning: boolean): void {
  const { plugins, leftovers } = index.read();
  if (!isRunning) {
    for (const folder of leftovers) rmSync(join(index.folder, folder), { recursive: true, force: true });
    index.change((before) => ({
      plugins: before.plugins,
      leftovers: before.leftovers.filter((folder) => !leftovers.includes(folder)),
    }));
  }
  const known = new Set([...plugins.map(({ folder }) => folder), ...leftovers]);
  for (const entry of readdirSync(index.folder, { withFileTypes: true })) {
    const path = join(index.folder, entry.name);
    if (!entry.isDirectory() || known.has(entry.name) || Date.now() - statSync(path).mtimeMs < STALE_MS)
      continue;
    rmSync(path, { recursive: true, force: true });
  }
}

/** The script of the repository that builds and packs one of its extensions; it prints the path of the archive. */
const PACK_EXTENSION = 'scripts/pack-extension.mjs';

/**
 * The source that npm installs for a name or path: a folder is packed first, so that no code outside the state
 * directory runs later; an extension of the repository is built before packing.
 * @param folder receives the archive
 */
async function packageSource(wanted: string, folder: string, signal?: AbortSignal): Promise<string> {
  const source = broughtFolder(wanted) ?? wanted;
  const path = resolve(source);
  const stats = isPath(source) ? statSync(path, { throwIfNoEntry: false }) : undefined;
  if (isPath(source) && !stats) throw new PluginError(`${source} does not exist`);
  if (!stats?.isDirectory()) return stats ? path : source;
  const repository = repositoryOf(path);
  if (repository === undefined) return packed(path, folder, signal);
  const script = join(repository, PACK_EXTENSION);
  const told = await command(process.execPath, [script, path, folder], repository, signal);
  return told.trim().split('\n').at(-1) ?? '';
}

/** Distinguishes paths from package names as npm does. */
const isPath = (source: string): boolean =>
  /^(?:\.{1,2}(?:[/\\]|$)|[/\\]|[a-z]:[/\\])/i.test(source) ||
  /\.(?:tgz|tar\.gz|tar)$/i.test(source) ||
  isFolder(source);

/** Matches `extensions/workchat`, which npm would take for a GitHub repository. */
const isFolder = (source: string): boolean =>
  !source.startsWith('@') && source.includes('/') && existsSync(join(source, 'package.json'));

async function packed(path: string, folder: string, signal?: AbortSignal): Promise<string> {
  const told = await npm(folder, ['pack', path, '--pack-destination', folder, '--json'], signal);
  const [archive] = JSON.parse(told) as { filename: string }[];
  if (!archive) throw new PluginError('npm packed nothing');
  return join(folder, archive.filename.replace(/^@/, '').replace('/', '-'));
}

/** The repository that has the folder in its `extensions`. */
function repositoryOf(path: string): string | undefined {
  const repository = resolve(path, '../..');
  const isExtension = resolve(repository, 'extensions') === resolve(path, '..');
  if (!isExtension || !existsSync(join(repository, PACK_EXTENSION))) return undefined;
  const { name } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as { name?: string };
  return name === 'gatehouse' ? repository : undefined;
}
