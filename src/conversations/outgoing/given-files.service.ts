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

/** What is wrong with a file; `text` is to stand behind the parameter's name. */
export interface FileProblem {
  readonly kind: keyof typeof TEXTS | 'too-large';
  readonly text: string;
}

/** Files that come as base64, within `delivery.mediaMaxMb`, or are kept already. They go into the media store. */
@Injectable()
export class GivenFiles {
  constructor(
    private readonly limits: DeliveryConfig,
    private readonly store: MediaStore,
  ) {}

  async read(base64: string, name: string | undefined): Promise<OutboundFile | FileProblem> {
    const { base64MaxMb, mediaMaxMb } = this.limits;
    const decoded = decodeBase64(base64, Math.floor(base64MaxMb * MB));
    if (decoded.kind === 'too-large')
      return tooLarge(
        base64MaxMb < mediaMaxMb ? `${base64MaxMb} MB, the most that goes as base64` : ofSetting(mediaMaxMb),
      );
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
    const { mediaMaxMb } = this.limits;
    return media.bytes > Math.floor(mediaMaxMb * MB)
      ? tooLarge(ofSetting(mediaMaxMb))
      : new OutboundFile(media, name);
  }
}

const ofSetting = (mediaMaxMb: number): string => `delivery.mediaMaxMb (${mediaMaxMb} MB)`;

const tooLarge = (limit: string): FileProblem => ({ kind: 'too-large', text: `is larger than ${limit}` });

/** Why a file does not do for an action; `name` is the word for the parameter. */
export function unfitness(action: MessageAction, file: OutboundFile, name: string): string | undefined {
  if (action !== 'setGroupIcon' || isImageType(file.mimeType)) return undefined;
  return `${name} must be a PNG, JPEG, GIF or WebP image`;
}
