import { existsSync, type Stats, statSync } from 'node:fs';
import { homedir, tmpdir, userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { programFile } from '../../../common/index.js';
import type { Environment } from '../../../config/index.js';
import { CliFailure, EXIT } from '../../failure.js';
import type { Cli } from '../../cli.js';
import { installationOf } from '../updates/installation.js';
import { LABEL, Launchctl } from './launchctl.js';
import type { ServiceManager } from './service-manager.js';
import { Systemctl, UNIT } from './systemctl.js';
import type { UnitPlan } from './unit-text.js';

const isBelow = (path: string, folder: string): boolean => path.startsWith(`${folder}/`);

/** Those that systemd's `PrivateTmp` hides. */
const PRIVATE_TMP = ['/tmp', '/var/tmp'];
const HOMES = ['/home', '/root', '/run/user'];

const isOfPrivateTmp = (path: string): boolean => PRIVATE_TMP.some((folder) => isBelow(path, folder));

const isTemporary = (path: string): boolean =>
  [...PRIVATE_TMP, '/dev/shm', tmpdir()].some((folder) => isBelow(path, folder));

/** Whether systemd's `ProtectHome` hides it. */
const isOfHome = (path: string): boolean => HOMES.some((folder) => isBelow(path, folder));

/** Folders in which a version manager keeps each Node under its number. */
const VERSIONED = /\/(?:\.nvm|\.?fnm|fnm_multishells|\.volta|\.asdf|mise|\.nodenv|n\/versions)\//;

/** Warnings about a program or a Node that another command removes. */
function vanishing({ node, program }: { readonly node: string; readonly program: string }): string[] {
  const lasting =
    'install the program permanently, for example in /opt/gatehouse: `gatehouse help operations/running`';
  const otherNode = 'use a system-wide Node instead, for example /usr/bin/node';
  return [
    ...(program.includes('/_npx/')
      ? [`${program} is in the npx cache, which npm may clear: ${lasting}`]
      : []),
    ...(isTemporary(program) ? [`${program} is in a folder for temporary files: ${lasting}`] : []),
    ...(VERSIONED.test(node)
      ? [`${node} belongs to a version manager and will disappear when that version is removed: ${otherNode}`]
      : []),
    ...(node.includes('/node_modules/')
      ? [`${node} is inside node_modules and will disappear on the next npm install: ${otherNode}`]
      : []),
    ...(isTemporary(node) ? [`${node} is in a folder for temporary files: ${otherNode}`] : []),
  ];
}

const READ = 0o4;
const ENTER = 0o1;

/**
 * Whether a user may read a file, by the modes of the file and of all folders above it; groups are not considered.
 * @param uid unset = a user who owns nothing
 */
function mayRead(path: string, uid: number | undefined): boolean {
  const file = statSync(path, { throwIfNoEntry: false });
  if (!file || !allows(file, uid, READ)) return false;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (!allows(statSync(folder), uid, ENTER)) return false;
    if (folder === dirname(folder)) return true;
  }
}

const allows = ({ mode, uid: owner }: Stats, uid: number | undefined, bit: number): boolean =>
  (mode & (owner === uid ? bit << 6 : bit)) !== 0;

export interface ServiceOptions {
  readonly user?: boolean;
  readonly stateDir?: string;
  readonly config?: string;
}

/** Where a service would run. */
export interface Machine {
  /** Undefined on Windows. */
  readonly uid: number | undefined;
  readonly node: string;
  readonly program: string;
  readonly environment: Environment;
  /** The system manager's folders: configuration, and the parent of state directories. */
  readonly etc: string;
  readonly varLib: string;
  /** The user's folder of configurations, which their manager reads too. */
  readonly configHome: string;
  /** The user's `~/Library` on a machine with launchd; unset = systemd. */
  readonly library?: string;
  /** Unset = the one on the PATH. */
  readonly systemctl?: string;
  readonly launchctl?: string;
}

export const thisMachine = (cli: Cli): Machine => {
  const environment = cli.world.environment();
  return {
    uid: process.getuid?.(),
    // An update then changes what both paths mean, and the unit stays as it is.
    ...(installationOf()?.stable ?? {
      node: process.execPath,
      program: fileURLToPath(programFile('main')),
    }),
    environment,
    etc: '/etc',
    varLib: '/var/lib',
    configHome: environment.variable?.('XDG_CONFIG_HOME').value ?? join(homedir(), '.config'),
    ...(process.platform === 'darwin' && { library: join(homedir(), 'Library') }),
  };
};

/** A service that could be installed. */
export interface ServicePlan {
  readonly unit: UnitPlan;
  /** Where the unit belongs. */
  readonly file: string;
  readonly warnings: readonly string[];
  /** Why it would not start. */
  readonly obstacles: readonly string[];
}

/** launchd runs a service as the user who installs it, with or without `--user`. */
export function scopeOf({ library }: Machine, { user = false }: ServiceOptions): UnitPlan['scope'] {
  if (library !== undefined) return 'agent';
  return user ? 'user' : 'system';
}

export function unitFileOf({ etc, configHome, library = '' }: Machine, scope: UnitPlan['scope']): string {
  if (scope === 'agent') return join(library, 'LaunchAgents', `${LABEL}.plist`);
  return scope === 'user' ? join(configHome, 'systemd/user', UNIT) : join(etc, 'systemd/system', UNIT);
}

const logOf = ({ library = '' }: Machine): string => join(library, 'Logs/gatehouse.log');

/** What starts and stops a service here. */
export function managerOf(machine: Machine, scope: UnitPlan['scope']): ServiceManager {
  if (scope === 'agent') return new Launchctl(machine.uid ?? 0, logOf(machine), machine.launchctl);
  return new Systemctl(scope, machine.systemctl);
}

