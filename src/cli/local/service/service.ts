import { copyFileSync, readFileSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { shippedFile } from '../../../common/index.js';
import { CliFailure, EXIT } from '../../failure.js';
import { runningGateway } from '../../gateway/gateway-location.js';
import { agentFile, agentText, pathsOfAgent } from './agent-text.js';
import type { ServiceState } from './service-manager.js';
import { type Machine, managerOf, type ServicePlan, unitFileOf } from './service-plan.js';
import { difference, readUnit, signature, type UnitFile, writeUnit } from './unit-file.js';
import { pathsOf, type UnitPaths, type UnitPlan, unitText } from './unit-text.js';

/** The unit that would be installed. */
export function plannedText({ unit }: ServicePlan, version: string): string {
  if (unit.scope === 'agent') {
    const text = agentText(unit);
    return agentFile(signature(text, version, 'Settings belong in gatehouse.json'), text);
  }
  const text = unitText(readFileSync(shippedFile('deploy/gatehouse.service'), 'utf8'), unit);
  const editor = `systemctl ${unit.scope === 'user' ? '--user ' : ''}edit gatehouse`;
  const comments = signature(text, version, `Your own lines belong in a drop-in: ${editor}`);
  return [...comments.map((each) => `# ${each}`), text].join('\n');
}

/** The program that a unit or agent of ours starts, and the paths that it gets. */
export const pathsIn = (text: string, scope: UnitPlan['scope']): UnitPaths =>
  scope === 'agent' ? pathsOfAgent(text) : pathsOf(text);

export interface Installed {
  /** The outcome for the file. */
  readonly unit: 'written' | 'replaced' | 'unchanged';
  /** Where the file that was there before is, if someone else wrote it. */
  readonly kept?: string;
  /** The state of the service because of it. */
  readonly service: 'started' | 'restarted' | 'left running';
}

interface Wanted {
  readonly plan: ServicePlan;
  readonly version: string;
  /** Replaces a unit that is not ours, or was changed. */
  readonly isForced: boolean;
}

/** Writes the unit, enables and starts it. @throws CliFailure; one of ours is from before the first change */
export async function installService(
  machine: Machine,
  { plan, version, isForced }: Wanted,
): Promise<Installed> {
  const { unit, file, obstacles } = plan;
  const manager = managerOf(machine, unit.scope);
  requireRoot(machine.uid, unit.scope, 'install');
  await manager.requireRunning();
  const obstacle = obstacles[0];
  if (obstacle !== undefined) throw new CliFailure(`the service would not start: ${obstacle}`);
  const text = plannedText(plan, version);
  const before = readUnit(file);
  const state = await manager.state();
  if (!isForced) refuseToReplace(before, { file, text, state });
  if (state.active !== 'active' && runningGateway(unit.stateDir) !== undefined)
    throw new CliFailure(`a gateway that is not this service already uses ${unit.stateDir}: stop it first`);
  const kept = before.kind === 'foreign' || before.kind === 'changed' ? `${file}.old` : undefined;
  if (kept !== undefined) copyFileSync(file, kept);
  const isSame = before.kind !== 'absent' && before.text === text;
  if (!isSame) await writeUnit(file, text);
  await manager.enable(file);
  const service = state.active === 'active' && isSame ? 'left running' : await manager.start(file);
  const written = before.kind === 'absent' ? 'written' : 'replaced';
  return { unit: isSame ? 'unchanged' : written, ...(kept !== undefined && { kept }), service };
}

function requireRoot(uid: number | undefined, scope: UnitPlan['scope'], verb: string): void {
  if (scope !== 'system' || uid === 0 || uid === undefined) return;
  throw new CliFailure(
    `a system service needs root: sudo gatehouse service ${verb}. A user service does not: gatehouse service ${verb} --user`,
    EXIT.usage,
  );
}

interface Place {
  readonly file: string;
  readonly text: string;
  readonly state: ServiceState;
}

/** @throws CliFailure for a unit that this program has not written as it is */
function refuseToReplace(before: UnitFile, { file, text, state }: Place): void {
  if (before.kind === 'absent' && state.path !== '' && state.path !== file)
    throw new CliFailure(
      `${basename(file)} already exists at ${state.path}, and ${file} would override it: remove it, or pass --force`,
    );
  if (before.kind === 'absent' || before.kind === 'ours') return;
  const why = before.kind === 'foreign' ? 'was not written by this program' : 'was edited by hand';
  throw new CliFailure(
    `${file} ${why}; --force replaces it and keeps a copy as ${file}.old. Changes:\n${difference(before.text, text)}`,
  );
}

export interface Uninstalled {
  readonly file: string;
  readonly unit: 'removed' | 'absent';
  /** It stays. */
  readonly stateDir?: string;
}

/** Stops, disables and removes the unit of ours. @throws CliFailure for one that is not ours, or was changed */
export async function uninstallService(
  machine: Machine,
  { scope, isForced }: { readonly scope: UnitPlan['scope']; readonly isForced: boolean },
): Promise<Uninstalled> {
  const file = unitFileOf(machine, scope);
  const unit = readUnit(file);
  if (unit.kind === 'absent') return { file, unit: 'absent' };
  requireRoot(machine.uid, scope, 'uninstall');
  if (unit.kind === 'foreign')
    throw new CliFailure(`${file} was not written by this program and was kept: remove it by hand`);
  if (unit.kind === 'changed' && !isForced)
    throw new CliFailure(`${file} was edited by hand, so it was kept; --force removes it anyway`);
  const manager = managerOf(machine, scope);
  await manager.requireRunning();
  await manager.disable();
  rmSync(file);
  await manager.forget();
  return { file, unit: 'removed', ...pathsIn(unit.text, scope) };
}
