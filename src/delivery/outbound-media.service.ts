import { Injectable } from '@nestjs/common';
import { mediaIdOf, type OutboundContent } from '../channels/index.js';
import { OutboundMediaRepository } from './outbound-media.repository.js';

/** Files in memory at once, whatever the number of conversations. */
const MAX_AT_ONCE = 4;

export type Lent<T> = { readonly kind: 'done'; readonly result: T } | { readonly kind: 'busy' | 'gone' };

/** Brings files into memory for as long as they are being sent, a few at a time. */
@Injectable()
export class OutboundMedia {
  private lent = 0;

  constructor(private readonly repository: OutboundMediaRepository) {}

  get isBusy(): boolean {
    return this.lent >= MAX_AT_ONCE;
  }

  /** @returns `busy` when too many are being sent: nobody waits here; `gone` when the bytes are not kept any more. */
  async lend<T>(content: OutboundContent, work: (bytes?: Uint8Array) => Promise<T>): Promise<Lent<T>> {
    const mediaId = mediaIdOf(content);
    if (mediaId === undefined) return { kind: 'done', result: await work() };
    if (this.isBusy) return { kind: 'busy' };
    this.lent++;
    try {
      const bytes = await this.repository.find(mediaId);
      return bytes ? { kind: 'done', result: await work(bytes) } : { kind: 'gone' };
    } finally {
      this.lent--;
    }
  }
}
