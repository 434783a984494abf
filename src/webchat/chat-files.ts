import { Injectable } from '@nestjs/common';
import type { AttachmentRef, FetchedFile, MissingFile } from '../channels/index.js';
import { Clock, GatehouseError } from '../common/index.js';
import { DeliveryConfig } from '../config/index.js';
import { decodeBase64, MediaStore, MediaStoreFullError, safeFileName, typeBy } from '../media/index.js';

const MB = 1024 * 1024;
/** How long a file waits for its message to be read: longer than any queue. */
const KEEP_MS = 7 * 24 * 60 * 60_000;

/** A file as the page sends it. */
export interface UploadedFile {
  readonly base64: string;
  readonly name: string;
  /** As the page states it; not verified. */
  readonly mimeType?: string | undefined;
}

/** The files that people attach at the console: stored before their message, and read from the store with it. */
@Injectable()
export class ChatFiles {
  constructor(
    private readonly limits: DeliveryConfig,
    private readonly store: MediaStore,
    private readonly clock: Clock,
  ) {}

  get maxBytes(): number {
    return Math.floor(this.limits.base64MaxMb * MB);
  }

  /** @throws GatehouseError INVALID_REQUEST, naming the file */
  async keep(files: readonly UploadedFile[]): Promise<readonly AttachmentRef[]> {
    const refs: AttachmentRef[] = [];
    for (const [index, file] of files.entries()) refs.push(await this.keepOne(file, `files.${index}.buffer`));
    return refs;
  }

  async *fetch(id: string): AsyncGenerator<FetchedFile | MissingFile> {
    const file = await this.store.open(id);
    yield file ? { chunks: file.read() } : { problem: 'it is no longer kept' };
  }

  private async keepOne(
    { base64, name, mimeType: stated }: UploadedFile,
    field: string,
  ): Promise<AttachmentRef> {
    const decoded = decodeBase64(base64, this.maxBytes);
    if (decoded.kind === 'too-large')
      throw GatehouseError.invalidField(
        field,
        `is larger than delivery.mediaMaxMb (${this.limits.base64MaxMb} MB)`,
      );
    if (decoded.kind !== 'bytes')
      throw GatehouseError.invalidField(field, decoded.kind === 'empty' ? 'is empty' : 'is not base64');
    try {
      const { id, mimeType, bytes } = await this.store.store(decoded.bytes);
      await this.store.hold(id, this.clock.now() + KEEP_MS);
      return { id, mimeType: typeBy(mimeType, stated), bytes, name: safeFileName(name) ?? 'file' };
    } catch (error) {
      if (!(error instanceof MediaStoreFullError)) throw error;
      throw GatehouseError.invalidField(
        field,
        'cannot be kept: the media store (media.maxTotalMb) or its disk is full',
      );
    }
  }
}
