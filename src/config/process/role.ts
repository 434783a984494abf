import { parseArgs } from 'node:util';

/** The parts a process plays (DESIGN 3): `web` accepts and acknowledges, `worker` does the jobs, `all` does both. */
export const PROCESS_ROLES = ['all', 'web', 'worker'] as const;
export type ProcessRole = (typeof PROCESS_ROLES)[number];

export const ROLE_USAGE = `usage: main.js [--role ${PROCESS_ROLES.join('|')}]`;

/** The role that a command line asks for, `all` by default; undefined for an invalid one. */
export function processRoleIn(args: readonly string[]): ProcessRole | undefined {
  try {
    const { values } = parseArgs({ args: [...args], options: { role: { type: 'string', default: 'all' } } });
    return PROCESS_ROLES.find((role) => role === values.role);
  } catch {
    return undefined;
  }
}
