import { Injectable } from '@nestjs/common';
import { DeliveryConfig } from '../../config/index.js';
import { OutboundFile } from '../../delivery/index.js';
import { decodeBase64, imageTypeOf } from '../../media/index.js';
import type { MessageAction } from './actions.js';

const MB = 1024 * 1024;

const TEXTS = { 'not-base64': 'is not base64', empty: 'holds no bytes' } as const;

/** What is wrong with a file; `text` is to stand behind the parameter's name. */
export interface FileProblem {
  readonly kind: keyof typeof TEXTS | 'too-large';
  readonly text: string;
}

/** Files that come as base64, within `delivery.mediaMaxMb`. */
@Injectable()
export class GivenFiles {
  constructor(private readonly limits: DeliveryConfig) {}

  read(base64: string, name: string | undefined): OutboundFile | FileProblem {
    const decoded = decodeBase64(base64, this.maxBytes);
    if (decoded.kind === 'bytes') return new OutboundFile(decoded.bytes, name);
    const { kind } = decoded;
    return { kind, text: kind === 'too-large' ? this.tooLarge : TEXTS[kind] };
  }

  get maxBytes(): number {
    return Math.floor(this.limits.mediaMaxMb * MB);
  }

  get tooLarge(): string {
    return `is larger than delivery.mediaMaxMb (${this.limits.mediaMaxMb} MB)`;
  }
}

/** Why a file does not do for an action; `name` is the word for the parameter. */
export function unfitness(action: MessageAction, file: OutboundFile, name: string): string | undefined {
  if (action !== 'setGroupIcon' || imageTypeOf(file.bytes)) return undefined;
  return `${name} must be a PNG, JPEG, GIF or WebP image`;
}
