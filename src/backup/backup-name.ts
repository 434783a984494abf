/** The name of a backup, with its time in UTC: `gatehouse-2026-01-31T04-05-06Z.backup`. */
export const backupName = (now: Date): string =>
  `gatehouse-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`;

/** The name of a file while it is written. */
export const partialName = (file: string): string => `${file}.${process.pid}.partial`;

/** Whether this is the name of an unfinished backup to be named `file`. */
export const isPartialOf = (name: string, file: string): boolean =>
  name.startsWith(`${file}.`) && /^\d+\.partial$/.test(name.slice(file.length + 1));
