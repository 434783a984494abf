import { createReadStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from '../config/index.js';
import {
  compressed,
  type FileBeside,
  noteBackup,
  ProgressMeter,
  Snapshot,
  TableDigests,
} from '../persistence/index.js';
import { PluginIndex } from '../plugins/index.js';
import { partialName } from './backup-name.js';
import { ArchiveWriter } from './archive/archive-writer.js';
import { CONFIGURATION_ENTRY, DATABASE_ENTRY, MEDIA_ENTRIES, STATE_ENTRIES } from './archive/entry-path.js';
import {
  type BackupOptions,
  type BackupSummary,
  type Contents,
  type MediaCounts,
  MOST_NAMED,
} from './contents/contents.js';
import { stateFiles } from './contents/state-files.js';
import { giveName, refuseExisting, unwritable } from './new-file.js';
import { tidyBeside, verifyBackup } from './verify-backup.js';

/** Others with names of their own, in which a gateway or our plugins have settings and secrets. */
const NAMED = [
  'GATEHOUSE_SECRET_KEY',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'WORKCHAT_APP_ID',
  'WORKCHAT_APP_PASSWORD',
  'WORKCHAT_TENANT_ID',
];

/** The names of the variables by which this gateway gets settings and secrets; never their values. */
function variablesIn({ adminToken, databaseUrl, settings, variable }: Environment): string[] {
  return [
    ...(databaseUrl === undefined ? [] : ['DATABASE_URL']),
    ...(adminToken === undefined ? [] : ['GATEHOUSE_ADMIN_TOKEN']),
    ...NAMED.filter((name) => variable?.(name).value !== undefined),
    ...(settings?.keys() ?? []),
  ];
}

const READ_BYTES = 256 * 1024;

/** Adds the files of a snapshot; one that the gateway deletes meanwhile is no failure. */
async function addMedia(
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
    onProgress?.({ name: 'message files', done: index, total: files.length });
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
