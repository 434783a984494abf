import type { Installed } from '../local/service/service.js';
import type { ServicePlan } from '../local/service/service-plan.js';
import type { ServiceStatus } from '../local/service/service-status.js';
import type { UnitPlan } from '../local/service/unit-text.js';
import { fromNow } from './text.js';

const optionOf = (scope: UnitPlan['scope']): string => (scope === 'user' ? ' --user' : '');

/** The steps that were done, and how to continue. @param ownStateDir the one of this shell's commands */
export function installedText({ file, unit }: ServicePlan, done: Installed, ownStateDir: string): string {
  const { stateDir, environmentFile, scope } = unit;
  const kept = done.kept === undefined ? [] : [`The previous unit is kept as ${done.kept}.`];
  const word = /[^\w/.:=-]/.test(stateDir) ? `'${stateDir}'` : stateDir;
  const variable = scope !== 'system' && stateDir === ownStateDir ? '' : `GATEHOUSE_STATE_DIR=${word} `;
  const prefix = `${scope === 'system' ? 'sudo ' : ''}${variable}`;
  const beside =
    environmentFile === undefined
      ? `Log: ${unit.log ?? ''}`
      : `Environment variables and secrets (mode 600): ${environmentFile}`;
  return [
    `${file}: ${done.unit}. The service is enabled, and ${WORDS[done.service]}.`,
    ...kept,
    `State directory: ${stateDir}`,
    beside,
    `Status: gatehouse service status${optionOf(scope)}`,
    `Commands for this service: ${prefix}gatehouse status`,
  ].join('\n');
}

const WORDS: Readonly<Record<Installed['service'], string>> = {
  started: 'was started',
  restarted: 'was restarted',
  'left running': 'runs as before',
};

const UNITS: Readonly<Record<ServiceStatus['unit'], string>> = {
  absent: 'not installed',
  ours: 'unchanged',
  changed: 'edited by hand since it was written',
  foreign: 'not written by this program',
};

export function statusText(status: ServiceStatus, scope: UnitPlan['scope']): string {
  const { since, pid, state_dir } = status;
  const running = [since === null ? [] : fromNow(since), pid === null ? [] : `process ${pid}`].flat();
  const facts: readonly (readonly [string, string | null])[] = [
    ['Service', `${status.enabled ? 'enabled' : 'not enabled'}, ${status.active} (${status.sub})`],
    ['Since', running.length === 0 ? null : running.join(', ')],
    ['Unit', `${status.file}, ${UNITS[status.unit]}`],
    ['Program', programText(status)],
    ['State', state_dir],
    ['', versionHint(status, scope)],
  ];
  const told = facts.filter((fact): fact is readonly [string, string] => fact[1] !== null);
  return told.map(([name, value]) => `${name.padEnd(10)}${value}`.trimStart()).join('\n');
}

function programText({ program, program_version: version }: ServiceStatus): string | null {
  if (program === null) return null;
  return `${program}, ${version ?? 'MISSING: reinstall it, then the service'}`;
}

function versionHint(status: ServiceStatus, scope: UnitPlan['scope']): string | null {
  const { program_version: next, running_version: running, version, restart } = status;
  if (running !== null && next !== null && running !== next)
    return `Still running ${running}; ${next} is installed: ${restart}`;
  if (next === null || next === version) return null;
  return `This command is ${version}, but the service starts ${next}. To switch: gatehouse service install${optionOf(scope)}`;
}
