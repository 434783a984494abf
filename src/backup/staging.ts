import { mkdir, mkdtemp, open, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isConfined } from '../config/index.js';
import { BackupError } from './backup.error.js';

/** The database gives a state dir its meaning, so it is moved last. */
const rank = (name: string): number => Number(name.startsWith('gatehouse.db'));

/**
 * The folder in which a state dir is prepared. It becomes the state dir by one rename; in one that exists, which may be
 * the root of a volume, its files are moved up.
 */
export class Staging {
  private placed: readonly string[] | undefined;

  private constructor(
    readonly folder: string,
    private readonly stateDir: string,
    private readonly isInside: boolean,
  ) {}

  /** @throws BackupError when this user cannot write there */
  static async beside(stateDir: string): Promise<Staging> {
    const isInside = await readdir(stateDir).then(
      () => true,
      () => false,
    );
    try {
      if (!isInside) await mkdir(dirname(stateDir), { recursive: true, mode: 0o700 });
      const folder = await mkdtemp(isInside ? join(stateDir, 'restoring-') : `${stateDir}.restoring-`);
      return new Staging(folder, stateDir, isInside);
    } catch (error) {
      const { code = 'unknown error' } = error as NodeJS.ErrnoException;
      throw new BackupError(`${stateDir} cannot be written (${code})`, { cause: error });
    }
  }

  /** Gives the files their place. */
  async place(): Promise<void> {
    if (!this.isInside) {
      await rename(this.folder, this.stateDir);
      this.placed = [];
    } else {
      const names = await readdir(this.folder);
      const order = names.sort((one, other) => rank(one) - rank(other));
      this.placed = order;
      for (const name of order) await rename(join(this.folder, name), join(this.stateDir, name));
      await rmdir(this.folder);
    }
    await syncFolder(this.isInside ? this.stateDir : dirname(this.stateDir));
  }

  /** Removes what was placed, when the restore fails after all. */
  async takeBack(): Promise<void> {
    if (!this.placed) return;
    const gone = this.isInside ? this.placed.map((name) => join(this.stateDir, name)) : [this.stateDir];
    for (const path of gone) await rm(path, { recursive: true, force: true });
    this.placed = undefined;
  }

  /** Removes what was not placed. */
  async discard(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}

async function syncFolder(folder: string): Promise<void> {
  if (isConfined()) return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
