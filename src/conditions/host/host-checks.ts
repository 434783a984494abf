import { existsSync } from 'node:fs';
import type { Check } from '../../common/index.js';
import {
  ALERTS,
  AlertsConfig,
  type ConfigProblem,
  type ConfigScope,
  type Environment,
  type GatehouseConfig,
} from '../../config/index.js';
import { checkOf } from '../condition.js';
import { backupCheck } from './backup.check.js';
import { certificateCheck } from './certificate.check.js';
import { diskCheck } from './disk.check.js';
import { modesCheck } from './modes.check.js';
import { nodeCheck } from './node.check.js';
import { ownerTokenCheck } from './owner-token.check.js';
import { secretsCheck } from './secrets.check.js';
import { fileSystemCheck } from './file-system.check.js';
import { stateDirCheck } from './state-dir.check.js';
import { configurationCheck } from './stopped/configuration.check.js';
import { databaseCheck } from './stopped/database.check.js';
import { gatewayCheck } from './stopped/gateway.check.js';
import { isThere } from './stopped/gateway-process.js';
import { portCheck } from './stopped/port.check.js';

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
