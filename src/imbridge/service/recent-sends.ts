import type { RemoteMessageId } from '../../channels/index.js';

const MAX_IDS = 1_000;

/**
 * The guids of what we sent lately, so that it is known when it comes back before the centre has written it down. In
 * memory only: the flag `isFromMe` and the tempGuid are the first line of defence. The copy that a chat with oneself
 * reflects under another guid is the centre's to know (ADR 0015).
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
