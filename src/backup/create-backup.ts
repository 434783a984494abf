import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from '../config/index.js';
import { compressed, noteBackup, ProgressMeter, Snapshot, TableDigests } from '../persistence/index.js';
import { PluginIndex } from '../plugins/index.js';
import { partialName } from './backup-name.js';
import { ArchiveWriter } from './archive/archive-writer.js';
import { CONFIGURATION_ENTRY, DATABASE_ENTRY, STATE_ENTRIES } from './archive/entry-path.js';
import type { BackupOptions, BackupSummary, Contents } from './contents/contents.js';
import { addMedia } from './contents/media-files.js';
import { stateFiles } from './contents/state-files.js';
import { variablesIn } from './contents/variables.js';
import { giveName, refuseExisting, unwritable } from './new-file.js';
import { tidyBeside, verifyBackup } from './verify-backup.js';

export interface CreatedBackup extends BackupSummary {
  /** Why the state dir has no note of this backup; absent when it has. */
  readonly noteProblem?: string;
}

/**
 * Writes a gateway into one file, restores that for a trial, and gives it its name; a gateway may be running. After any
 * error nothing is left of it.
 * @throws BackupError, TransferError, DatabaseUnavailableError
 */
export async function createBackup(environment: Environment, options: BackupOptions): Promise<CreatedBackup> {
  const { file } = options;
  await refuseExisting(file);
  // A killed one left them, and a full disk may have no room for this one beside them.
  await tidyBeside(file);
  const partial = partialName(file);
  try {
    await write(environment, { ...options, file: partial });
    const verified = await verifyBackup({ ...options, file: partial });
    await giveName(partial, file);
    const { createdAt, rows } = verified;
    const noteProblem = noteBackup(environment, { at: createdAt, file, rows });
    return { ...verified, file, ...(noteProblem !== undefined && { noteProblem }) };
  } catch (error) {
    await rm(partial, { force: true });
    throw unwritable(error, file);
  }
}

async function write(environment: Environment, options: BackupOptions): Promise<void> {
  const snapshot = await Snapshot.open(environment, 'files');
  try {
    const { gatehouse, created_at, migration } = snapshot.header;
    const about = { gatehouse, created_at, migration };
    const writer = await ArchiveWriter.create(options.file, about, options.passphrase);
    try {
      await writer.finish(await fill(writer, snapshot, { ...options, environment }));
    } finally {
      await writer.close();
    }
  } finally {
    await snapshot.close();
  }
}

type FillOptions = BackupOptions & { readonly environment: Environment };

async function fill(writer: ArchiveWriter, snapshot: Snapshot, options: FillOptions): Promise<Contents> {
  const { environment } = options;
  const { stateDir } = environment;
  const database = await addDatabase(writer, snapshot, options);
  const media = await addMedia(writer, snapshot.filesBeside(), options);
  const { inside, outside } = await stateFiles(environment);
  const files: string[] = [];
  if (await addFile(writer, CONFIGURATION_ENTRY, environment.configFile)) files.push(CONFIGURATION_ENTRY);
  for (const path of inside)
    if (await addFile(writer, STATE_ENTRIES + path, join(stateDir, path))) files.push(path);
  const plugins = new PluginIndex(stateDir).read().plugins;
  return {
    ...database,
    media,
    files,
    outside,
    entries: 1 + media.files + files.length,
    variables: variablesIn(environment),
    plugins: plugins.map(({ name, version, source }) => ({ name, version, source })),
    stateDir,
  };
}

async function addDatabase(
  writer: ArchiveWriter,
  snapshot: Snapshot,
  { onProgress, signal }: BackupOptions,
): Promise<Pick<Contents, 'dialect' | 'rows' | 'tables'>> {
  const digests = new TableDigests();
  const meter = new ProgressMeter(snapshot.header, {
    onProgress: ({ table, done, total }) => onProgress?.({ name: table, done, total }),
    ...(signal && { signal }),
  });
  await writer.add(DATABASE_ENTRY, compressed(snapshot.lines(meter, digests.add)));
  const tables = digests.result();
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  return { dialect: snapshot.header.dialect, rows, tables };
}

/** @returns whether it is there */
async function addFile(writer: ArchiveWriter, entry: string, path: string): Promise<boolean> {
  const isThere = await stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
  if (isThere) await writer.add(entry, createReadStream(path) as AsyncIterable<Uint8Array>);
  return isThere;
}
