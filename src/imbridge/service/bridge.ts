import type { Clock } from '../../common/index.js';
import type { ChatDirectory } from './chats.js';
import type { ContactDirectory } from './contacts.js';
import type { BridgeClient } from './client/bridge-client.js';
import type { MirroredChats } from './mirrored-chats.js';
import type { ServerInfo } from './client/server-info.js';
import type { ConversationId, RemoteMessageId } from '../../channels/index.js';
import { parseConversation } from '../ids/id.js';

const MAX_IDS = 1_000;

/**
 * Remembers the guids of our recent sends, which identify an echo that arrives before the delivery is stored. In memory
 * only, because the flag `isFromMe` and the tempGuid are the first line of defence. In a chat with oneself a copy comes
 * back under another guid; the centre recognizes that one (ADR 0015).
 */
export class RecentSends {
  private readonly ids = new Set<RemoteMessageId>();
  /** The number of sends under way, by the identifier of their chat. */
  private readonly underWay = new Map<string, number>();

  /** @returns a function to call when the send has ended */
  begin(conversation: ConversationId): () => void {
    const chat = parseConversation(conversation)?.identifier ?? conversation;
    this.count(chat, 1);
    return () => this.count(chat, -1);
  }

  /** Whether a row of ours in that chat may be the echo of a send whose guid is not known yet. */
  isSendingTo(identifier: string): boolean {
    return this.underWay.has(identifier);
  }

  remember(id: RemoteMessageId): void {
    this.ids.add(id);
    if (this.ids.size <= MAX_IDS) return;
    const oldest = this.ids.keys().next();
    if (oldest.done !== true) this.ids.delete(oldest.value);
  }

  isOurs(id: RemoteMessageId): boolean {
    return this.ids.has(id);
  }

  private count(chat: string, change: number): void {
    const count = (this.underWay.get(chat) ?? 0) + change;
    if (count > 0) this.underWay.set(chat, count);
    else this.underWay.delete(chat);
  }
}

/** The shared parts for all calls to the bridge of one account. */
export interface Bridge {
  readonly client: BridgeClient;
  readonly info: ServerInfo;
  readonly chats: ChatDirectory;
  readonly contacts: ContactDirectory;
  readonly recent: RecentSends;
  readonly mirrored: MirroredChats;
  readonly clock: Clock;
}
