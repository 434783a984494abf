import { Injectable } from '@nestjs/common';

const MAX_DELIVERIES = 1_000;

/**
 * Remembers the last deliveries that the remote confirmed to this process in answer to its call: their echoes bring no
 * news. In memory only; the echo of a forgotten delivery is looked up.
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
