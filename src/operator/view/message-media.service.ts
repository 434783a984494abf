import { once } from 'node:events';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { GatehouseError } from '../../common/index.js';
import { isImageType, MediaStore, MessageFiles, safeFileName } from '../../media/index.js';
import { BlobMissingError } from '../../persistence/index.js';

/** A file of a message, opened for someone to see or keep. */
export interface OpenFile {
  /** The type of a picture that a browser shows and does not execute; undefined for every other file. */
  readonly picture: string | undefined;
  /** As a message names it: without a path; undefined where none does. */
  readonly name: string | undefined;
  readonly bytes: number;
  /** @throws GatehouseError NOT_FOUND */
  read(): Promise<Readable>;
}

/** The SHA-256 of the bytes. */
const ID = /^[0-9a-f]{64}$/;

/** Opens the files of messages for operators. */
@Injectable()
export class MessageMedia {
  constructor(
    private readonly media: MediaStore,
    private readonly files: MessageFiles,
  ) {}

  /** @throws GatehouseError NOT_FOUND */
  async open(id: string): Promise<OpenFile> {
    const media = ID.test(id) ? await this.media.open(id) : undefined;
    if (!media) notStored();
    const name = await this.files.nameOf(id);
    const picture = isImageType(media.mimeType) ? media.mimeType : undefined;
    const { bytes } = media;
    return { picture, name: name && safeFileName(name), bytes, read: () => begun(media.read()) };
  }
}

/** @throws GatehouseError NOT_FOUND before the first piece, when the bytes were deleted in the meantime */
async function begun(pieces: AsyncIterable<Uint8Array>): Promise<Readable> {
  const stream = Readable.from(pieces);
  await once(stream, 'readable').catch((error: unknown) => {
    if (error instanceof BlobMissingError) notStored();
    throw error;
  });
  return stream;
}

function notStored(): never {
  throw new GatehouseError('NOT_FOUND', 'No such file.', 'no stored file has this id');
}
