import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { importIntoScratch } from '../persistence/index.js';
import { ArchiveReader } from './archive/archive-reader.js';
import { DATABASE_ENTRY, MEDIA_ENTRIES } from './archive/entry-path.js';
import { BackupError } from './backup.error.js';
import { type BackupOptions, type BackupSummary, type Contents, isContents } from './contents/contents.js';
import { unwritable } from './new-file.js';
import { refuseNewer } from './refuse-newer.js';
import { deleteLeftovers, inScratchFolder } from './scratch-folder.js';

/**
 * Checks every byte of a backup, imports its database into one of its own beside the file, and compares every table and
 * every file with what was backed up. Nothing stays.
 * @throws BackupError, TransferError
 */
export async function verifyBackup(options: BackupOptions): Promise<BackupSummary> {
  const reader = await ArchiveReader.open(options.file, options.passphrase);
  try {
    refuseNewer(reader.about, options.file);
    return await inScratchFolder(dirname(options.file), SCRATCH, async (folder) => {
      const found = await extract(reader, folder, options);
      await compare(found, folder, options);
      return summaryOf(reader, found.contents, options.file);
    });
  } catch (error) {
    throw unwritable(error, `a test restore next to ${options.file}`);
  } finally {
    await reader.close();
  }
}

const SCRATCH = '.gatehouse-verify-';

/** Deletes what killed trial restores left beside a file. */
export const tidyBeside = (file: string): Promise<void> => deleteLeftovers(dirname(file), SCRATCH);

/** The facts that a read backup gives of itself. */
export async function summaryOf(
  { about: { gatehouse, created_at, migration, encryption } }: ArchiveReader,
  contents: Contents,
  file: string,
): Promise<BackupSummary> {
  const { size } = await stat(file);
  const about = { gatehouse, createdAt: created_at, migration, isEncrypted: encryption !== null };
  return { ...contents, ...about, file, bytes: size };
}

/** @throws BackupError for a list of contents of another form than ours */
export function contentsIn(last: object, file: string): Contents {
  if (!isContents(last))
    throw new BackupError(`${file} is damaged: its list of contents was not written by Gatehouse`);
  return last as Contents;
}

interface Extracted {
  readonly contents: Contents;
  /** Files of messages: their sizes by id. */
  readonly media: ReadonlyMap<string, number>;
  readonly entries: number;
}

async function extract(
  reader: ArchiveReader,
  folder: string,
  { file, onProgress, signal }: BackupOptions,
): Promise<Extracted> {
  const media = new Map<string, number>();
  let entries = 0;
  const last = await reader.readAll(async (path, chunks) => {
    signal?.throwIfAborted();
    onProgress?.({ name: 'checking every file', done: entries, total: 0 });
    entries++;
    if (path === DATABASE_ENTRY)
      await pipeline(Readable.from(chunks), createWriteStream(join(folder, path)), { signal });
    if (path.startsWith(MEDIA_ENTRIES)) media.set(path.slice(MEDIA_ENTRIES.length), await lengthOf(chunks));
  });
  return { contents: contentsIn(last, file), media, entries };
}

async function lengthOf(chunks: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0;
  for await (const chunk of chunks) bytes += chunk.byteLength;
  return bytes;
}

async function compare(
  { contents, media, entries }: Extracted,
  folder: string,
  { file, onProgress, signal }: BackupOptions,
): Promise<void> {
  if (contents.entries !== entries)
    throw new BackupError(`${file} has ${entries} of ${contents.entries} files`);
  let missing = 0;
  await importIntoScratch({
    file: join(folder, DATABASE_ENTRY),
    folder,
    tables: contents.tables,
    onFileBeside: ({ id, bytes }) => {
      const found = media.get(id);
      if (found === undefined) missing++;
      else if (found !== bytes)
        throw new BackupError(`${file} has ${found} of ${bytes} bytes of the file ${id}`);
    },
    onProgress: ({ table, done, total }) => onProgress?.({ name: `test restore of ${table}`, done, total }),
    ...(signal && { signal }),
  });
  const lost = missing - contents.media.missing - contents.media.deleted;
  if (lost !== 0) throw new BackupError(`${file} lacks ${lost} message ${lost === 1 ? 'file' : 'files'}`);
}
