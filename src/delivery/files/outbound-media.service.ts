import { Injectable } from '@nestjs/common';
import { type FileBytes, mediaIdOf, type OutboundContent } from '../../channels/index.js';
import { MediaStore } from '../../media/index.js';

/** The number of files that may be sent at once, over all conversations. */
const MAX_AT_ONCE = 4;

export type FileUse<T> = { readonly kind: 'done'; readonly result: T } | { readonly kind: 'busy' | 'gone' };

/** Opens files for the duration of a send, only a few at once. */
@Injectable()
export class OutboundMedia {
  private inUse = 0;

  constructor(private readonly store: MediaStore) {}

  get isBusy(): boolean {
    return this.inUse >= MAX_AT_ONCE;
  }

  /** @returns `busy` when too many are being sent, without waiting; `gone` when the file is no longer stored */
  async withFile<T>(content: OutboundContent, work: (file?: FileBytes) => Promise<T>): Promise<FileUse<T>> {
    const mediaId = mediaIdOf(content);
    if (mediaId === undefined) return { kind: 'done', result: await work() };
    if (this.isBusy) return { kind: 'busy' };
    this.inUse++;
    try {
      const file = await this.store.open(mediaId);
      return file ? { kind: 'done', result: await work(file) } : { kind: 'gone' };
    } finally {
      this.inUse--;
    }
  }
}
