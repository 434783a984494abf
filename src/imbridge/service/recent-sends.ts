import type { RemoteMessageId } from '../../channels/index.js';

const MAX_IDS = 1_000;

/**
 * Remembers the guids of our recent sends, which identify an echo that arrives before the delivery is stored. In memory
 * only, because the flag `isFromMe` and the tempGuid are the first line of defence. In a chat with oneself a copy comes
 * back under another guid; the centre recognizes that one (ADR 0015).
 */
export class RecentSends {
  private readonly ids = new Set<RemoteMessageId>();

  sent(id: RemoteMessageId): void {
    this.ids.add(id);
    if (this.ids.size <= MAX_IDS) return;
    const oldest = this.ids.keys().next();
    if (oldest.done !== true) this.ids.delete(oldest.value);
  }

  isOurs(id: RemoteMessageId): boolean {
    return this.ids.has(id);
  }
}
