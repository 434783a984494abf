import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/index.js';
import { Blobs, type ByteRange, type Tx } from '../../persistence/index.js';
import { MediaRepository, MediaStoreFullError, type StoredMedia } from './media.repository.js';
import { createHash } from 'node:crypto';
import { fileTypeOf } from '../types/file-type.js';

/** The number of bytes that identify a file type. */
const HEAD_BYTES = 64;

/** More bytes arrived than may be stored. */
export class MediaTooLargeError extends Error {
  override readonly name = 'MediaTooLargeError';

  constructor(readonly maxBytes: number) {
    super(`the file is larger than ${maxBytes} bytes`);
  }
}

/** Counts and hashes the bytes that pass through it, and stops a file that is too large. */
class MediaIntake {
  private readonly hash = createHash('sha256');
  private head = Buffer.alloc(0);
  private total = 0;

  constructor(private readonly maxBytes: number) {}

  /** Passes the bytes on unchanged. @throws MediaTooLargeError at the first byte over the limit */
  async *through(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      this.total += chunk.byteLength;
      if (this.total > this.maxBytes) throw new MediaTooLargeError(this.maxBytes);
      this.hash.update(chunk);
      if (this.head.length < HEAD_BYTES)
        this.head = Buffer.concat([this.head, chunk.subarray(0, HEAD_BYTES)]);
      yield chunk;
    }
  }

  /** The measured file, when all of it has arrived. */
  result(): { readonly id: string; readonly mimeType: string; readonly bytes: number } {
    return { id: this.hash.digest('hex'), mimeType: fileTypeOf(this.head), bytes: this.total };
  }
}

/** A file that can be read as often as needed; only a piece of it is in memory at a time. */
export interface OpenMedia extends StoredMedia {
  /** Reads the whole file, or a part. @throws BlobMissingError when it was deleted in the meantime */
  read(range?: ByteRange): AsyncIterable<Uint8Array>;
}

/**
 * Stores the files of all channels, incoming and outgoing, each only once (ADR 0037). A file stays as long as a message
 * of the transcript names it, a delivery needs it, or someone holds it, and then for another hour.
 */
@Injectable()
export class MediaStore {
  constructor(
    private readonly blobs: Blobs,
    private readonly repository: MediaRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores a file. A caller that needs it for longer than an hour must say so in a transaction of its own: by naming it
   * in a transcript entry or a delivery, or with `hold`.
   * @throws MediaTooLargeError, MediaStoreFullError, and the errors of `source`: then nothing is kept
   */
  async store(
    source: Uint8Array | AsyncIterable<Uint8Array>,
    { maxBytes = Infinity }: { readonly maxBytes?: number } = {},
  ): Promise<StoredMedia> {
    const intake = new MediaIntake(maxBytes);
    const staged = await this.blobs
      .stage(intake.through(source instanceof Uint8Array ? inOnePiece(source) : source))
      .catch(sayFullDisk);
    const media = intake.result();
    await this.blobs.commitStaged(staged, media.id, (tx) =>
      this.repository.record(tx, media, this.clock.now()),
    );
    return media;
  }

  /** @returns undefined when it is not stored, or no longer */
  async open(id: string): Promise<OpenMedia | undefined> {
    const media = await this.repository.find(id);
    if (!media) return undefined;
    const read = (range?: ByteRange) => (media.bytes === 0 ? nothing() : this.blobs.read(id, range));
    return { ...media, read };
  }

  /** Those of the files that are still stored. */
  stored(ids: readonly string[]): Promise<ReadonlySet<string>> {
    return this.repository.stored(ids);
  }

  /** Reads the whole file into memory. @returns undefined when it is no longer stored, or larger than `maxBytes` */
  async load(id: string, maxBytes: number): Promise<Uint8Array | undefined> {
    const media = await this.open(id);
    if (!media || media.bytes > maxBytes) return undefined;
    const whole = new Uint8Array(media.bytes);
    let at = 0;
    for await (const chunk of media.read()) {
      whole.set(chunk, at);
      at += chunk.byteLength;
    }
    return whole;
  }

  /**
   * Notes that a file is used again; call it in the transaction that names the file. @returns false when it is no
   * longer stored
   */
  use(tx: Tx, id: string): Promise<boolean> {
    return this.repository.use(tx, id, this.clock.now());
  }

  /** Keeps a file at least until then (epoch ms), whatever else needs it. @returns false when it is no longer stored */
  hold(id: string, until: number): Promise<boolean> {
    return this.repository.hold(id, until);
  }
}

function sayFullDisk(error: unknown): never {
  const { code = '' } = error as NodeJS.ErrnoException;
  throw ['ENOSPC', 'EDQUOT'].includes(code) ? new MediaStoreFullError(`the disk is full (${code})`) : error;
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

// eslint-disable-next-line require-yield -- a file of no bytes
async function* nothing(): AsyncGenerator<Uint8Array> {
  return;
}
