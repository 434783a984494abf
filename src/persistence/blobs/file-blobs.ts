import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, type FileHandle, lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isConfined, NEW_DURABLE_FILE, syncFolder } from '../../config/index.js';
import type { Database, Tx } from '../database/database.js';
import { Blobs, type ByteRange, type StagedBlob } from './blobs.js';
import type { DatabaseBlobs } from './database-blobs.js';
import { mediaFile } from './media-folder.js';

const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;
/** Prefix of files still being received; ids never begin with it. */
const NEW = 'new';
const READ_BYTES = 256 * 1024;

/**
 * Stores each file's bytes as a file, whole and on disk before it gets its name. The folder belongs to one process, as
 * the database does. Bytes that an older release or an import put into the database stay there until they are deleted.
 */
export class FileBlobs extends Blobs {
  /** Serialises naming and deleting, so that a file received again is not deleted after its new row is written. */
  private last: Promise<void> = Promise.resolve();
  /** Files being received now: a sweep skips them, whatever the clock says. */
  private readonly staged = new Set<string>();

  constructor(
    private readonly db: Database,
    private readonly folder: string,
    private readonly rows: DatabaseBlobs,
  ) {
    super();
  }

  override async stage(chunks: AsyncIterable<Uint8Array>): Promise<StagedBlob> {
    const name = join(this.folder, NEW, randomUUID());
    this.staged.add(name);
    await mkdir(dirname(name), { recursive: true, mode: PRIVATE_FOLDER });
    try {
      await writeDurably(name, chunks);
      return { name };
    } catch (error) {
      await this.discard(name);
      throw error;
    }
  }

  override commitStaged<T>({ name }: StagedBlob, id: string, record: (tx: Tx) => Promise<T>): Promise<T> {
    return this.exclusively(async () => {
      await this.place(name, id).catch(async (error: unknown) => {
        await this.discard(name);
        throw error;
      });
      this.staged.delete(name);
      try {
        return await this.db.transaction(record);
      } catch (error) {
        await this.unlinkOrphans([id]).catch(() => undefined);
        throw error;
      }
    });
  }

  override async remove(tx: Tx, ids: readonly string[]): Promise<void> {
    await this.rows.remove(tx, ids);
    // The next sweep repeats a deletion that fails or is interrupted.
    tx.afterCommit(() => void this.exclusively(() => this.unlinkOrphans(ids)).catch(() => undefined));
  }

  override async *read(id: string, range?: ByteRange): AsyncGenerator<Uint8Array> {
    if (range && range.to <= range.from) return;
    const file = mediaFile(this.folder, id);
    const part = range && { start: range.from, end: range.to - 1 };
    if (await isThere(file))
      yield* createReadStream(file, { highWaterMark: READ_BYTES, ...part }) as AsyncIterable<Uint8Array>;
    else yield* this.rows.read(id, range);
  }

  override async sweep(before: number): Promise<number> {
    return (await this.rows.sweep(before)) + (await this.sweepFiles(before));
  }

  override async finishRemoving(): Promise<void> {
    await this.sweepFiles(Infinity);
  }

  private async sweepFiles(before: number): Promise<number> {
    let swept = 0;
    for (const name of await foldersOf(this.folder)) {
      const folder = join(this.folder, name);
      const old = await olderThan(folder, before);
      swept +=
        name === NEW ? await this.unlinkLeft(old) : await this.exclusively(() => this.unlinkOrphans(old));
    }
    return swept;
  }

  override async settled(): Promise<void> {
    await this.exclusively(async () => undefined);
  }

  private async discard(name: string): Promise<void> {
    await rm(name, { force: true });
    this.staged.delete(name);
  }

  private async unlinkLeft(names: readonly string[]): Promise<number> {
    const left = names.map((name) => join(this.folder, NEW, name)).filter((name) => !this.staged.has(name));
    for (const name of left) await rm(name, { force: true });
    return left.length;
  }

  /** Names the file by one rename, synced before any row refers to it. */
  private async place(name: string, id: string): Promise<void> {
    const file = mediaFile(this.folder, id);
    const isNew = await mkdir(dirname(file), { recursive: true, mode: PRIVATE_FOLDER });
    await rename(name, file);
    await syncFolder(dirname(file));
    if (isNew !== undefined) await syncFolder(this.folder);
  }

  private async unlinkOrphans(ids: readonly string[]): Promise<number> {
    if (ids.length === 0) return 0;
    const rows = await this.db.on().selectFrom('media').select('id').where('id', 'in', ids).execute();
    const known = new Set(rows.map(({ id }) => id));
    const orphans = ids.filter((id) => !known.has(id));
    for (const id of orphans) await rm(mediaFile(this.folder, id), { force: true });
    return orphans.length;
  }

  private exclusively<T>(work: () => Promise<T>): Promise<T> {
    const done = this.last.then(work);
    this.last = done.then(
      () => undefined,
      () => undefined,
    );
    return done;
  }
}

/** Under Node's permissions a file cannot be synced afterwards, so there each write is durable by itself. */
async function writeDurably(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const handle = await open(path, isConfined() ? NEW_DURABLE_FILE : 'wx', PRIVATE_FILE);
  try {
    for await (const chunk of chunks) await writeAll(handle, chunk);
    if (!isConfined()) await handle.sync();
  } finally {
    await handle.close();
  }
}

async function writeAll(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.byteLength;)
    at += (await handle.write(chunk, at, chunk.byteLength - at)).bytesWritten;
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

const entriesOf = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

/** Skips links: their targets are not ours. */
async function foldersOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((each) => each.isDirectory()).map(({ name }) => name);
}

/** Lists files only: other entries are not ours, and targets of links stay untouched. */
async function olderThan(folder: string, before: number): Promise<string[]> {
  const old: string[] = [];
  for (const name of await entriesOf(folder)) {
    const found = await lstat(join(folder, name)).catch(() => undefined);
    if (found?.isFile() && found.mtimeMs < before) old.push(name);
  }
  return old;
}
