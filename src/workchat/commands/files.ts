import { CliUsageError } from '../../channels/index.js';
import { type PackageProblem, problemText } from '../app-package/problem.js';
import type { OpenedPackage } from '../app-package/update.js';
import { readIfThere } from '../upkeep/checks/package-file.js';

/** @throws CliUsageError when it is missing or cannot be read */
export function read(file: string): Buffer {
  const bytes = readIfThere(file);
  if (bytes) return bytes;
  throw new CliUsageError(`${file} does not exist`);
}

/** Reads a package for a comparison. @throws CliUsageError when it is not a package */
export async function openPackage(file: string): Promise<OpenedPackage> {
  const { checkPackage } = await import('../app-package/check.js');
  const { opened, problems } = checkPackage(read(file));
  if (opened) return opened;
  throw new CliUsageError([`${file} is not an app package:`, ...problems.map(problemText)].join('\n  '));
}

/** Errors and warnings for machines. */
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
