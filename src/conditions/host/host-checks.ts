import { existsSync } from 'node:fs';
import type { Check, Finding } from '../../common/index.js';
import {
  ALERTS,
  AlertsConfig,
  type ConfigProblem,
  type ConfigScope,
  type Environment,
  type GatehouseConfig,
  nodeHoles,
  ownerTokenFile,
  SAFE_TOKEN_CHARS,
} from '../../config/index.js';
import { checkOf, condition, ok } from '../condition.js';
import { backupCheck } from './backup.check.js';
import { certificateCheck } from './certificate.check.js';
import { diskCheck } from './disk.check.js';
import { modesCheck } from './modes.check.js';
import { secretsCheck } from './secrets.check.js';
import { fileSystemCheck } from './file-system.check.js';
import { stateDirCheck } from './state-dir.check.js';
import { databaseCheck } from './stopped/database.check.js';
import { gatewayCheck } from './stopped/gateway.check.js';
import { isThere } from './stopped/gateway-process.js';
import { portCheck } from './stopped/port.check.js';
import { readFile } from 'node:fs/promises';
import { problemFindings } from '../configuration-findings.js';

/** The configuration of the next start. @param problems those of the file and of the environment */
const configurationCheck = (problems: readonly ConfigProblem[], scope: ConfigScope): Check => ({
  id: 'configuration',
  async run() {
    if (problems.length === 0) return [ok('the configuration is valid')];
    const text = ({ path, message }: ConfigProblem): string => `${path}: ${message}`;
    return problemFindings(problems, { scope, held: new Map(), text });
  },
});

/** A long token of fewer different characters has a pattern. */
const LEAST_DIFFERENT = 8;
const WORDS =
  /^(?:admin|change-?me|default|demo|example|gatehouse|letmein|owner|pass(?:word|wort)?|qwerty|root|secret|test|token|\d+)+$/i;

/** Whether someone could guess the owner's token. It is never shown. */
const ownerTokenCheck = (environment: Environment, config: GatehouseConfig | undefined): Check => ({
  id: 'owner-token',
  async run() {
    const token = environment.adminToken ?? (await tokenInFile(environment.stateDir));
    return token === undefined ? [] : [findingOf(token, environment, config)];
  },
});

/** @throws the system's error for a file that is there and cannot be read */
async function tokenInFile(stateDir: string): Promise<string | undefined> {
  try {
    return (await readFile(ownerTokenFile(stateDir), 'utf8')).trim();
  } catch (error) {
    // The first start makes it.
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

function findingOf(token: string, environment: Environment, config: GatehouseConfig | undefined): Finding {
  const { adminToken, stateDir } = environment;
  const weakness = weaknessOf(token, environment, config);
  if (weakness === undefined) return ok('the owner token is hard to guess');
  const isVariable = adminToken !== undefined;
  const setting = isVariable ? 'GATEHOUSE_ADMIN_TOKEN' : ownerTokenFile(stateDir);
  return condition('token-guessable', `the owner token is guessable: ${weakness}`, { facts: { setting } });
}

function weaknessOf(
  token: string,
  { databaseUrl = '' }: Environment,
  config: GatehouseConfig | undefined,
): string | undefined {
  if (new Set(token).size < Math.min(LEAST_DIFFERENT, token.length))
    return 'it has too few different characters';
  if (WORDS.test(token.replace(/[^a-z0-9]/gi, ''))) return 'it is made of common words';
  const secrets = JSON.stringify([config?.tree(), URL.parse(databaseUrl)?.password]);
  if (secrets.includes(JSON.stringify(token))) return 'it is also a secret of the configuration';
  return token.length < SAFE_TOKEN_CHARS ? `it has ${token.length} characters` : undefined;
}

/** The Node that runs this. @param version such as 24.21.0 */
const nodeCheck = (version: string): Check => ({
  id: 'node',
  run: async () => {
    const holes = nodeHoles(version);
    return [
      holes === undefined
        ? ok(`Node ${version} has no known security holes`)
        : condition('node-unsafe', holes),
    ];
  },
});

/** The machine, as its checks see it. */
export interface Host {
  readonly environment: Environment;
  /** Undefined while it is invalid. */
  readonly config: GatehouseConfig | undefined;
  /** Epoch ms. */
  readonly now: () => number;
  /** The version of Node; that of this process when left out. */
  readonly node?: string;
}

/** Checks of this machine, with or without a gateway running on it. */
export function hostChecks({
  environment,
  config,
  now,
  node = process.versions.node,
}: Host): readonly Check[] {
  const { stateDir, databaseUrl } = environment;
  const isEmbedded = databaseUrl === undefined;
  const { diskFreePercent } = config?.get(ALERTS) ?? new AlertsConfig();
  const inStateDir = [
    fileSystemCheck(stateDir, isEmbedded),
    modesCheck(environment, config),
    secretsCheck(environment),
    diskCheck(stateDir, diskFreePercent),
    backupCheck({ environment, config, now }),
  ];
  return [
    nodeCheck(node),
    stateDirCheck(stateDir),
    ...inStateDir.map((check) => ifThere(stateDir, check)),
    ownerTokenCheck(environment, config),
    certificateCheck(config, now),
  ].map(asShown);
}

const asShown = (check: Check): Check => checkOf(check.id, (signal) => check.run(signal));

/** Before the first start there is no folder to look at. */
const ifThere = (folder: string, check: Check): Check => ({
  id: check.id,
  run: async (signal) => (existsSync(folder) ? check.run(signal) : []),
});

/** A machine on which no gateway answers. */
export interface StoppedHost extends Host {
  /** Those of the configuration of the next start. */
  readonly problems: readonly ConfigProblem[];
  readonly scope: ConfigScope;
  /** Why no gateway answered, in words. */
  readonly silence: string;
}

/** Checks of a machine on which no gateway answers: why, and whether the next start would succeed. */
export const stoppedChecks = (host: StoppedHost): readonly Check[] =>
  [
    gatewayCheck(host.environment, host.silence),
    configurationCheck(host.problems, host.scope),
    portCheck(host.config, () => isThere(host.environment)),
    databaseCheck(host.environment),
    ...hostChecks(host),
  ].map(asShown);
