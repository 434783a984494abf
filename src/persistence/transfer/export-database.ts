import { createHash, type Hash } from 'node:crypto';
import type { Environment } from '../../config/index.js';
import { type LastBackup, noteBackup } from './backup/last-backup.js';
import { Snapshot } from './snapshot.js';
import { totalRows, type TransferHeader } from './transfer-header.js';
import { ProgressMeter, type TransferOptions, type TransferSummary } from './transfer-progress.js';
import { refuseOverwriting, writeLines } from './transfer-writer.js';
import { TransferError } from './transfer.error.js';
import { TransferReader } from './transfer-reader.js';

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

/** Passes the lines on, and adds them to the digest. */
export async function* digested(lines: AsyncIterable<string>, digest: Hash): AsyncGenerator<string> {
  for await (const line of lines) {
    digest.update(line);
    yield line;
  }
}

/**
 * Reads a written file whole, as an import would.
 * @param written the digest of the text that was to be in it
 * @throws TransferError unless it has that text, and as many rows as its header says
 */
export async function readBack(
  file: string,
  { header, written }: { readonly header: TransferHeader; readonly written: Hash },
  options: Pick<TransferOptions, 'onProgress' | 'signal'>,
): Promise<void> {
  const read = createHash('sha256');
  const reader = await TransferReader.open(file, (text) => read.update(text));
  const meter = new ProgressMeter(header, options, true);
  try {
    for await (const { table, rows } of reader.portions()) meter.add(table, rows.length);
  } finally {
    await reader.close();
  }
  const missing = header.tables.find(({ name, rows }) => meter.rowsOf(name) !== rows);
  if (missing)
    throw new TransferError(
      `the written file has ${meter.rowsOf(missing.name)} of ${missing.rows} rows of ${missing.name}: nothing was exported`,
    );
  if (!read.digest().equals(written.digest()))
    throw new TransferError('the written file does not contain what was written to it: nothing was exported');
}
