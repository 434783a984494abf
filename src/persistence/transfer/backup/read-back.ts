import { createHash, type Hash } from 'node:crypto';
import { TransferError } from '../transfer.error.js';
import type { TransferHeader } from '../transfer-header.js';
import { ProgressMeter, type TransferOptions } from '../transfer-progress.js';
import { TransferReader } from '../transfer-reader.js';

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
    throw new TransferError('the written file is not what was written to it: nothing was exported');
}
