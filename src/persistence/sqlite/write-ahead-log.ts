import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Damage to a write-ahead log: SQLite reads less of it than was committed, without an error. */
export interface WalDamage {
  /** The first damaged frame (a changed page), counted from 1; 0 = the log's header. */
  readonly frame: number;
  /** Lost transactions: those that ended at that frame or behind it. At least 1, except for a header. */
  readonly commits: number;
  /**
   * Whether more was written behind the first of them, so that it had been on disk. Otherwise the frame may be the rest
   * of a commit that a power failure interrupted before it was acknowledged.
   */
  readonly isCertain: boolean;
}

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const MAGIC = 0x377f0682;

/** The sums of SQLite's checksum so far. */
type Sums = readonly [number, number];

interface Frame {
  /** Whether the frame was written since the log was last restarted, and not left over from before. */
  readonly isCurrent: boolean;
  /** Whether it ends a transaction. */
  readonly isCommit: boolean;
  readonly sums: Sums;
  readonly content: Buffer;
}

/**
 * Reads a write-ahead log as SQLite's recovery does (https://sqlite.org/fileformat2.html#the_write_ahead_log): up to
 * the first frame whose checksum, which covers all before it, is wrong. Then examines the frames behind it. Call it
 * only while no process writes to the log.
 * @returns undefined when nothing is missing, or there is no log
 */
export function walDamage(file: string): WalDamage | undefined {
  let handle: number;
  try {
    handle = openSync(file, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return damageIn(handle);
  } finally {
    closeSync(handle);
  }
}

function damageIn(handle: number): WalDamage | undefined {
  const header = Buffer.alloc(HEADER_BYTES);
  if (readSync(handle, header, 0, HEADER_BYTES, 0) < HEADER_BYTES) return undefined;
  const isBig = header.readUInt32BE(0) === MAGIC + 1;
  const start = summed([0, 0], header.subarray(0, 24), isBig);
  const isKnown = isBig || header.readUInt32BE(0) === MAGIC;
  if (!isKnown || !isSame(start, sumsAt(header, 24)))
    return fstatSync(handle).size > HEADER_BYTES ? { frame: 0, commits: 0, isCertain: false } : undefined;
  return damageBehind(framesOf(handle, header), start, isBig);
}

function damageBehind(frames: Iterable<Frame>, start: Sums, isBig: boolean): WalDamage | undefined {
  let sums: Sums | undefined = start;
  let intact = 0;
  let commits = 0;
  let isCertain = false;
  for (const frame of frames) {
    sums = sums && frame.isCurrent ? summed(sums, frame.content, isBig) : undefined;
    if (sums && isSame(sums, frame.sums)) {
      intact++;
      continue;
    }
    sums = undefined;
    if (!frame.isCurrent) continue;
    // A rolled-back transaction has no commit frame, so only a commit counts.
    isCertain ||= commits > 0;
    if (frame.isCommit) commits++;
  }
  return commits === 0 ? undefined : { frame: intact + 1, commits, isCertain };
}

function* framesOf(handle: number, header: Buffer): Generator<Frame> {
  const pageBytes = header.readUInt32BE(8);
  const bytes = Buffer.alloc(FRAME_HEADER_BYTES + pageBytes);
  const salts = header.subarray(16, 24);
  for (
    let at = HEADER_BYTES;
    readSync(handle, bytes, 0, bytes.length, at) === bytes.length;
    at += bytes.length
  )
    yield {
      isCurrent: salts.equals(bytes.subarray(8, 16)),
      isCommit: bytes.readUInt32BE(4) !== 0,
      sums: sumsAt(bytes, 16),
      content: Buffer.concat([bytes.subarray(0, 8), bytes.subarray(FRAME_HEADER_BYTES)]),
    };
}

function summed([first, second]: Sums, bytes: Buffer, isBig: boolean): Sums {
  const word = (at: number) => (isBig ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at));
  let [a, b] = [first, second];
  for (let at = 0; at < bytes.length; at += 8) {
    a = (a + word(at) + b) >>> 0;
    b = (b + word(at + 4) + a) >>> 0;
  }
  return [a, b];
}

const sumsAt = (bytes: Buffer, at: number): Sums => [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)];

const isSame = (one: Sums, other: Sums): boolean => one[0] === other[0] && one[1] === other[1];

/** The damage in words for the operator. */
export function damageText({ frame, commits, isCertain }: WalDamage): string {
  if (frame === 0) return 'the header of the write-ahead log is damaged: its content is lost';
  const lost = `${commits} ${commits === 1 ? 'transaction' : 'transactions'} from frame ${frame} on`;
  return isCertain
    ? `the write-ahead log is damaged: ${lost} cannot be read and are lost`
    : `the end of the write-ahead log cannot be read (${lost}): it is damaged, or a power failure interrupted a commit`;
}
