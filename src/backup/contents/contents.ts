import type { TableDigest } from '../../persistence/index.js';
import { isCount, isText, listOf, mapOf, matching, objectOf } from '../archive/foreign-json.js';

/** A file that the configuration names and a backup does not contain. */
export interface OutsideFile {
  readonly setting: string;
  readonly path: string;
}

export interface BackedUpPlugin {
  readonly name: string;
  readonly version: string;
  /** As its installation was asked for: a name, a folder or an archive. */
  readonly source: string;
}

/** Files of messages that the database names. */
export interface MediaCounts {
  readonly files: number;
  readonly bytes: number;
  /** Deleted by the gateway while the backup was made, which is no loss. */
  readonly deleted: number;
  /** Were not there before. */
  readonly missing: number;
  /** The ids of those that were not there, at most {@link MOST_NAMED}. */
  readonly missingIds: readonly string[];
}

export const MOST_NAMED = 100;

/** The last frame of a backup: what is in it, and what it needs besides. */
export interface Contents {
  readonly dialect: 'sqlite' | 'postgres';
  readonly rows: number;
  /** By name; tables without rows are left out. */
  readonly tables: Readonly<Record<string, TableDigest>>;
  /** Every file, the database included. */
  readonly entries: number;
  readonly media: MediaCounts;
  /** Paths in the state dir, the configuration first. */
  readonly files: readonly string[];
  readonly outside: readonly OutsideFile[];
  /** The names of the environment variables that the gateway had; their values are not contained. */
  readonly variables: readonly string[];
  readonly plugins: readonly BackedUpPlugin[];
  /** Where its state dir was: paths in the configuration that begin with it are changed by a restore. */
  readonly stateDir: string;
}

/** Whether a last frame has the form of ours. */
export const isContents = objectOf({
  dialect: matching(/^(?:sqlite|postgres)$/),
  rows: isCount,
  tables: mapOf(objectOf({ rows: isCount, digest: isText })),
  entries: isCount,
  media: objectOf({
    files: isCount,
    bytes: isCount,
    deleted: isCount,
    missing: isCount,
    missingIds: listOf(isText),
  }),
  files: listOf(isText),
  outside: listOf(objectOf({ setting: isText, path: isText })),
  variables: listOf(isText),
  plugins: listOf(objectOf({ name: isText, version: isText, source: isText })),
  stateDir: isText,
});

/** A backup as its maker, its check and its restore report it. */
export interface BackupSummary extends Contents {
  readonly file: string;
  readonly bytes: number;
  readonly isEncrypted: boolean;
  readonly gatehouse: string;
  /** ISO 8601 */
  readonly createdAt: string;
  readonly migration: string;
}

/** The step a command is at. */
export interface BackupProgress {
  readonly name: string;
  readonly done: number;
  readonly total: number;
}

/** The things that the commands and the schedule pass to each piece of work. */
export interface BackupOptions {
  /** Absolute. */
  readonly file: string;
  readonly passphrase?: string | undefined;
  readonly onProgress?: ((progress: BackupProgress) => void) | undefined;
  /** Ends the work; nothing is left then. */
  readonly signal?: AbortSignal | undefined;
}
