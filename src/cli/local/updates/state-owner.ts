import { lchownSync, mkdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Who may write in a state directory, and thus decides which plugins' code a program loads. */
export interface StateOwner {
  readonly uid: number;
  readonly gid: number;
  readonly stateDir: string;
}

/** How a program is started, as `execFile` takes it. */
export interface Start {
  readonly program: string;
  readonly args: readonly string[];
  readonly uid?: number;
  readonly gid?: number;
}

/**
 * The owner as whom programs must run that load code from a state directory.
 * @param uid of this process
 * @returns undefined where this process has no more rights than the owner
 */
export function ownerFor(stateDir: string, uid: number | undefined): StateOwner | undefined {
  const stats = uid === 0 ? statSync(stateDir, { throwIfNoEntry: false }) : undefined;
  return stats === undefined || stats.uid === 0 ? undefined : { uid: stats.uid, gid: stats.gid, stateDir };
}

/** Starts a program as the owner; only for root. */
export function startAs({ uid, gid, stateDir }: StateOwner, program: string, args: readonly string[]): Start {
  const folder = realpathSync(stateDir);
  if (mayEnter(statSync(dirname(folder)), { uid, gid })) return { program, args, uid, gid };
  const asOwner = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--no-new-privs'];
  return {
    program: 'unshare',
    args: ['--mount', '--', 'sh', '-c', OPENED, 'sh', folder, ...asOwner, '--', program, ...args],
  };
}

/**
 * systemd keeps the state of a user that it makes itself in /var/lib/private, which only root may enter, and shows it to
 * the service alone. The program sees the same: that folder with nothing but the state directory.
 */
const OPENED = `set -e
(cd "$1"
mount -t tmpfs -o mode=755 none "\${1%/*}"
mkdir "$1"
mount --no-canonicalize --bind . "$1")
shift
exec "$@"`;

const ENTER = 0o1;

function mayEnter({ mode, ...folder }: Stats, { uid, gid }: Pick<StateOwner, 'uid' | 'gid'>): boolean {
  const shift = folder.uid === uid ? 6 : folder.gid === gid ? 3 : 0;
  return (mode & (ENTER << shift)) !== 0;
}

/**
 * Makes the folder where backups go unless the configuration names another one, in a folder of root: the owner cannot
 * make it there. Other folders are not touched, because the owner chooses them.
 */
export function makeBackupFolder({ uid, gid, stateDir }: StateOwner): void {
  const { uid: parent, mode } = statSync(dirname(stateDir));
  if (parent !== 0 || (mode & OTHERS_WRITE) !== 0) return;
  const folder = `${stateDir}-backups`;
  // What is there already stays as it is.
  if (statSync(folder, { throwIfNoEntry: false })) return;
  mkdirSync(folder, { mode: 0o700 });
  lchownSync(folder, uid, gid);
}

const OTHERS_WRITE = 0o022;
