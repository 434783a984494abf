import { parseArgs } from 'node:util';

/** What a process does (DESIGN 3): `web` accepts and acknowledges, `worker` does the jobs, `all` does both. */
export const ROLES = ['all', 'web', 'worker'] as const;
export type Role = (typeof ROLES)[number];

export const ROLE_USAGE = `usage: main.js [--role ${ROLES.join('|')}]`;

/** The role that a command line asks for, `all` unless told; undefined when it cannot be understood. */
export function roleOf(args: readonly string[]): Role | undefined {
  try {
    const { values } = parseArgs({ args: [...args], options: { role: { type: 'string', default: 'all' } } });
    return ROLES.find((role) => role === values.role);
  } catch {
    return undefined;
  }
}
