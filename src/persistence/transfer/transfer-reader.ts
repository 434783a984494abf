import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { TransferError } from './transfer.error.js';
import type { Cells } from './ends/transfer-ends.js';
import { parseHeader, rowOf, type TransferHeader } from './transfer-header.js';

/** Rows of one table, in the order of the file. */
export interface Portion {
  readonly table: string;
  readonly rows: readonly Cells[];
}

/** The maximum size of a portion: the limit reached first ends it. */
const PORTION = { rows: 200, chars: 1_000_000 };

/**
 * The longest lines, in characters: a file of someone else could be a line without end. A row of ours has an input of at
 * most some megabytes, or a piece of a file.
 */
const MOST_CHARS = { header: 1_000_000, row: 64_000_000 };

/** Reads a file in {@link TransferHeader}'s format once, from start to end. */
export class TransferReader {
  private constructor(
    readonly header: TransferHeader,
    private readonly file: string,
    private readonly lines: AsyncGenerator<string>,
  ) {}

  /**
   * Reads the header.
   * @param onText gets the whole text, piece by piece
   * @throws TransferError
   */
  static async open(file: string, onText: (text: string) => void = () => undefined): Promise<TransferReader> {
    const lines = linesOf(file, onText);
    try {
      const { value } = (await lines.next()) as IteratorResult<string, undefined>;
      return new TransferReader(parseHeader(value ?? '', file), file, lines);
    } catch (error) {
      await lines.return(undefined);
      throw error;
    }
  }

  /** @throws TransferError when the file is damaged or has no end */
  async *portions(): AsyncGenerator<Portion> {
    let portion = new GrowingPortion('');
    for await (const line of this.lines) {
      const { row, table, end = false } = this.parse(line);
      if (row) portion.add(row, line.length);
      if ((!row || portion.isFull) && portion.rows.length > 0) yield portion;
      if (end) return;
      if (!row || portion.isFull) portion = new GrowingPortion(table ?? portion.table);
    }
    throw new TransferError(`${this.file} is not complete: it is cut off at the end`);
  }

  async close(): Promise<void> {
    await this.lines.return(undefined);
  }

  private parse(line: string): TransferLine {
    try {
      const value = JSON.parse(line) as unknown;
      return Array.isArray(value) ? { row: rowOf(value) } : { ...(value as Omit<TransferLine, 'row'>) };
    } catch (error) {
      throw damaged(this.file, error);
    }
  }
}

/** One line after the header. */
interface TransferLine {
  readonly row?: Cells;
  readonly table?: string;
  readonly end?: boolean;
}

class GrowingPortion implements Portion {
  readonly rows: Cells[] = [];
  private chars = 0;

  constructor(readonly table: string) {}

  get isFull(): boolean {
    return this.rows.length >= PORTION.rows || this.chars >= PORTION.chars;
  }

  add(row: Cells, chars: number): void {
    this.rows.push(row);
    this.chars += chars;
  }
}

/** Not `readline`: it treats U+2028 as the end of a line, unlike JSON. */
async function* linesOf(file: string, onText: (text: string) => void): AsyncGenerator<string> {
  const text = pipeline(createReadStream(file), createGunzip({ chunkSize: 65_536 }), () => undefined);
  text.setEncoding('utf8');
  let pieces: string[] = [];
  let chars = 0;
  let most = MOST_CHARS.header;
  const add = (piece: string): void => {
    chars += piece.length;
    if (chars > most) throw new TransferError(`${file} has a line of more than ${most / 1_000_000} MB`);
    pieces.push(piece);
  };
  try {
    for await (const chunk of text as AsyncIterable<string>) {
      onText(chunk);
      const [first = '', ...more] = chunk.split('\n');
      add(first);
      for (const piece of more) {
        yield pieces.join('');
        [pieces, chars, most] = [[], 0, MOST_CHARS.row];
        add(piece);
      }
    }
  } catch (error) {
    if (error instanceof TransferError) throw error;
    throw damaged(file, error);
  }
}

function damaged(file: string, error: unknown): TransferError {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall !== undefined) return new TransferError(`${file} cannot be read (${code ?? 'unknown error'})`);
  return new TransferError(`${file} is damaged, or not a Gatehouse export`, { cause: error });
}
