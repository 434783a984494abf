import { type FileHandle, lstat, readdir, realpath } from 'node:fs/promises';
import { basename, isAbsolute, join, normalize, relative, resolve, sep } from 'node:path';
import { Injectable } from '@nestjs/common';
import { plainName } from '../../common/index.js';
import { GatehouseConfig, MediaConfig } from '../../config/index.js';
import { LINKED, openFile, Refused } from './opened-file.js';

/** The largest piece of a file that is in memory at a time. */
const PIECE_BYTES = 256 * 1024;

/** A file of this machine. */
export interface LocalFile {
  /** The last part of its path. */
  readonly name: string;
  readonly bytes: number;
  /** Must be read once, or closed. */
  readonly chunks: AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

/** The reason a path is not read; `text` follows the name of the field. */
export interface LocalFileProblem {
  readonly text: string;
}

const NOT_ALLOWED = 'is not inside a folder of media.allowedFolders';
const OURS = "is in the gateway's own state directory";

/**
 * Files of this machine that operators send by their path: only those below the folders of `media.allowedFolders`
 * (imbridge-wire 6.3 row 45). Neither `..` nor a link leads out of those folders, not even a link that is created in
 * the meantime. The state folder, which contains the secrets, is excluded, unless a folder below it is listed itself.
 */
@Injectable()
export class LocalFiles {
  constructor(
    private readonly media: MediaConfig,
    private readonly config: GatehouseConfig,
  ) {}

  /** Opens a file for reading. For a path outside the allowed folders the file system is not even asked. */
  async open(path: string): Promise<LocalFile | LocalFileProblem> {
    try {
      const { folder, inside } = this.locationOf(path);
      const root = await realpath(folder);
      const file = await spelledPath(root, inside);
      await this.refuseOurs(root, file);
      const { handle, bytes } = await openFile({ path: file, root });
      return { name: basename(file), bytes, chunks: read(handle), close: () => handle.close() };
    } catch (error) {
      return { text: error instanceof Refused ? error.message : problemOf(error) };
    }
  }

  private locationOf(path: string): { readonly folder: string; readonly inside: string } {
    if (!isAbsolute(path)) throw new Refused('must be an absolute path');
    if (path.includes('\0') || path.split(sep).includes('..')) throw new Refused('must not contain ..');
    const folder = this.media.allowedFolders.find((each) => isWithin(path, each));
    if (folder === undefined) throw new Refused(NOT_ALLOWED);
    return { folder, inside: relative(resolve(folder), normalize(path)) };
  }

  private async refuseOurs(root: string, file: string): Promise<void> {
    const stateDir = await realpath(this.config.environment.stateDir).catch(() => undefined);
    if (stateDir === undefined || isWithin(root, stateDir) || !isWithin(file, stateDir)) return;
    throw new Refused(OURS);
  }
}

/**
 * The path as the file system spells it. A Mac writes names with other spaces, quotes and forms of letters than people
 * type; where no name of a folder is the wanted one, and one is like it, that one is meant.
 */
async function spelledPath(root: string, inside: string): Promise<string> {
  let path = root;
  for (const name of inside.split(sep)) path = join(path, await spelledName(path, name));
  return path;
}

async function spelledName(folder: string, name: string): Promise<string> {
  const isThere = await lstat(join(folder, name)).then(
    () => true,
    () => false,
  );
  if (isThere) return name;
  const wanted = plainName(name);
  const like = (await readdir(folder).catch(() => [])).filter((each) => plainName(each) === wanted);
  return (like.length === 1 ? like[0] : undefined) ?? name;
}

async function* read(handle: FileHandle): AsyncGenerator<Uint8Array> {
  yield* handle.createReadStream({ highWaterMark: PIECE_BYTES }) as AsyncIterable<Uint8Array>;
}

/** True below the folder, but not for the folder itself. */
const isWithin = (path: string, folder: string): boolean => {
  const root = resolve(folder);
  return normalize(path).startsWith(root === sep ? root : root + sep);
};

const PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  EISDIR: 'is not a regular file',
  ENXIO: 'is not a regular file',
  ELOOP: LINKED,
};

function problemOf(error: unknown): string {
  const { code = 'unreadable' } = error as NodeJS.ErrnoException;
  return PROBLEMS[code] ?? `cannot be read (${code})`;
}
