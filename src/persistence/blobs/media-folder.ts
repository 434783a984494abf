import { dirname, join } from 'node:path';

/** The folder of files beside a SQLite file: below the state dir. */
export const mediaFolderOf = (databaseFile: string): string => join(dirname(databaseFile), 'media');

/** The path of a file's bytes; spread over 256 folders, since some file systems are slow with large ones. */
export const mediaFile = (folder: string, id: string): string => join(folder, id.slice(0, 2), id);
