import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CliUsageError } from '../../../channels/index.js';

/** A limit above any package or icon. */
const MAX_BYTES = 16 * 1024 * 1024;

/** The default file of the app package, for writing and reading. */
export const packageFile = (stateDir: string): string => join(stateDir, 'workchat-app.zip');

/** @returns undefined for a missing file. @throws CliUsageError when it cannot be read */
export function readIfThere(file: string): Buffer | undefined {
  try {
    const stats = statSync(file);
    if (!stats.isFile()) throw new CliUsageError(`${file} is not a file`);
    if (stats.size > MAX_BYTES)
      throw new CliUsageError(`${file} is too large for an app package (more than 16 MB)`);
    return readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw code === undefined ? error : new CliUsageError(`${file} cannot be read: ${code}`);
  }
}
