import { Injectable } from '@nestjs/common';

const MAX_DELIVERIES = 1_000;

/**
 * The deliveries of which the remote has just told this process, in answer to its own call, that they are sent. Their
 * echoes say no more. In memory: whoever forgets one looks it up.
 */
@Injectable()
export class RecentlySent {
  private readonly ids = new Set<string>();

  note(deliveryId: string): void {
    this.ids.add(deliveryId);
    if (this.ids.size <= MAX_DELIVERIES) return;
    const oldest = this.ids.keys().next();
    if (oldest.done !== true) this.ids.delete(oldest.value);
  }

  has(deliveryId: string): boolean {
    return this.ids.has(deliveryId);
  }
}
