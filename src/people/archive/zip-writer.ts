import { createDeflateRaw, crc32, constants, type DeflateRaw } from 'node:zlib';

/*
 * A ZIP archive written as a stream (APPNOTE.TXT 6.3.10): sizes and checksums follow the bytes, because they are not
 * known before. Offsets and the number of entries may be those of ZIP64; one entry has less than 4 GB.
 */

const [LOCAL, DESCRIPTOR, CENTRAL, END] = [0x04034b50, 0x08074b50, 0x02014b50, 0x06054b50];
const [END_64, LOCATOR_64] = [0x06064b50, 0x07064b50];
/** Sizes behind the bytes, and names in UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
const [MOST_16, MOST_32] = [0xffff, 0xffffffff];
/** Made on Unix: the attributes are those of a file that only its owner reads. */
const MADE_BY = 0x031e;
const ATTRIBUTES = 0o100600 * 0x10000;

/** A part of the archive under its path. */
export interface ZipEntry {
  readonly path: string;
  readonly content: AsyncIterable<Uint8Array>;
}

/** An entry whose bytes are written. */
export interface Written {
  readonly name: Buffer;
  /** Where it begins in the archive. */
  readonly offset: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
}

/** Writes entries as they come; only a piece of one is in memory at a time. @param at the time of all entries, epoch ms */
export async function* zipOf(entries: AsyncIterable<ZipEntry>, at: number): AsyncGenerator<Uint8Array> {
  const time = dosTime(new Date(at));
  const written: Written[] = [];
  let offset = 0;
  for await (const { path, content } of entries) {
    const name = Buffer.from(path);
    const head = localHeader(name, time);
    yield head;
    const sums = { crc: 0, size: 0, packed: 0 };
    for await (const piece of packed(content, sums)) yield piece;
    if (Math.max(sums.size, sums.packed) >= MOST_32) throw new Error(`${path} is too large for the archive`);
    yield numbers([4, DESCRIPTOR], [4, sums.crc], [4, sums.packed], [4, sums.size]);
    written.push({ name, offset, ...sums });
    offset += head.length + sums.packed + 16;
  }
  yield directoryOf(written, time, offset);
}

/** What stands behind the entries. @param offset where it begins */
export function directoryOf(written: readonly Written[], time: Time, offset: number): Buffer {
  const directory = Buffer.concat(written.map((entry) => centralHeader(entry, time)));
  return Buffer.concat([directory, end({ count: written.length, size: directory.length, offset })]);
}

async function* packed(
  content: AsyncIterable<Uint8Array>,
  sums: { crc: number; size: number; packed: number },
) {
  const deflate = createDeflateRaw({ level: constants.Z_BEST_SPEED });
  const feed = async () => {
    try {
      for await (const piece of content) {
        sums.crc = crc32(piece, sums.crc);
        sums.size += piece.byteLength;
        if (!deflate.write(piece)) await drained(deflate);
        if (deflate.destroyed) return;
      }
      deflate.end();
    } catch (error) {
      deflate.destroy(error as Error);
    }
  };
  void feed();
  for await (const piece of deflate as AsyncIterable<Buffer>) {
    sums.packed += piece.byteLength;
    yield piece;
  }
}

/** Also resolves when nobody reads any more, so that the content is closed. */
const drained = (deflate: DeflateRaw): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      deflate.off('drain', end).off('close', end);
      resolve();
    };
    if (deflate.destroyed) end();
    else deflate.on('drain', end).on('close', end);
  });

type Time = readonly [time: number, date: number];

/** By UTC, in steps of two seconds; the format begins in 1980. */
const dosTime = (at: Date): Time => [
  (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  (Math.max(at.getUTCFullYear() - 1980, 0) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
];

const localHeader = (name: Buffer, [time, date]: Time): Buffer =>
  Buffer.concat([
    numbers([4, LOCAL], [2, 20], [2, FLAGS], [2, DEFLATED], [2, time], [2, date]),
    numbers([4, 0], [4, 0], [4, 0], [2, name.length], [2, 0]),
    name,
  ]);

function centralHeader({ name, offset, crc, packed: packedSize, size }: Written, [time, date]: Time): Buffer {
  const isFar = offset >= MOST_32;
  const extra = isFar ? numbers([2, 1], [2, 8], [8, offset]) : Buffer.alloc(0);
  return Buffer.concat([
    numbers(
      [4, CENTRAL],
      [2, MADE_BY],
      [2, isFar ? 45 : 20],
      [2, FLAGS],
      [2, DEFLATED],
      [2, time],
      [2, date],
    ),
    numbers(
      [4, crc],
      [4, packedSize],
      [4, size],
      [2, name.length],
      [2, extra.length],
      [2, 0],
      [2, 0],
      [2, 0],
    ),
    numbers([4, ATTRIBUTES], [4, isFar ? MOST_32 : offset]),
    name,
    extra,
  ]);
}

function end({ count, size, offset }: { count: number; size: number; offset: number }): Buffer {
  const isLarge = count >= MOST_16 || offset >= MOST_32;
  const [shownCount, shownOffset] = isLarge ? [MOST_16, MOST_32] : [count, offset];
  const large = isLarge
    ? [
        numbers([4, END_64], [8, 44], [2, MADE_BY], [2, 45], [4, 0], [4, 0]),
        numbers([8, count], [8, count], [8, size], [8, offset]),
        numbers([4, LOCATOR_64], [4, 0], [8, offset + size], [4, 1]),
      ]
    : [];
  return Buffer.concat([
    ...large,
    numbers([4, END], [2, 0], [2, 0], [2, shownCount], [2, shownCount], [4, size], [4, shownOffset], [2, 0]),
  ]);
}

/** Little-endian numbers, each with its length in bytes. */
function numbers(...fields: readonly (readonly [bytes: 2 | 4 | 8, value: number])[]): Buffer {
  const out = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of fields) {
    if (bytes === 8) out.writeBigUInt64LE(BigInt(value), at);
    else out.writeUIntLE(value, at, bytes);
    at += bytes;
  }
  return out;
}
