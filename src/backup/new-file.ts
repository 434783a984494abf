import { access, link, rename, rm } from 'node:fs/promises';
import { BackupError } from './backup.error.js';

/** @throws BackupError when the file exists */
export async function refuseExisting(file: string): Promise<void> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  if (isThere) throw new BackupError(`${file} already exists: a backup never replaces a file`);
}

/**
 * Gives a written file its name, unless another has it meanwhile.
 * @throws BackupError when the name is taken; the system's error
 */
export async function giveName(written: string, file: string): Promise<void> {
  try {
    await link(written, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return refuseExisting(file);
    // File systems without links, as of memory cards and some shares.
    await refuseExisting(file);
    return rename(written, file);
  }
  await rm(written);
}

const FULL = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL']);

/**
 * The reason in words where the system refused to write; other errors as they are.
 * @param path what was to be written
 */
export function unwritable(error: unknown, path: string): unknown {
  const { code = '', syscall, cause } = error as NodeJS.ErrnoException;
  const isFull = [code, (cause as NodeJS.ErrnoException | undefined)?.code ?? ''].some((each) =>
    FULL.has(each),
  );
  if (!isFull && (syscall === undefined || code === '')) return error;
  const why = isFull ? 'the disk is full' : code;
  return new BackupError(`${path} cannot be written (${why}); no partial file is left`, { cause: error });
}
