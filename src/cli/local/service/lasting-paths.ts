import { type Stats, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';

const isBelow = (path: string, folder: string): boolean => path.startsWith(`${folder}/`);

/** Those that systemd's `PrivateTmp` hides. */
const PRIVATE_TMP = ['/tmp', '/var/tmp'];
const HOMES = ['/home', '/root', '/run/user'];

export const isOfPrivateTmp = (path: string): boolean => PRIVATE_TMP.some((folder) => isBelow(path, folder));

const isTemporary = (path: string): boolean =>
  [...PRIVATE_TMP, '/dev/shm', tmpdir()].some((folder) => isBelow(path, folder));

/** Whether systemd's `ProtectHome` hides it. */
export const isOfHome = (path: string): boolean => HOMES.some((folder) => isBelow(path, folder));

/** Folders in which a version manager keeps each Node under its number. */
const VERSIONED = /\/(?:\.nvm|\.?fnm|fnm_multishells|\.volta|\.asdf|mise|\.nodenv|n\/versions)\//;

/** Warnings about a program or a Node that another command removes. */
export function vanishing({ node, program }: { readonly node: string; readonly program: string }): string[] {
  const lasting = 'install the program to stay, for instance in /opt/gatehouse: docs/operations/running.md';
  const otherNode = 'call this command with a Node that stays, for instance /usr/bin/node';
  return [
    ...(program.includes('/_npx/')
      ? [`${program} is in the cache of npx, which npm empties: ${lasting}`]
      : []),
    ...(isTemporary(program) ? [`${program} is in a folder for temporary files: ${lasting}`] : []),
    ...(VERSIONED.test(node)
      ? [`${node} is of a version manager, and goes when that version is removed: ${otherNode}`]
      : []),
    ...(node.includes('/node_modules/')
      ? [`${node} is in a folder of packages, and goes when they are installed anew: ${otherNode}`]
      : []),
    ...(isTemporary(node) ? [`${node} is in a folder for temporary files: ${otherNode}`] : []),
  ];
}

const READ = 0o4;
const ENTER = 0o1;

/**
 * Whether a user may read a file, by the modes of the file and of all folders above it; groups are not considered.
 * @param uid unset = a user who owns nothing
 */
export function mayRead(path: string, uid: number | undefined): boolean {
  const file = statSync(path, { throwIfNoEntry: false });
  if (!file || !allows(file, uid, READ)) return false;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (!allows(statSync(folder), uid, ENTER)) return false;
    if (folder === dirname(folder)) return true;
  }
}

const allows = ({ mode, uid: owner }: Stats, uid: number | undefined, bit: number): boolean =>
  (mode & (owner === uid ? bit << 6 : bit)) !== 0;
