import { join } from 'node:path';
import { importDatabase, type ImportOptions } from '../import-database.js';
import { tablesOf } from '../tables.js';
import type { FileBeside, TransferTarget } from '../ends/transfer-ends.js';
import type { TransferSummary } from '../transfer-progress.js';
import { compareTables, type TableDigest } from './table-digests.js';

/** Rows of `media` looked at together. */
const AT_ONCE = 500;

export interface ScratchOptions extends Pick<ImportOptions, 'file' | 'onProgress' | 'signal'> {
  /** For the SQLite database that the file is imported into; the caller deletes it. */
  readonly folder: string;
  readonly tables: Readonly<Record<string, TableDigest>>;
  /** Is called with each file of a message whose bytes are no rows. */
  readonly onFileBeside: (file: Pick<FileBeside, 'id' | 'bytes'>) => void;
}

/**
 * Imports an export into a SQLite database of its own, as a restore would, and compares every table with its source.
 * @throws TransferError
 */
export function importIntoScratch({
  folder,
  tables,
  onFileBeside,
  ...options
}: ScratchOptions): Promise<TransferSummary> {
  const environment = { stateDir: folder, configFile: join(folder, 'gatehouse.json') };
  return importDatabase(environment, {
    ...options,
    onRows: async (target, header) => {
      await compareTables(target, header, tables);
      for await (const file of filesBeside(target)) onFileBeside(file);
    },
  });
}

async function* filesBeside({ db }: TransferTarget): AsyncGenerator<Pick<FileBeside, 'id' | 'bytes'>> {
  // An older schema has no such table.
  if (!(await tablesOf(db)).some(({ name }) => name === 'media')) return;
  for (let after = '', isMore = true; isMore;) {
    const rows = await db
      .selectFrom('media')
      .select(['id', 'bytes'])
      .where('id', '>', after)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb.selectFrom('media_chunks').select('number').whereRef('media_chunks.media_id', '=', 'media.id'),
          ),
        ),
      )
      .orderBy('id')
      .limit(AT_ONCE)
      .execute();
    yield* rows;
    isMore = rows.length === AT_ONCE;
    after = rows.at(-1)?.id ?? after;
  }
}
