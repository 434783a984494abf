import { Injectable } from '@nestjs/common';
import { DeliveryConfig } from '../../config/index.js';
import { OutboundFile } from '../../delivery/index.js';
import {
  decodeBase64,
  isImageType,
  MediaStore,
  MediaStoreFullError,
  type StoredMedia,
} from '../../media/index.js';
import type { MessageAction } from './actions.js';

const MB = 1024 * 1024;

const TEXTS = {
  'not-base64': 'is not base64',
  empty: 'holds no bytes',
  full: 'cannot be kept: the media store is full (media.maxTotalMb)',
} as const;

/** A fault of a file; `text` is to stand behind the parameter's name. */
export interface FileProblem {
  readonly kind: keyof typeof TEXTS | 'too-large';
  readonly text: string;
}

/** The files of orders: they come as base64, within `delivery.mediaMaxMb`, or are kept already. They go into the media store. */
@Injectable()
export class OrderFiles {
  constructor(
    private readonly limits: DeliveryConfig,
    private readonly store: MediaStore,
  ) {}

  async read(base64: string, name: string | undefined): Promise<OutboundFile | FileProblem> {
    const decoded = decodeBase64(base64, this.maxBytes);
    if (decoded.kind === 'too-large') return this.tooLargeFile();
    if (decoded.kind !== 'bytes') return { kind: decoded.kind, text: TEXTS[decoded.kind] };
    try {
      return new OutboundFile(await this.store.put(decoded.bytes), name);
    } catch (error) {
      if (error instanceof MediaStoreFullError) return { kind: 'full', text: TEXTS.full };
      throw error;
    }
  }

  /** A file that somebody sent. */
  kept(media: StoredMedia, name: string): OutboundFile | FileProblem {
    return media.bytes > this.maxBytes ? this.tooLargeFile() : new OutboundFile(media, name);
  }

  private tooLargeFile(): FileProblem {
    return { kind: 'too-large', text: this.tooLarge };
  }

  private get maxBytes(): number {
    return Math.floor(this.limits.mediaMaxMb * MB);
  }

  private get tooLarge(): string {
    return `is larger than delivery.mediaMaxMb (${this.limits.mediaMaxMb} MB)`;
  }
}

/** Why a file does not do for an action; `name` is the word for the parameter. */
export function unfitness(action: MessageAction, file: OutboundFile, name: string): string | undefined {
  if (action !== 'setGroupIcon' || isImageType(file.mimeType)) return undefined;
  return `${name} must be a PNG, JPEG, GIF or WebP image`;
}
