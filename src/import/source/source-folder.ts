import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { resolve, sep } from 'node:path';
import { errorText } from '../../common/index.js';
import { ImportError } from '../import.error.js';

/** Names read of one folder; a folder of a person has far fewer. */
const MOST_NAMES = 100_000;

/** A folder that is only ever read: regular files below it, none that a link leads to elsewhere. */
export class SourceFolder {
  private constructor(readonly path: string) {}

  /** @throws ImportError when it is not a folder */
  static open(path: string): SourceFolder {
    const folder = SourceFolder.find(path);
    if (!folder) throw new ImportError(`${path} is not a readable folder`);
    return folder;
  }

  static find(path: string): SourceFolder | undefined {
    try {
      const real = realpathSync(homePath(path));
      return lstatSync(real).isDirectory() ? new SourceFolder(real) : undefined;
    } catch {
      return undefined;
    }
  }

  /** The real path of a file; undefined when it is missing, no regular file, or outside. @param name may be a whole path */
  file(name: string): string | undefined {
    try {
      const real = realpathSync(this.at(name));
      return this.contains(real) && lstatSync(real).isFile() ? real : undefined;
    } catch {
      return undefined;
    }
  }

  contains(real: string): boolean {
    return real.startsWith(this.path.endsWith(sep) ? this.path : this.path + sep);
  }

  /** The text of a file; undefined when there is none. @throws ImportError when it is too large or cannot be read */
  read(name: string, maxBytes: number): string | undefined {
    const file = this.file(name);
    return file === undefined ? undefined : readCapped(file, maxBytes);
  }

  /** A folder below; undefined when it is missing, or outside, also by a link. @param name may be a whole path */
  folder(name: string): SourceFolder | undefined {
    const found = SourceFolder.find(this.at(name));
    return found && this.contains(found.path) ? found : undefined;
  }

  /** The names in a folder below, in order; none when it is missing or outside. */
  names(name: string): readonly string[] {
    try {
      const real = realpathSync(this.at(name));
      if (real !== this.path && !this.contains(real)) return [];
      return readdirSync(real).sort().slice(0, MOST_NAMES);
    } catch {
      return [];
    }
  }

  private at(name: string): string {
    return resolve(this.path, inHome(name));
  }
}

/** A leading `~` is the home folder of the user who runs the import. */
export const homePath = (path: string): string => resolve(inHome(path));

const inHome = (path: string): string => path.replace(/^~(?=\/|$)/, homedir());

/** Constants that Windows lacks. */
const { O_RDONLY } = constants;
const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants as Partial<typeof constants>;

/** Reads a regular file, not through a link. @throws ImportError, which names the file and nothing in it */
export function readCapped(file: string, maxBytes: number): string {
  let handle: number | undefined;
  try {
    // A pipe would block the open without O_NONBLOCK.
    handle = openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const stat = fstatSync(handle);
    if (!stat.isFile()) throw new ImportError(`${file} is not a regular file`);
    if (stat.size > maxBytes) throw new ImportError(`${file} is larger than ${maxBytes} bytes`);
    const bytes = Buffer.alloc(stat.size);
    let at = 0;
    for (let read = 1; read > 0 && at < bytes.length; at += read)
      read = readSync(handle, bytes, at, bytes.length - at, at);
    return bytes.subarray(0, at).toString('utf8');
  } catch (error) {
    if (error instanceof ImportError) throw error;
    const code = (error as NodeJS.ErrnoException).code ?? errorText(error);
    throw new ImportError(`${file} cannot be read (${code === 'ELOOP' ? 'it is a link' : code})`, {
      cause: error,
    });
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}
