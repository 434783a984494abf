import { constants, copyFileSync, mkdtempSync, rmSync, lstatSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteHandle from 'better-sqlite3';
import { ImportError } from '../import.error.js';

/** A larger one is not copied. */
const MAX_BYTES = 4 * 1024 ** 3;

type PeerRow = Readonly<Record<string, unknown>>;

/**
 * A SQLite database of the peer, as a copy in a folder of its own: opening the original would change it, or the log
 * beside it, whose newest changes are in no other file.
 */
export class PeerDatabase {
  private constructor(
    private readonly handle: SqliteHandle.Database,
    private readonly folder: string,
  ) {}

  /** @throws ImportError for a damaged file, and for one that is written meanwhile */
  static open(file: string): PeerDatabase {
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-import-'));
    try {
      const copy = copied(file, folder);
      const handle = new SqliteHandle(copy, { fileMustExist: true });
      const database = new PeerDatabase(handle, folder);
      database.refuseDamage(file);
      return database;
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      if (error instanceof ImportError) throw error;
      throw damaged(file, error);
    }
  }

  has(table: string, ...columns: readonly string[]): boolean {
    const found = this.handle.prepare('select name from pragma_table_info(?)').pluck().all(table);
    return found.length > 0 && columns.every((column) => found.includes(column));
  }

  /** The rows of a table; none when there is no such table. */
  rows(table: string, where: PeerRow = {}): readonly PeerRow[] {
    const keys = Object.keys(where);
    if (!this.has(table, ...keys)) return [];
    const condition = keys.map((key) => `"${key}" = ?`).join(' and ') || 'true';
    return this.handle
      .prepare(`select * from "${table}" where ${condition}`)
      .all(...Object.values(where)) as PeerRow[];
  }

  count(table: string): number {
    if (!this.has(table)) return 0;
    return Number(this.handle.prepare(`select count(*) from "${table}"`).pluck().get());
  }

  get userVersion(): number {
    return Number(this.handle.pragma('user_version', { simple: true }));
  }

  close(): void {
    this.handle.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private refuseDamage(file: string): void {
    const found = this.handle.pragma('quick_check(1)', { simple: true });
    // A file that was cut to nothing is an empty database to SQLite.
    if (found === 'ok' && this.count('sqlite_master') > 0) return;
    this.handle.close();
    throw damaged(file);
  }
}

/** Copies the file and its log. @returns the path of the copy */
function copied(file: string, folder: string): string {
  const parts = ['', '-wal'].filter((suffix) =>
    lstatSync(file + suffix, { throwIfNoEntry: false })?.isFile(),
  );
  const before = stateOf(file, parts);
  if (before.some(({ size }) => size > MAX_BYTES))
    throw new ImportError(`${file} is larger than ${MAX_BYTES} bytes`);
  const copy = join(folder, 'copy.sqlite');
  for (const suffix of parts)
    copyFileSync(file + suffix, copy + suffix, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  if (JSON.stringify(before) !== JSON.stringify(stateOf(file, parts)))
    throw new ImportError(`${file} is in use: stop the program that writes it first`);
  return copy;
}

const stateOf = (file: string, parts: readonly string[]) =>
  parts.map((suffix) => {
    const { size, mtimeMs, ino } = lstatSync(file + suffix);
    return { size, mtimeMs, ino };
  });

/** SQLite's own text may quote the file. */
const damaged = (file: string, cause?: unknown): ImportError =>
  new ImportError(`${file} is damaged, incomplete or not a database: import a folder with an intact one`, {
    cause,
  });
