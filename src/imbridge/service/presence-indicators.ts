import { withTimeout } from '../../common/index.js';
import type { ConversationId } from '../../channels/index.js';
import type { ChatDirectory } from './chats.js';
import type { BridgeClient } from './client/bridge-client.js';
import { type BridgeResult, lacksPrivateApi } from './client/result.js';
import { hasPrivateApi, type ServerInfo } from './client/server-info.js';

/**
 * How long a message waits for a typing call of its chat, ms, so that no indicator starts after it (wire 6.2 row 31).
 */
const SETTLE_MS = 300;

/** Shows typing and read receipts: best effort, only where the Private API works, never an error for anyone. */
export class PresenceIndicators {
  private readonly underWay = new Map<ConversationId, Promise<void>>();

  constructor(
    private readonly client: BridgeClient,
    private readonly info: ServerInfo,
    private readonly chats: ChatDirectory,
  ) {}

  /** The bridge clears the indicator when a message goes out, Apple after about a minute. */
  async typing(conversation: ConversationId): Promise<void> {
    const call = this.call(conversation, (guid) => this.client.startTyping(guid));
    this.underWay.set(conversation, call);
    await call;
    if (this.underWay.get(conversation) === call) this.underWay.delete(conversation);
  }

  markRead(conversation: ConversationId): Promise<void> {
    return this.call(conversation, (guid) => this.client.markRead(guid));
  }

  /** Resolves when no typing call of this chat is in progress, or after 300 ms. */
  async untilTypingEnded(conversation: ConversationId): Promise<void> {
    const call = this.underWay.get(conversation);
    if (!call) return;
    await withTimeout(call, SETTLE_MS, () => undefined);
  }

  /** Only for chats that the bridge has reported: for a composed guid it answers 200 and does nothing. */
  private async call(
    conversation: ConversationId,
    act: (guid: string) => Promise<BridgeResult>,
  ): Promise<void> {
    if (!hasPrivateApi(this.info.known())) return;
    const guid = await this.chats.recall(conversation);
    if (guid === undefined) return;
    const result = await act(guid);
    if (!result.ok && lacksPrivateApi(result.failure)) await this.info.renew();
  }
}
