import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CliUsageError } from '../../channels/index.js';
import { type PackageProblem, problemText } from './app-package/problem.js';
import type { OpenedPackage } from './app-package/update.js';

/** No package and no icon is as large as that. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Where the app package is written, and looked for, unless somebody names another file. */
export const packageFile = (stateDir: string): string => join(stateDir, 'workchat-app.zip');

/** @returns undefined where there is no such file. @throws CliUsageError when it cannot be read */
export function readIfThere(file: string): Buffer | undefined {
  try {
    const stats = statSync(file);
    if (!stats.isFile()) throw new CliUsageError(`${file} is no file`);
    if (stats.size > MAX_BYTES) throw new CliUsageError(`${file} is too large to be that: more than 16 MB`);
    return readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw code === undefined ? error : new CliUsageError(`${file} cannot be read: ${code}`);
  }
}

/** @throws CliUsageError when it is not there, or cannot be read */
export function read(file: string): Buffer {
  const bytes = readIfThere(file);
  if (bytes) return bytes;
  throw new CliUsageError(`${file} is not there`);
}

/** A package that something is to be compared with. @throws CliUsageError when it is none */
export async function openPackage(file: string): Promise<OpenedPackage> {
  const { checkPackage } = await import('./app-package/check.js');
  const { opened, problems } = checkPackage(read(file));
  if (opened) return opened;
  throw new CliUsageError([`${file} is no app package:`, ...problems.map(problemText)].join('\n  '));
}

/** Errors and warnings as machines get them. */
export const problemData = ({ level, field, message, cure }: PackageProblem) => ({
  level,
  field,
  message,
  cure,
});

export const errorsAmong = (problems: readonly PackageProblem[]): readonly PackageProblem[] =>
  problems.filter(({ level }) => level === 'error');

/** `1 error`, `3 errors`. */
export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