/** @throws CliFailure for paths that no unit can have, and for a state directory that no one owns */
export function planService(machine: Machine, options: ServiceOptions): ServicePlan {
  const scope = scopeOf(machine, options);
  const unit = scope === 'system' ? systemUnit(machine, options) : userUnit(machine, options, scope);
  const paths = [unit.node, unit.program, unit.stateDir, unit.environmentFile ?? '', unit.configFile ?? ''];
  // eslint-disable-next-line no-control-regex
  if (paths.some((each) => /[\u0000-\u001f\u007f]/.test(each)))
    throw new CliFailure('a path contains control characters, which are not allowed in a unit', EXIT.usage);
  if (scope !== 'agent' && /["'\\]/.test(unit.node))
    throw new CliFailure(
      `systemd cannot start a program whose path contains quotes or a backslash: ${unit.node}`,
      EXIT.usage,
    );
  return {
    unit,
    file: unitFileOf(machine, scope),
    warnings: [
      ...vanishing(unit),
      ...variablesLeft(machine, unit),
      ...otherState(machine, unit),
      ...(scope === 'user' ? endOfSession(machine) : []),
    ],
    obstacles: scope === 'system' ? obstaclesOf(unit) : [],
  };
}

const configIn = ({ environment }: Machine, { config }: ServiceOptions): string | undefined =>
  config === undefined ? (environment.isConfigNamed ? environment.configFile : undefined) : resolve(config);

function userUnit(machine: Machine, options: ServiceOptions, scope: 'user' | 'agent'): UnitPlan {
  const { node, program, environment, configHome } = machine;
  const stateDir = options.stateDir === undefined ? environment.stateDir : resolve(options.stateDir);
  const configFile = configIn(machine, options);
  const common = { node, program, stateDir, configFile };
  if (scope === 'agent') return { ...common, scope, log: logOf(machine) };
  return { ...common, scope, environmentFile: join(configHome, 'gatehouse/environment') };
}

/** Without a state directory of its own choice systemd makes both, the directory and a user for it. */
function systemUnit(machine: Machine, options: ServiceOptions): UnitPlan {
  const { node, program, environment, etc, varLib } = machine;
  const named = options.stateDir ?? environment.variable?.('GATEHOUSE_STATE_DIR').value;
  const ownFolder = join(varLib, 'gatehouse');
  const stateDir =
    named === undefined ? ownFolder : (options.stateDir && resolve(named)) || environment.stateDir;
  const configFile = configIn(machine, options);
  const environmentFile = join(etc, 'gatehouse/environment');
  const isOwn = stateDir === ownFolder;
  const uid = isOwn ? undefined : ownerOf(stateDir);
  const writes = configFile === undefined || isOwn ? [] : [dirname(configFile)];
  const needsHome = [node, program, stateDir, configFile ?? ''].some(isOfHome);
  return { scope: 'system', node, program, stateDir, configFile, environmentFile, uid, writes, needsHome };
}

function ownerOf(stateDir: string): number {
  const owner = statSync(stateDir, { throwIfNoEntry: false })?.uid;
  if (owner !== undefined) return owner;
  throw new CliFailure(
    `the state directory ${stateDir} does not exist. The service runs as its owner, so create it first: install --directory --mode=700 --owner=<user> ${stateDir}`,
    EXIT.usage,
  );
}

/** Files that are hidden from the service, or that its user may not read. */
function obstaclesOf({ node, program, stateDir, configFile, uid }: UnitPlan): readonly string[] {
  const hidden = [node, program, stateDir].filter(isOfPrivateTmp);
  const isClosed = (path: string) => !isOfPrivateTmp(path) && !mayRead(path, uid);
  const closed = `cannot be read by the service, which runs as ${uid === undefined ? 'a separate user' : `user ${uid}`}`;
  return [
    ...hidden.map((each) => `${each} is in a folder for temporary files, which is hidden from the service`),
    ...[node, program]
      .filter(isClosed)
      .map((each) => `${each} ${closed}: install it in /usr or /opt, or pass --user`),
    ...[configFile ?? []]
      .flat()
      .filter(isClosed)
      .map((each) => `${each} ${closed}: omit --config to use gatehouse.json in ${stateDir}`),
  ];
}

/** Variables of this shell that the service does not get, because a unit is no place for secrets. */
function variablesLeft({ environment }: Machine, { environmentFile }: UnitPlan): readonly string[] {
  const { adminToken, databaseUrl, settings = new Map<string, string>() } = environment;
  const names = [
    ...(adminToken === undefined ? [] : ['GATEHOUSE_ADMIN_TOKEN']),
    ...(databaseUrl === undefined ? [] : ['DATABASE_URL']),
    ...settings.keys(),
  ];
  if (names.length === 0) return [];
  const remedy =
    environmentFile === undefined ? 'Set it in gatehouse.json' : `Add it to ${environmentFile} (mode 600)`;
  return [`${names.join(', ')}: set in this shell, but not for the service. ${remedy}`];
}

/** systemd ends the services of a user who has signed out, unless told to keep them. */
function endOfSession({ varLib }: Machine): readonly string[] {
  const { username } = userInfo();
  if (existsSync(join(varLib, 'systemd/linger', username))) return [];
  return [`the service stops when ${username} signs out. To keep it running: loginctl enable-linger`];
}

/** A gateway that was set up by hand is found again under another state directory only. */
function otherState({ environment }: Machine, { stateDir }: UnitPlan): readonly string[] {
  const { stateDir: other } = environment;
  if (other === stateDir || !['gatehouse.db', 'gatehouse.json'].some((name) => existsSync(join(other, name))))
    return [];
  return [
    `the service would start with an empty state folder. Your gateway is in ${other}; pass --state-dir ${other} to use it`,
  ];
}
