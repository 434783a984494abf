import { createHash } from 'node:crypto';
import type { Environment } from '../../config/index.js';
import { type LastBackup, noteBackup } from './backup/last-backup.js';
import { digested, readBack } from './backup/read-back.js';
import { Snapshot } from './snapshot.js';
import { totalRows } from './transfer-header.js';
import { ProgressMeter, type TransferOptions, type TransferSummary } from './transfer-progress.js';
import { refuseOverwriting, writeLines } from './transfer-writer.js';

export interface ExportOptions extends TransferOptions {
  /** Replace an existing file. */
  readonly force: boolean;
}

export interface ExportSummary extends TransferSummary {
  /** Why the state dir has no note of this backup; absent when it has. */
  readonly noteProblem?: string;
}

/**
 * Writes a snapshot of all tables of the configured database into one file, reads that back whole, and notes it as the
 * last backup. A gateway may be running.
 * @throws TransferError
 */
export async function exportDatabase(
  environment: Environment,
  options: ExportOptions,
): Promise<ExportSummary> {
  await refuseOverwriting(options);
  const snapshot = await Snapshot.open(environment, 'rows');
  try {
    const { header } = snapshot;
    const written = createHash('sha256');
    const lines = snapshot.lines(new ProgressMeter(header, options));
    await writeLines(digested(lines, written), {
      ...options,
      readBack: (file) => readBack(file, { header, written }, options),
    });
    const backup: LastBackup = { at: header.created_at, file: options.file, rows: totalRows(header) };
    const noteProblem = noteBackup(environment, backup);
    return {
      ...header,
      file: backup.file,
      rows: backup.rows,
      ...(noteProblem !== undefined && { noteProblem }),
    };
  } finally {
    await snapshot.close();
  }
}
