import { open } from 'node:fs/promises';
import type { Environment } from '../../config/index.js';
import { type FileBeside, Snapshot } from '../../persistence/index.js';
import { MEDIA_ENTRIES } from '../archive/entry-path.js';
import type { ArchiveWriter } from '../archive/archive-writer.js';
import { type BackupOptions, type MediaCounts, MOST_NAMED } from './contents.js';

const READ_BYTES = 256 * 1024;

/** Adds the files of a snapshot; one that the gateway deletes meanwhile is no failure. */
export async function addMedia(
  writer: ArchiveWriter,
  files: readonly FileBeside[],
  {
    environment,
    onProgress,
    signal,
  }: Pick<BackupOptions, 'onProgress' | 'signal'> & { environment: Environment },
): Promise<MediaCounts> {
  const gone: string[] = [];
  let bytes = 0;
  for (const [index, { id, path }] of files.entries()) {
    signal?.throwIfAborted();
    onProgress?.({ name: 'files of messages', done: index, total: files.length });
    const chunks = await bytesOf(path);
    if (chunks) bytes += (await writer.add(MEDIA_ENTRIES + id, chunks)).bytes;
    else gone.push(id);
  }
  const missing = await stillNamed(environment, gone);
  const counts = { files: files.length - gone.length, bytes, deleted: gone.length - missing.length };
  return { ...counts, missing: missing.length, missingIds: missing.slice(0, MOST_NAMED) };
}

/** Opened at once: a file that is deleted while it is read keeps its bytes. */
async function bytesOf(path: string): Promise<AsyncIterable<Uint8Array> | undefined> {
  try {
    const handle = await open(path, 'r');
    return handle.createReadStream({ highWaterMark: READ_BYTES }) as AsyncIterable<Uint8Array>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Missing files that the database of now names as well: they are lost. */
async function stillNamed(environment: Environment, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const now = await Snapshot.open(environment, 'files');
  try {
    const named = new Set(now.filesBeside().map(({ id }) => id));
    return ids.filter((id) => named.has(id));
  } finally {
    await now.close();
  }
}
