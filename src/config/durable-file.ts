import { constants, fsyncSync } from 'node:fs';

const { O_CREAT, O_EXCL, O_WRONLY } = constants;
/** Windows has none. */
const O_SYNC = (constants as Partial<typeof constants>).O_SYNC ?? 0;

/** Flags that make a file, which must not be there, and put each write on disk before it returns. */
export const NEW_DURABLE_FILE = O_WRONLY | O_CREAT | O_EXCL | O_SYNC;

/** Whether Node's `--permission` holds, under which calls by file descriptor (fsync, fchmod, fchown) are refused. */
export const isConfined = (): boolean =>
  (process.permission as NodeJS.ProcessPermission | undefined) !== undefined;

/** Waits until a file or folder is on disk; what was written to a NEW_DURABLE_FILE is there without, on POSIX. */
export function sync(handle: number): void {
  if (!isConfined()) fsyncSync(handle);
}
