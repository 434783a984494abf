import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { isConfined, NEW_DURABLE_FILE } from '../../config/index.js';
import { type About, aboutLine } from './about.js';
import { DATA_BYTES, type EntryBegin, type EntryEnd, FRAME, type FrameKind, LENGTH_BYTES } from './frames.js';
import { cipherSeal, digestSeal, newKey, type Seal } from './seals.js';

/** Writes a backup once, from start to end; one piece of a file is in memory. */
export class ArchiveWriter {
  private constructor(
    private readonly file: FileHandle,
    private readonly seal: Seal,
  ) {}

  /**
   * Creates the file, for its owner only.
   * @throws the system's error
   */
  static async create(
    path: string,
    about: Omit<About, 'encryption'>,
    passphrase?: string,
  ): Promise<ArchiveWriter> {
    const made = passphrase === undefined ? undefined : await newKey(passphrase);
    const { bytes, digest } = aboutLine({ ...about, encryption: made?.encryption ?? null });
    // Under Node's permissions a file cannot be synced afterwards.
    const file = await open(path, isConfined() ? NEW_DURABLE_FILE : 'wx', 0o600);
    await writeAll(file, Buffer.concat([bytes, digest]));
    return new ArchiveWriter(file, made ? cipherSeal(made.key, digest) : digestSeal(digest));
  }

  /** Adds one file. @throws errors of `chunks` and of the system */
  async add(path: string, chunks: AsyncIterable<Uint8Array>): Promise<EntryEnd> {
    const digest = createHash('sha256');
    let bytes = 0;
    await this.writeJson(FRAME.begin, { path } satisfies EntryBegin);
    for await (const chunk of chunks) {
      digest.update(chunk);
      bytes += chunk.byteLength;
      for (let at = 0; at < chunk.byteLength; at += DATA_BYTES)
        await this.write(FRAME.data, chunk.subarray(at, at + DATA_BYTES));
    }
    const end = { bytes, sha256: digest.digest('hex') };
    await this.writeJson(FRAME.end, end);
    return end;
  }

  /** Ends the file, which is then on disk. */
  async finish(contents: object): Promise<void> {
    await this.writeJson(FRAME.last, contents);
    if (!isConfined()) await this.file.sync();
  }

  close(): Promise<void> {
    return this.file.close();
  }

  private writeJson(kind: FrameKind, value: object): Promise<void> {
    return this.write(kind, Buffer.from(JSON.stringify(value)));
  }

  private write(kind: FrameKind, content: Uint8Array): Promise<void> {
    const { stored, tag } = this.seal.close(Buffer.concat([Buffer.of(kind), content]));
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32BE(stored.length);
    return writeAll(this.file, Buffer.concat([length, stored, tag]));
  }
}

async function writeAll(file: FileHandle, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length;) at += (await file.write(bytes, at)).bytesWritten;
}
