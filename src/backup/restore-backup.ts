import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Environment, sync } from '../config/index.js';
import { importDatabase, mediaFile, mediaFolderOf } from '../persistence/index.js';
import { ArchiveReader } from './archive/archive-reader.js';
import { CONFIGURATION_ENTRY, DATABASE_ENTRY, MEDIA_ENTRIES, STATE_ENTRIES } from './archive/entry-path.js';
import type { BackupOptions, BackupSummary, Contents } from './contents/contents.js';
import { unwritable } from './new-file.js';
import { refuseNewer } from './refuse-newer.js';
import { Staging } from './staging.js';
import { contentsIn, summaryOf } from './verify-backup.js';

/**
 * Fills the state dir of `environment`, which must be empty, and the database of its `databaseUrl` or the SQLite file:
 * everything, or nothing after an error.
 * @throws BackupError, TransferError, DatabaseUnavailableError
 */
export async function restoreBackup(
  environment: Environment,
  options: BackupOptions,
): Promise<BackupSummary> {
  const { stateDir } = environment;
  const reader = await ArchiveReader.open(options.file, options.passphrase);
  try {
    refuseNewer(reader.about, options.file);
    const staging = await Staging.beside(stateDir);
    try {
      const contents = await extract(reader, staging.folder, options);
      await moveConfiguration(staging.folder, contents.stateDir, stateDir);
      await fillDatabase(environment, staging, options);
      return await summaryOf(reader, contents, options.file);
    } catch (error) {
      throw unwritable(error, stateDir);
    } finally {
      await staging.discard();
    }
  } finally {
    await reader.close();
  }
}

async function extract(
  reader: ArchiveReader,
  folder: string,
  { file, onProgress, signal }: BackupOptions,
): Promise<Contents> {
  let files = 0;
  const last = await reader.readAll(async (path, chunks) => {
    signal?.throwIfAborted();
    onProgress?.({ name: 'unpacking', done: files++, total: 0 });
    await writeFileOf(placeOf(folder, path), chunks, signal);
  });
  return contentsIn(last, file);
}

function placeOf(folder: string, entry: string): string {
  if (entry.startsWith(MEDIA_ENTRIES))
    return mediaFile(mediaFolderOf(join(folder, 'gatehouse.db')), entry.slice(MEDIA_ENTRIES.length));
  return join(folder, entry.startsWith(STATE_ENTRIES) ? entry.slice(STATE_ENTRIES.length) : entry);
}

/** The file is on disk then. */
async function writeFileOf(
  path: string,
  chunks: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of chunks) {
      signal?.throwIfAborted();
      for (let at = 0; at < chunk.byteLength;) at += (await file.write(chunk, at)).bytesWritten;
    }
    sync(file.fd);
  } finally {
    await file.close();
  }
}

/** Lets the configuration name the same files at their new place. */
async function moveConfiguration(folder: string, from: string, to: string): Promise<void> {
  if (from === to) return;
  const path = join(folder, CONFIGURATION_ENTRY);
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return;
  const moved = movedPaths(text, from, to);
  if (moved !== text) await writeFile(path, moved, { flush: true });
}

/** The text of a configuration whose files are below another folder by now. */
export function movedPaths(text: string, from: string, to: string): string {
  const quoted = (path: string) => JSON.stringify(`${path}/`).slice(1, -1);
  return ['"', "'"].reduce(
    (before, quote) => before.replaceAll(quote + quoted(from), quote + quoted(to)),
    text,
  );
}

async function fillDatabase(
  environment: Environment,
  staging: Staging,
  { onProgress, signal }: BackupOptions,
): Promise<void> {
  const file = join(staging.folder, DATABASE_ENTRY);
  const mediaFolder = mediaFolderOf(join(staging.folder, 'gatehouse.db'));
  const isEmbedded = environment.databaseUrl === undefined;
  const tidy = async () => {
    await rm(file);
    if (!isEmbedded) await rm(mediaFolder, { recursive: true, force: true });
  };
  await importDatabase(
    { ...environment, stateDir: staging.folder },
    {
      file,
      mediaFolder,
      onProgress: ({ table, done, total }) => onProgress?.({ name: table, done, total }),
      ...(signal && { signal }),
      // A shared database is filled for good only when the files are in their place.
      ...(!isEmbedded && { beforeCommit: () => tidy().then(() => staging.place()) }),
    },
  ).catch(async (error: unknown) => {
    await staging.takeBack();
    throw error;
  });
  if (!isEmbedded) return;
  await tidy();
  await staging.place();
}
