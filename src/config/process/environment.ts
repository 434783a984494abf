import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { ConfigProblem } from '../tree/problem.js';
import { readSecretFile } from '../files/read-file.js';
import { absolutePath, stateDirOf } from './state-dir.js';

/** Every variable that holds a setting begins with it. */
export const VARIABLE_PREFIX = 'GATEHOUSE__';

/** The environment's part of the configuration; `process.env` is read here, in memory-flags.ts and lean-start.ts only. */
export interface Environment {
  /** `GATEHOUSE_STATE_DIR`, default `~/.gatehouse`; absolute. */
  readonly stateDir: string;
  /** `GATEHOUSE_CONFIG`, default `{stateDir}/gatehouse.json`; absolute; need not exist. */
  readonly configFile: string;
  /** `GATEHOUSE_ADMIN_TOKEN`: the first owner token. */
  readonly adminToken?: string;
  /** `DATABASE_URL`, `postgres://…`; absent = SQLite in the state dir. */
  readonly databaseUrl?: string;
  /** Problems of the variables above; `loadConfig` reports them together with the file's. */
  readonly problems?: readonly ConfigProblem[];
  /** Whether `GATEHOUSE_CONFIG` names the file, which must then exist. */
  readonly isConfigNamed?: boolean;
  /** One variable, from NAME or NAME_FILE. */
  readonly variable?: (name: string) => VariableReading;
  /** The raw variables that hold settings, by name (`GATEHOUSE__…`). */
  readonly settings?: ReadonlyMap<string, string>;
}

/** `value` absent = not set; an empty variable counts as not set. */
export interface VariableReading {
  readonly value?: string;
  readonly problems: readonly ConfigProblem[];
}

/** Reads the environment; never throws: errors are in `problems`. */
export function readEnvironment(env: NodeJS.ProcessEnv = process.env): Environment {
  const stateDir = stateDirOf(env);
  const configFile = absolutePath(env.GATEHOUSE_CONFIG || join(stateDir, 'gatehouse.json'));
  const adminToken = readVariable(env, 'GATEHOUSE_ADMIN_TOKEN');
  const databaseUrl = readVariable(env, 'DATABASE_URL');
  return {
    stateDir,
    configFile,
    isConfigNamed: Boolean(env.GATEHOUSE_CONFIG),
    ...(adminToken.value !== undefined && { adminToken: adminToken.value }),
    ...(databaseUrl.value !== undefined && { databaseUrl: databaseUrl.value }),
    problems: [...adminToken.problems, ...databaseUrl.problems, ...databaseProblems(databaseUrl.value)],
    variable: (name) => readVariable(env, name),
    settings: settingsIn(env),
  };
}

/** Variables of this process for a program that it starts; those that are not set are left out. */
export const variablesOf = (names: readonly string[], env = process.env): NodeJS.ProcessEnv =>
  Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));

/** All variables of this process, for another release of this program. */
export const allVariables = (env = process.env): NodeJS.ProcessEnv => env;

/** Options of a command that stand in place of variables; paths start at the working directory. */
export interface CommandLineValues {
  readonly stateDir?: string;
  readonly config?: string;
  readonly port?: number;
}

/** Puts the values into the variables that they stand for, so that the process that replaces this one has them too. */
export function overrideEnvironment(
  { stateDir, config, port }: CommandLineValues,
  env: NodeJS.ProcessEnv = process.env,
): void {
  if (stateDir !== undefined) env.GATEHOUSE_STATE_DIR = resolve(stateDir);
  if (config !== undefined) env.GATEHOUSE_CONFIG = resolve(config);
  if (port !== undefined) env.GATEHOUSE__GATEWAY__PORT = String(port);
}

/** The repository's scripts that run the command line, by npm's name for them in the environment. */
const SCRIPTS: Readonly<Record<string, string>> = {
  gatehouse: 'npm run -s gatehouse --',
  dev: 'npm run -s dev --',
};

/**
 * The words by which a person calls the command line, so that hints can be pasted: `gatehouse` where it is installed,
 * else the npm script or the file.
 * @param file the entry file as Node was given it
 */
export function calledAs(file: string | undefined, env: NodeJS.ProcessEnv = process.env): string {
  const script = SCRIPTS[env.npm_lifecycle_event ?? ''];
  if (script !== undefined) return script;
  if (file === undefined || !basename(file).endsWith('.js') || isOfRelease(file)) return 'gatehouse';
  return `node ${relative(process.cwd(), file)}`;
}

/** Whether the launcher of an installed release has called it (scripts/bundle/write-release.mjs). */
const isOfRelease = (file: string): boolean => existsSync(join(dirname(file), '../../bin/gatehouse'));

/** Whether the terminal cannot draw a line again, as that of an editor's shell. */
export const isDumbTerminal = (env: NodeJS.ProcessEnv = process.env): boolean => env.TERM === 'dumb';

/** The standard streams, which may be terminals. */
interface Outputs {
  readonly stdout: { readonly isTTY?: boolean };
  readonly stderr: { readonly isTTY?: boolean };
}

/**
 * Keeps colors out of pipes and files. With FORCE_COLOR, which CI and terminals set for all programs, Node and the
 * libraries would print them there too; on a terminal they need no force.
 */
export function colorTerminalsOnly(
  { stdout, stderr }: Outputs = process,
  env: NodeJS.ProcessEnv = process.env,
): void {
  if (!stdout.isTTY || !stderr.isTTY) delete env.FORCE_COLOR;
}

/** The variables by which npm, like curl, finds a proxy; the first that is set counts. */
const PROXIES = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'PROXY', 'proxy'];

/** The variable that names a proxy for npm, and its text. */
export function proxyVariable(
  env: NodeJS.ProcessEnv = process.env,
): { readonly name: string; readonly address: string } | undefined {
  const name = PROXIES.find((each) => env[each]);
  return name === undefined ? undefined : { name, address: env[name] ?? '' };
}

/** The variables that name the collector of spans. */
const COLLECTORS = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'];

/** Whether OpenTelemetry's variables name a collector, and do not switch traces off. */
export function isTraced({ variable }: Environment): boolean {
  const isOff =
    variable?.('OTEL_SDK_DISABLED').value?.toLowerCase() === 'true' ||
    variable?.('OTEL_TRACES_EXPORTER').value === 'none';
  const named = COLLECTORS.map((name) => variable?.(name));
  return !isOff && named.some((read) => read?.value !== undefined || (read?.problems.length ?? 0) > 0);
}

function settingsIn(env: NodeJS.ProcessEnv): ReadonlyMap<string, string> {
  const set = Object.entries(env).filter(([name]) => name.startsWith(VARIABLE_PREFIX));
  return new Map(set.flatMap(([name, text]) => (text ? [[name, text] as const] : [])));
}

function readVariable(env: NodeJS.ProcessEnv, name: string): VariableReading {
  const value = env[name] || undefined;
  const file = env[`${name}_FILE`] || undefined;
  if (file === undefined) return value === undefined ? { problems: [] } : { value, problems: [] };
  if (value !== undefined) {
    return { problems: [new ConfigProblem(name, `set either ${name} or ${name}_FILE, not both`)] };
  }
  const read = readSecretFile(absolutePath(file));
  if ('value' in read) return { value: read.value, problems: [] };
  return { problems: [new ConfigProblem(`${name}_FILE`, read.problem)] };
}

function databaseProblems(url: string | undefined): ConfigProblem[] {
  if (url === undefined || (/^postgres(ql)?:\/\//.test(url) && URL.canParse(url))) return [];
  return [new ConfigProblem('DATABASE_URL', 'must be a postgres:// URL')];
}
