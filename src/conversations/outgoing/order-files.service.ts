import { Injectable } from '@nestjs/common';
import { DeliveryConfig } from '../../config/index.js';
import { OutboundFile } from '../../delivery/index.js';
import {
  decodeBase64,
  isImageType,
  LocalFiles,
  MediaStore,
  MediaStoreFullError,
  MediaTooLargeError,
  type StoredMedia,
} from '../../media/index.js';
import type { MessageAction } from './actions.js';

const MB = 1024 * 1024;

const TEXTS = {
  'not-base64': 'is not base64',
  empty: 'is empty',
  full: 'cannot be kept: the media store (media.maxTotalMb) or its disk is full',
} as const;

/** A fault of a file; `text` follows the parameter's name. */
export interface FileProblem {
  readonly kind: keyof typeof TEXTS | 'too-large' | 'not-readable';
  readonly text: string;
}

const problemOf = (kind: keyof typeof TEXTS): FileProblem => ({ kind, text: TEXTS[kind] });

/**
 * Reads the files of orders, which are sent as base64, already stored, or on this machine, and puts them into the media
 * store, within `delivery.mediaMaxMb`.
 */
@Injectable()
export class OrderFiles {
  constructor(
    private readonly limits: DeliveryConfig,
    private readonly store: MediaStore,
    private readonly local: LocalFiles,
  ) {}

  async read(base64: string, name: string | undefined): Promise<OutboundFile | FileProblem> {
    const { base64MaxMb, mediaMaxMb } = this.limits;
    const decoded = decodeBase64(base64, Math.floor(base64MaxMb * MB));
    if (decoded.kind === 'too-large')
      return base64MaxMb < mediaMaxMb
        ? tooLarge(`${base64MaxMb} MB, the limit for base64`)
        : this.tooLargeFile();
    if (decoded.kind !== 'bytes') return problemOf(decoded.kind);
    return this.storeFile(decoded.bytes, name);
  }

  /** Reads a file by its path, below a folder that the operator has allowed. */
  async at(path: string, name: string | undefined): Promise<OutboundFile | FileProblem> {
    const file = await this.local.open(path);
    if ('text' in file) return { kind: 'not-readable', ...file };
    try {
      if (file.bytes > this.maxBytes) return this.tooLargeFile();
      return file.bytes === 0 ? problemOf('empty') : await this.storeFile(file.chunks, name ?? file.name);
    } finally {
      await file.close();
    }
  }

  /** Takes a file that someone sent from the media store. */
  kept(media: StoredMedia, name: string): OutboundFile | FileProblem {
    return media.bytes > this.maxBytes ? this.tooLargeFile() : new OutboundFile(media, name);
  }

  private async storeFile(
    source: Uint8Array | AsyncIterable<Uint8Array>,
    name: string | undefined,
  ): Promise<OutboundFile | FileProblem> {
    try {
      return new OutboundFile(await this.store.store(source, { maxBytes: this.maxBytes }), name);
    } catch (error) {
      if (error instanceof MediaStoreFullError) return problemOf('full');
      // The file grew while it was read.
      if (error instanceof MediaTooLargeError) return this.tooLargeFile();
      throw error;
    }
  }

  private tooLargeFile(): FileProblem {
    return tooLarge(`delivery.mediaMaxMb (${this.limits.mediaMaxMb} MB)`);
  }

  private get maxBytes(): number {
    return Math.floor(this.limits.mediaMaxMb * MB);
  }
}

const tooLarge = (limit: string): FileProblem => ({ kind: 'too-large', text: `is larger than ${limit}` });

/** Why a file does not suit an action; `name` is the caller's name of the parameter. */
export function unfitness(action: MessageAction, file: OutboundFile, name: string): string | undefined {
  if (action !== 'setGroupIcon' || isImageType(file.mimeType)) return undefined;
  return `${name} must be a PNG, JPEG, GIF or WebP image`;
}
