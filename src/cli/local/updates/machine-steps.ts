import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import type { Environment } from '../../../config/index.js';
import { CliFailure } from '../../failure.js';
import { AdminClient } from '../../gateway/admin-client.js';
import { runningGateway } from '../../gateway/gateway-location.js';
import { pathsIn } from '../service/service.js';
import { type Machine, managerOf, planService, unitFileOf } from '../service/service-plan.js';
import type { ServiceManager } from '../service/service-manager.js';
import { readUnit } from '../service/unit-file.js';
import type { UnitPlan } from '../service/unit-text.js';
import type { InstalledProgram } from './installed-program.js';
import { type Installation, linkedRelease, migrationOf } from './installation.js';
import type { UpdateSteps } from './update.js';
import type { UpdateRecord } from './update-record.js';

/** A start waits for a server of PostgreSQL for a minute; the migration is done by then. */
const READY_MS = 90_000;
const BETWEEN_MS = 250;
const PING_MS = 5_000;

/** The service that starts the installed program. */
export interface OwnService {
  readonly manager: ServiceManager;
  readonly file: string;
  readonly isRunning: boolean;
  /** Unset = `gatehouse.json` in the state directory. */
  readonly configFile?: string | undefined;
  /** Settings as variables that it gets and this shell may lack. */
  readonly environmentFile?: string | undefined;
}

/**
 * The service of this installation; undefined where there is none.
 * @throws CliFailure for one with another state directory, and for a gateway that no service manages
 */
export async function serviceOf(
  machine: Machine,
  { stable }: Installation,
  isStarted: boolean | undefined,
): Promise<OwnService | undefined> {
  const scopes: readonly UnitPlan['scope'][] = machine.library === undefined ? ['user', 'system'] : ['agent'];
  const { stateDir } = machine.environment;
  for (const scope of scopes) {
    const file = unitFileOf(machine, scope);
    const unit = readUnit(file);
    if (unit.kind === 'absent') continue;
    const paths = pathsIn(unit.text, scope);
    if (paths.program !== stable.program) continue;
    if (paths.stateDir !== stateDir)
      throw new CliFailure(
        `the service uses ${paths.stateDir ?? 'another state directory'}: set GATEHOUSE_STATE_DIR to it for this command`,
      );
    const manager = managerOf(machine, scope);
    await manager.requireRunning();
    const isRunning = isStarted ?? (await manager.state()).active !== 'inactive';
    const { environmentFile } = planService(machine, { user: scope === 'user', stateDir }).unit;
    if (!isRunning) refuseRunning(stateDir);
    return { manager, file, isRunning, configFile: paths.configFile, environmentFile };
  }
  refuseRunning(stateDir);
  return undefined;
}

function refuseRunning(stateDir: string): void {
  if (runningGateway(stateDir) === undefined) return;
  throw new CliFailure(
    `a gateway that was started by hand uses ${stateDir}: stop it, repeat this command, and start it again. A service is restarted automatically: gatehouse service install`,
  );
}

/** The variables of the service, over those of this shell. What names the configuration is not of this shell. */
export function variablesFor(
  { stateDir }: Pick<Environment, 'stateDir'>,
  service: OwnService | undefined,
  env: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  if (service === undefined) return { ...env, GATEHOUSE_STATE_DIR: stateDir };
  const { configFile, environmentFile: file } = service;
  const own = file !== undefined && existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  return { ...env, GATEHOUSE_CONFIG: configFile, ...own, GATEHOUSE_STATE_DIR: stateDir };
}

interface Where {
  readonly installation: Installation;
  readonly service: OwnService | undefined;
  readonly stateDir: string;
  readonly program: InstalledProgram;
  /** Whether other replicas may use the database. */
  readonly isShared: boolean;
  readonly tell: (words: string) => void;
  /** How long a started gateway may take. */
  readonly readyMs?: number;
}

/** The steps of an update on this machine, by the programs of both releases. */
export function machineSteps(where: Where): UpdateSteps {
  const { installation, service, stateDir, program, isShared, tell, readyMs = READY_MS } = where;
  const { prefix } = installation;
  const migrates = ({ older, newer }: UpdateRecord) =>
    migrationOf(prefix, older) !== migrationOf(prefix, newer);
  return {
    current: () => linkedRelease(prefix, 'current'),
    backup: () => program.backup(installation.version),
    fetch: program.fetch.bind(program),
    check: async (version) => {
      await program.gatehouse(version, 'config', 'validate');
    },
    switchTo: program.switchTo,
    migrates,
    migrate: async (version) => {
      const answer = await program.gatehouse(version, 'db', 'migrate', '--json');
      return (JSON.parse(answer) as { readonly applied: readonly string[] }).applied.length > 0;
    },
    revert: async ({ older, newer, isMigrated }) => {
      if (isShared && isMigrated === false)
        throw new CliFailure(
          'the database was migrated before this update, by another replica, so its schema must stay: find out why this release does not start here',
        );
      const to = migrationOf(prefix, older);
      if (to === undefined) throw new CliFailure(`${older} does not say which schema it has`);
      await program.gatehouse(newer, 'db', 'migrate', '--to', to);
    },
    stop: async () => service?.manager.stop(),
    start: async () => {
      await service?.manager.start(service.file);
    },
    ready: () => untilReady(stateDir, service, readyMs),
    tell,
  };
}

async function untilReady(
  stateDir: string,
  service: OwnService | undefined,
  patienceMs: number,
): Promise<void> {
  const end = performance.now() + patienceMs;
  let answer = 'it did not answer';
  while (performance.now() < end) {
    const running = runningGateway(stateDir);
    if (running !== undefined) {
      const problem = await new AdminClient({ ...running, token: '' }, PING_MS).unreadiness();
      if (problem === undefined) return;
      answer = problem;
    }
    if ((await service?.manager.state())?.active === 'failed') throw notReady('it failed', service);
    await wait(BETWEEN_MS);
  }
  throw notReady(`it was not ready within ${patienceMs / 1000} s, ${answer}`, service);
}

const notReady = (why: string, service: OwnService | undefined): CliFailure =>
  new CliFailure(`the gateway was started, but ${why}. Its log: ${service?.manager.logCommand ?? ''}`);
