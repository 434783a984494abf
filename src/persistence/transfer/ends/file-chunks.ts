import { closeSync, openSync, readSync, statSync } from 'node:fs';
import type SqliteHandle from 'better-sqlite3';
import { CHUNK_BYTES } from '../../blobs/database-blobs.js';
import { mediaFile, mediaFolderOf } from '../../blobs/media-folder.js';
import { TransferError } from '../transfer.error.js';
import type { Cell, Cells, FileBeside } from './transfer-ends.js';

interface Known {
  readonly id: string;
  readonly bytes: number;
  readonly used_at: number;
}

/** The files beside a SQLite file, as rows of `media_chunks`. */
export class FileChunks {
  private readonly folder: string;
  private found: readonly Known[] | undefined;

  constructor(
    databaseFile: string,
    private readonly handle: SqliteHandle.Database,
  ) {
    this.folder = mediaFolderOf(databaseFile);
  }

  count(): number {
    return this.known.reduce((sum, { bytes }) => sum + Math.ceil(bytes / CHUNK_BYTES), 0);
  }

  /** The files whose bytes are no rows, whether they exist or not. */
  withoutRows(): FileBeside[] {
    if (!this.hasTable()) return [];
    const listed = this.handle.prepare(
      'select id, bytes from media where not exists (select 1 from media_chunks where media_id = media.id) order by id',
    );
    const found = listed.all() as Pick<Known, 'id' | 'bytes'>[];
    return found.map((each) => ({ ...each, path: mediaFile(this.folder, each.id) }));
  }

  /** @throws TransferError for a file that is deleted meanwhile */
  *rows(columns: readonly string[]): Generator<Cells[]> {
    for (const { id, bytes, used_at } of this.known)
      for (let number = 0; number * CHUNK_BYTES < bytes; number++) {
        const row: Record<string, Cell> = { media_id: id, number, written_at: used_at };
        row.bytes = this.chunk(id, number * CHUNK_BYTES, Math.min(CHUNK_BYTES, bytes - number * CHUNK_BYTES));
        yield [columns.map((column) => row[column] ?? null)];
      }
  }

  /** Listed once, so that the rows match the count. */
  private get known(): readonly Known[] {
    return (this.found ??= this.find());
  }

  /** Lists the media stored as files; the others are rows already. */
  private find(): Known[] {
    if (!this.hasTable()) return [];
    const known = this.handle.prepare('select id, bytes, used_at from media order by id').all() as Known[];
    return known.filter(({ id }) => statSync(mediaFile(this.folder, id), { throwIfNoEntry: false }));
  }

  /** An older schema has no such table. */
  private hasTable(): boolean {
    return this.handle.prepare("select 1 from sqlite_master where name = 'media'").get() !== undefined;
  }

  private chunk(id: string, at: number, length: number): Uint8Array {
    const chunk = Buffer.alloc(length);
    try {
      const file = openSync(mediaFile(this.folder, id), 'r');
      try {
        if (readSync(file, chunk, 0, length, at) === length) return chunk;
      } finally {
        closeSync(file);
      }
    } catch {
      // A missing file is reported below.
    }
    throw new TransferError('a file was deleted during the export: try again');
  }
}
