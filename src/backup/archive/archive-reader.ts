import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { BackupError } from '../backup.error.js';
import { type About, type AboutLine, DIGEST_BYTES, MOST_ABOUT_BYTES, parseAbout } from './about.js';
import { entryPathProblem } from './entry-path.js';
import {
  type EntryBegin,
  type EntryEnd,
  FRAME,
  type FrameKind,
  LENGTH_BYTES,
  MOST_FRAME_BYTES,
} from './frames.js';
import { cipherSeal, digestSeal, keyOf, type Seal } from './seals.js';

/** Gets the bytes of one file; what it does not read is checked all the same. */
export type EntryHandler = (path: string, chunks: AsyncIterable<Uint8Array>) => Promise<void>;

interface Frame {
  readonly kind: FrameKind;
  readonly content: Buffer;
}

/** Reads a backup once, from start to end. Every byte that it gives was checked before. */
export class ArchiveReader {
  private readonly seen = new Set<string>();

  private constructor(
    private readonly path: string,
    private readonly bytes: ByteReader,
    readonly about: About,
    private readonly seal: Seal,
  ) {}

  /** @throws BackupError when it cannot be read, is no backup, or the passphrase is missing or wrong */
  static async open(path: string, passphrase?: string): Promise<ArchiveReader> {
    const bytes = await ByteReader.open(path);
    try {
      const { about, line } = await readAbout(bytes, path);
      const seal = await sealOf(about, line, { path, passphrase });
      return new ArchiveReader(path, bytes, about, seal);
    } catch (error) {
      await bytes.close();
      throw error;
    }
  }

  /**
   * Hands each file to `handle`, in order.
   * @returns what the last frame has
   * @throws BackupError at the first byte that is not as it was written, and when the end is missing; errors of `handle`
   */
  async readAll(handle: EntryHandler): Promise<object> {
    for (;;) {
      const { kind, content } = await this.next();
      if (kind === FRAME.last) {
        await this.refuseMore();
        return this.json(content);
      }
      if (kind !== FRAME.begin) throw this.damaged();
      await this.readEntry(this.pathIn(content), handle);
    }
  }

  close(): Promise<void> {
    return this.bytes.close();
  }

  private async readEntry(path: string, handle: EntryHandler): Promise<void> {
    const chunks = this.chunks();
    await handle(path, chunks);
    // The rest of it.
    for await (const _chunk of chunks);
  }

  private async *chunks(): AsyncGenerator<Uint8Array> {
    const digest = createHash('sha256');
    let bytes = 0;
    for (;;) {
      const { kind, content } = await this.next();
      if (kind === FRAME.end) {
        const end = this.json(content) as Partial<EntryEnd>;
        if (end.bytes !== bytes || end.sha256 !== digest.digest('hex')) throw this.damaged();
        return;
      }
      if (kind !== FRAME.data) throw this.damaged();
      digest.update(content);
      bytes += content.byteLength;
      yield content;
    }
  }

  private pathIn(content: Buffer): string {
    const { path } = this.json(content) as Partial<EntryBegin>;
    const problem = entryPathProblem(path);
    if (path === undefined || problem !== undefined || this.seen.has(path))
      throw new BackupError(
        `${this.path} contains a file ${JSON.stringify(path)}, which ${problem ?? 'appears twice'}`,
      );
    this.seen.add(path);
    return path;
  }

  private async next(): Promise<Frame> {
    const length = (await this.bytes.read(LENGTH_BYTES)).readUInt32BE();
    if (length === 0 || length > MOST_FRAME_BYTES) throw this.damaged();
    const stored = await this.bytes.read(length);
    const content = this.seal.open(stored, await this.bytes.read(this.seal.tagBytes));
    if (content === undefined) throw this.damaged();
    return { kind: content[0] as FrameKind, content: content.subarray(1) };
  }

  private async refuseMore(): Promise<void> {
    if (await this.bytes.hasMore()) throw this.damaged();
  }

  private json(content: Buffer): object {
    try {
      return JSON.parse(content.toString()) as object;
    } catch {
      throw this.damaged();
    }
  }

  private damaged(): BackupError {
    return new BackupError(`${this.path} is damaged: data before byte ${this.bytes.position} was changed`);
  }
}

async function readAbout(bytes: ByteReader, path: string): Promise<{ about: About; line: AboutLine }> {
  const found = await bytes.readLine(MOST_ABOUT_BYTES);
  if (!found) throw new BackupError(`${path} is not a Gatehouse backup`);
  const digest = await bytes.read(DIGEST_BYTES);
  return { about: parseAbout(found, digest, path), line: { bytes: found, digest } };
}

async function sealOf(
  { encryption }: About,
  { digest }: AboutLine,
  { path, passphrase }: { readonly path: string; readonly passphrase: string | undefined },
): Promise<Seal> {
  if (encryption === null) {
    // A forger needs no passphrase for a plain one.
    if (passphrase !== undefined)
      throw new BackupError(
        `${path} is not encrypted, although a passphrase was given: the file may have been replaced. To read it anyway, leave out --passphrase-file`,
      );
    return digestSeal(digest);
  }
  if (passphrase === undefined)
    throw new BackupError(`${path} is encrypted: pass the file with its passphrase as --passphrase-file`);
  return cipherSeal(await keyOf(passphrase, encryption, path), digest);
}

const READ_BYTES = 512 * 1024;

/** The bytes of a file, in order. */
class ByteReader {
  private buffered = Buffer.alloc(0);
  /** The bytes that were given so far. */
  position = 0;

  private constructor(
    private readonly file: FileHandle,
    private readonly path: string,
  ) {}

  static async open(path: string): Promise<ByteReader> {
    try {
      return new ByteReader(await open(path, 'r'), path);
    } catch (error) {
      throw unreadable(path, error);
    }
  }

  /** @throws BackupError when the file ends before */
  async read(count: number): Promise<Buffer> {
    await this.fill(count);
    if (this.buffered.length < count)
      throw new BackupError(`${this.path} is damaged: it is cut off after byte ${this.position}`);
    return this.take(count);
  }

  /** @returns undefined when no line ends within `most` bytes */
  async readLine(most: number): Promise<Buffer | undefined> {
    await this.fill(most);
    const end = this.buffered.subarray(0, most).indexOf('\n');
    return end < 0 ? undefined : this.take(end + 1);
  }

  async hasMore(): Promise<boolean> {
    await this.fill(1);
    return this.buffered.length > 0;
  }

  close(): Promise<void> {
    return this.file.close();
  }

  private take(count: number): Buffer {
    const taken = this.buffered.subarray(0, count);
    this.buffered = this.buffered.subarray(count);
    this.position += count;
    return taken;
  }

  private async fill(count: number): Promise<void> {
    while (this.buffered.length < count) {
      const next = Buffer.allocUnsafe(Math.max(READ_BYTES, count - this.buffered.length));
      const { bytesRead } = await this.file.read(next, 0, next.length, null).catch((error: unknown) => {
        throw unreadable(this.path, error);
      });
      if (bytesRead === 0) return;
      this.buffered = Buffer.concat([this.buffered, next.subarray(0, bytesRead)]);
    }
  }
}

function unreadable(path: string, error: unknown): BackupError {
  const { code = 'unknown error' } = error as NodeJS.ErrnoException;
  return new BackupError(`${path} cannot be read (${code})`, { cause: error });
}
