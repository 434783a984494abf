/** Everything of a unit that differs from machine to machine; all paths are absolute. */
export interface UnitPlan {
  /** A unit of systemd for the machine or a user, or an agent of launchd, which is always a user's. */
  readonly scope: 'system' | 'user' | 'agent';
  readonly node: string;
  /** The gateway's `main.js`. */
  readonly program: string;
  readonly stateDir: string;
  /** Unset = `gatehouse.json` in the state directory. */
  readonly configFile?: string | undefined;
  /** Settings as variables, secrets among them; it need not exist. Unset = launchd, which reads no such file. */
  readonly environmentFile?: string;
  /** The file of an agent's output; systemd has its journal. */
  readonly log?: string;
  /** Number of the user that a system unit runs as; unset = one that systemd makes while it runs. */
  readonly uid?: number | undefined;
  /** Folders besides the state directory that it writes in. */
  readonly writes?: readonly string[];
  /** Whether a system unit uses files below /home, /root or /run/user, which are hidden from it otherwise. */
  readonly needsHome?: boolean;
}

/** Directives that only the manager of the system may use, or that name its units. */
const OF_SYSTEM = new Set([
  'Wants',
  'After',
  'CapabilityBoundingSet',
  'AmbientCapabilities',
  'KeyringMode',
  'RemoveIPC',
  'ProtectSystem',
  'ProtectHome',
  'PrivateTmp',
  'PrivateDevices',
  'ProtectProc',
  'ProcSubset',
  'ProtectClock',
  'ProtectHostname',
  'ProtectControlGroups',
  'ProtectKernelLogs',
  'ProtectKernelModules',
  'ProtectKernelTunables',
  'DynamicUser',
  'StateDirectory',
  'StateDirectoryMode',
  '#LoadCredential',
]);

/** Directives for a user and a state directory that systemd makes. */
const OF_DYNAMIC_USER = new Set(['DynamicUser', 'StateDirectory', 'StateDirectoryMode']);

/**
 * The shipped unit with the paths of this machine.
 * @param template `deploy/gatehouse.service`
 */
export function unitText(template: string, plan: UnitPlan): string {
  const lines = template.slice(template.indexOf('[Unit]')).split('\n');
  return lines.flatMap((line) => linesFor(line, plan)).join('\n');
}

function linesFor(line: string, plan: UnitPlan): readonly string[] {
  const { scope, uid, needsHome = false } = plan;
  const key = line.split('=')[0] ?? '';
  if (line.startsWith('# CHANGE') || (scope === 'user' && isOfSystem(line, key))) return [];
  if (key === 'ExecStart') return [execStart(line, plan)];
  if (key === 'Environment') return environmentLines(line, plan);
  if (key === 'EnvironmentFile') return [`EnvironmentFile=-${specifier(plan.environmentFile ?? '')}`];
  if (key === 'DynamicUser' && uid !== undefined) return accountLines(uid, plan);
  if (OF_DYNAMIC_USER.has(key) && uid !== undefined) return [];
  if (key === 'ProtectHome' && needsHome) return ['ProtectHome=read-only'];
  if (key === 'WantedBy' && scope === 'user') return ['WantedBy=default.target'];
  return [line];
}

const isOfSystem = (line: string, key: string): boolean =>
  OF_SYSTEM.has(key) || line.startsWith('# The first owner token') || line.startsWith('#Environment=');

/** Keeps the flags of the template. */
function execStart(line: string, { node, program }: UnitPlan): string {
  const flags = line.split(' ').slice(1, -1);
  // Only arguments have variables, not the path of the program itself.
  return `ExecStart=${[quoted(node), ...flags, quoted(program.replaceAll('$', '$$$$'))].join(' ')}`;
}

function environmentLines(line: string, { stateDir, configFile }: UnitPlan): readonly string[] {
  const kept = line.replace(/ GATEHOUSE_STATE_DIR=\S+/, '');
  const config = configFile === undefined ? [] : [`GATEHOUSE_CONFIG=${configFile}`];
  return [
    kept,
    ...[`GATEHOUSE_STATE_DIR=${stateDir}`, ...config].map((each) => `Environment=${quoted(each)}`),
  ];
}

const accountLines = (uid: number, { stateDir, writes = [] }: UnitPlan): readonly string[] => [
  `User=${uid}`,
  `ReadWritePaths=${[stateDir, ...writes].map(quoted).join(' ')}`,
];

/** A `%` begins a specifier of systemd. */
const specifier = (text: string): string => text.replaceAll('%', '%%');

/** One word of a directive that takes several, as systemd.syntax(7) reads it. */
function quoted(text: string): string {
  const escaped = specifier(text).replaceAll('\\', '\\\\').replaceAll('"', '\\"');
  return /[\s"'\\;]/.test(text) ? `"${escaped}"` : escaped;
}

/** What a unit or agent of ours says; undefined where it does not say. */
export interface UnitPaths {
  readonly program?: string;
  readonly stateDir?: string;
  /** Undefined = `gatehouse.json` in the state directory. */
  readonly configFile?: string;
}

/** The program that a unit of ours starts, and the paths that it gets. */
export function pathsOf(unit: string): UnitPaths {
  const [, command = ''] = /^ExecStart=(.*)$/m.exec(unit) ?? [];
  const variables = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, words = '']) => wordsIn(words));
  const valueOf = (name: string) =>
    variables.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1);
  const program = wordsIn(command).at(-1)?.replaceAll('$$', '$');
  return unitPaths(program, valueOf);
}

/** @param valueOf a variable of the service */
export function unitPaths(
  program: string | undefined,
  valueOf: (name: string) => string | undefined,
): UnitPaths {
  const [stateDir, configFile] = [valueOf('GATEHOUSE_STATE_DIR'), valueOf('GATEHOUSE_CONFIG')];
  return {
    ...(program !== undefined && { program }),
    ...(stateDir !== undefined && { stateDir }),
    ...(configFile !== undefined && { configFile }),
  };
}

/** The words of a directive, as `quoted` writes them. */
const wordsIn = (text: string): readonly string[] =>
  [...text.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(([, inner, plain]) =>
    (inner?.replaceAll(/\\(.)/g, '$1') ?? plain ?? '').replaceAll('%%', '%'),
  );
