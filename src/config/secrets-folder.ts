import { realpathSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';

/** The files that a change of the configuration over the admin API or a chat may name as secrets. */
export const secretsFolder = (stateDir: string): string => join(stateDir, 'secrets');

/** Whether a file lies there, and not only a link to one that does not. Relative paths start at the working directory. */
export function isInSecretsFolder(stateDir: string, file: string): boolean {
  const [folder, path] = [resolve(secretsFolder(stateDir)), resolve(file)];
  try {
    return realpathSync(path).startsWith(realpathSync(folder) + sep);
  } catch {
    // It is not there, which is said when it is read.
    return path.startsWith(folder + sep);
  }
}
