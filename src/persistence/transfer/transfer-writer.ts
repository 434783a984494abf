import { createWriteStream } from 'node:fs';
import { access, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { TransferError } from './transfer.error.js';

/** The amount of text passed to the compressor at once. */
const CHUNK_CHARS = 65_536;

export interface WriteOptions {
  readonly file: string;
  /** Replace an existing file. */
  readonly force: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Reads the written file before it appears under its name. @throws TransferError when it is not as it was written */
  readonly readBack: (file: string) => Promise<void>;
}

/** @throws TransferError when the file exists and must not be replaced */
export async function refuseOverwriting({
  file,
  force,
}: Pick<WriteOptions, 'file' | 'force'>): Promise<void> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  if (isThere && !force) throw new TransferError(`${file} already exists: pass --force to replace it`);
}

/** Writes the lines gzipped, readable by the owner only; the file appears once it is complete, on disk and read back. */
export async function writeLines(lines: AsyncIterable<string>, options: WriteOptions): Promise<void> {
  const partial = `${options.file}.${process.pid}.partial`;
  const out = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true });
  try {
    const source = Readable.from(inChunks(lines), { highWaterMark: 1 });
    await pipeline(source, createGzip(), out, { signal: options.signal });
    await options.readBack(partial);
    await refuseOverwriting(options);
    await rename(partial, options.file);
  } catch (error) {
    await rm(partial, { force: true });
    throw unwritable(error, options.file);
  }
}

/** The bytes of a file with these lines. */
export function compressed(lines: AsyncIterable<string>, signal?: AbortSignal): AsyncIterable<Uint8Array> {
  const source = Readable.from(inChunks(lines), { highWaterMark: 1 });
  const packer = createGzip({ chunkSize: CHUNK_CHARS });
  // The reader gets the error.
  pipeline(source, packer, { signal }).catch(() => undefined);
  return packer;
}

async function* inChunks(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk: string[] = [];
  let length = 0;
  for await (const line of lines) {
    chunk.push(line);
    length += line.length;
    if (length < CHUNK_CHARS) continue;
    yield chunk.join('');
    [chunk, length] = [[], 0];
  }
  yield chunk.join('');
}

function unwritable(error: unknown, file: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall === undefined || code === undefined) return error;
  return new TransferError(`${file} cannot be written (${code})`, { cause: error });
}
