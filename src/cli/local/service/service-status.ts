import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Cli } from '../../cli.js';
import { AdminClient } from '../../gateway/admin-client.js';
import type { Status } from '../../gateway/answers.js';
import { locateGateway, runningGateway } from '../../gateway/gateway-location.js';
import { pathsIn } from './service.js';
import { type Machine, managerOf, unitFileOf } from './service-plan.js';
import { readUnit, type UnitFile } from './unit-file.js';
import type { UnitPlan } from './unit-text.js';

/** The service for people and programs. */
export interface ServiceStatus {
  readonly file: string;
  readonly unit: UnitFile['kind'];
  readonly enabled: boolean;
  readonly active: string;
  readonly sub: string;
  /** ISO 8601; null while it is not active, and with launchd, which does not say. */
  readonly since: string | null;
  readonly pid: number | null;
  readonly program: string | null;
  /** The release that the next start runs; null where the program is gone. */
  readonly program_version: string | null;
  /** The release of the process that answers; null where it does not, or refuses to. */
  readonly running_version: string | null;
  /** The release of this command. */
  readonly version: string;
  readonly state_dir: string | null;
  /** The command that restarts it. */
  readonly restart: string;
}

export async function serviceStatus(
  cli: Cli,
  machine: Machine,
  scope: UnitPlan['scope'],
): Promise<ServiceStatus> {
  const file = unitFileOf(machine, scope);
  const unit = readUnit(file);
  const manager = managerOf(machine, scope);
  await manager.requireRunning();
  const { isEnabled, active, sub, activeSinceUs, pid, path } = await manager.state();
  const { program, stateDir } = unit.kind === 'absent' ? {} : pathsIn(unit.text, scope);
  const isActive = active === 'active';
  return {
    file: unit.kind === 'absent' && path !== '' ? path : file,
    unit: unit.kind === 'absent' && path !== '' ? 'foreign' : unit.kind,
    enabled: isEnabled,
    active,
    sub,
    since: isActive && activeSinceUs > 0 ? new Date(Date.now() - sinceMs(activeSinceUs)).toISOString() : null,
    pid: pid === 0 ? null : pid,
    program: program ?? null,
    program_version: program === undefined ? null : versionBeside(program),
    running_version: isActive && stateDir !== undefined ? await runningVersion(cli, stateDir) : null,
    version: cli.world.version,
    state_dir: stateDir ?? null,
    restart: manager.restartCommand,
  };
}

/** systemd and Node count by the same clock. */
const sinceMs = (startUs: number): number =>
  Number(process.hrtime.bigint() / 1_000n) / 1_000 - startUs / 1_000;

function versionBeside(program: string): string | null {
  const manifest = join(dirname(program), 'package.json');
  if (!existsSync(program) || !existsSync(manifest)) return null;
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string }).version;
}

/** An installation that was replaced while the service runs shows only in the process itself. */
async function runningVersion({ world }: Cli, stateDir: string): Promise<string | null> {
  try {
    if (runningGateway(stateDir) === undefined) return null;
    const environment = () => ({ ...world.environment(), stateDir });
    const admin = new AdminClient(locateGateway({ ...world, environment }, {}));
    return (await admin.get<Status>('/status')).version;
  } catch {
    return null;
  }
}
