import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { syncFolder } from '../config/index.js';
import { InstanceLockedError, lockState } from '../persistence/index.js';
import { BackupError } from './backup.error.js';
import { deleteFolder, deleteLeftovers, newFolder } from './scratch-folder.js';

/** Put there by the caller of a restore: the program's own cache, and a new file system's folder. */
const IGNORED = new Set(['compile-cache', 'lost+found']);
const KIND = 'restoring-';

/** The database gives a state dir its meaning, so it is moved last. */
const rank = (name: string): number => Number(name.startsWith('gatehouse.db'));

/**
 * The folder in which a state dir is prepared. It becomes the state dir by one rename; in one that exists, which may be
 * the root of a volume, its files are moved up.
 */
export class Staging {
  /** The paths that have their place. */
  private readonly placed: string[] = [];

  private constructor(
    readonly folder: string,
    private readonly stateDir: string,
    private readonly isInside: boolean,
  ) {}

  /** @throws BackupError unless the state dir is missing or empty, and when this user cannot write there */
  static async beside(stateDir: string): Promise<Staging> {
    await deleteLeftovers(stateDir, KIND);
    await refuseUsed(stateDir);
    const isInside = (await namesIn(stateDir)) !== undefined;
    try {
      if (!isInside) await mkdir(dirname(stateDir), { recursive: true, mode: 0o700 });
      const folder = isInside
        ? await newFolder(stateDir, KIND)
        : await newFolder(dirname(stateDir), `${basename(stateDir)}.${KIND}`);
      return new Staging(folder, stateDir, isInside);
    } catch (error) {
      const { code = 'unknown error' } = error as NodeJS.ErrnoException;
      throw new BackupError(`${stateDir} is not writable (${code})`, { cause: error });
    }
  }

  /** Gives the files their place: all, or none after an error. @throws BackupError when another program used it meanwhile */
  async place(): Promise<void> {
    await refuseUsed(this.stateDir, basename(this.folder));
    try {
      if (this.isInside) await this.moveUp();
      else await this.move(this.folder, this.stateDir);
      await syncFolder(this.isInside ? this.stateDir : dirname(this.stateDir));
    } catch (error) {
      await this.takeBack();
      throw error;
    }
  }

  /** Removes what was placed, when the restore fails after all. */
  async takeBack(): Promise<void> {
    for (const path of this.placed.splice(0)) await rm(path, { recursive: true, force: true });
  }

  /** Removes what was not placed. */
  discard(): Promise<void> {
    return deleteFolder(this.folder);
  }

  private async moveUp(): Promise<void> {
    const names = await readdir(this.folder);
    for (const name of names.sort((one, other) => rank(one) - rank(other)))
      await this.move(join(this.folder, name), join(this.stateDir, name));
    await rmdir(this.folder);
  }

  private async move(from: string, to: string): Promise<void> {
    await rename(from, to);
    this.placed.push(to);
  }
}

/** @throws BackupError unless the state dir is missing or has nothing but `own` */
async function refuseUsed(stateDir: string, own?: string): Promise<void> {
  const all = (await namesIn(stateDir)) ?? [];
  const found = all.filter((name) => !IGNORED.has(name) && name !== own).sort();
  if (found.length === 0) return;
  if (lockState(join(stateDir, 'gatehouse.db.lock')) === 'held')
    throw new InstanceLockedError(`a gateway is running on ${stateDir}: restore into a different folder`);
  if (found.every((name) => name.startsWith(KIND)))
    throw new BackupError(
      `another restore into ${stateDir} is running. If it was killed, delete ${found.join(', ')} in that folder`,
    );
  const [names, more] = [found.slice(0, 8).join(', '), found.length > 8 ? ', …' : ''];
  throw new BackupError(
    `${stateDir} is not empty (${names}${more}): move it aside, or set GATEHOUSE_STATE_DIR to a new folder`,
  );
}

/** @returns undefined when there is no such folder */
function namesIn(stateDir: string): Promise<string[] | undefined> {
  return readdir(stateDir).catch((error: unknown) => {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new BackupError(`the state directory cannot be read (${code})`, {
      cause: error,
    });
  });
}
