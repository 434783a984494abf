import type { ConversationId } from '../../channels/index.js';
import type { Bridge } from '../service/bridge.js';
import type { SendMethod } from '../service/client/calls.js';
import { alternateChatGuid } from '../ids/id.js';
import { rowIdIn } from '../service/messages/message.js';
import { type BridgeResult, isUnknownThing, lacksPrivateApi } from '../service/client/result.js';
import type { RowOrder } from '../service/messages/row-order.js';
import { hasAppleScript, hasPrivateApi } from '../service/client/server-info.js';

/** A call of the bridge that sends, whose method is stated explicitly. */
export type SendCall = (chatGuid: string, method: SendMethod) => Promise<BridgeResult>;

/**
 * Makes a send call with the method that works, and under the guid that the bridge knows.
 *
 * The tempGuid is no idempotency key. While a call is in flight, the bridge refuses a second one with the same value
 * (400, so `unknown`/in-flight here); after that it would send again. So an attempt never repeats a call unless the
 * answer proves that nothing was sent: the bridge does not know the chat guid, or its Private API turned out to be
 * down. The reconciler handles every other doubt.
 */
export class ChatSender {
  constructor(
    private readonly bridge: Bridge,
    private readonly rows: Pick<RowOrder, 'recordRow'>,
  ) {}

  /** @returns undefined when the bridge has no such chat (any more); then nothing was sent */
  async send(
    conversation: ConversationId,
    call: SendCall,
    signal: AbortSignal,
  ): Promise<BridgeResult | undefined> {
    const { info, chats } = this.bridge;
    const found = await chats.find(conversation, signal);
    if (found.kind === 'absent') return undefined;
    const known = info.known();
    const method = hasPrivateApi(known) || !hasAppleScript(known) ? 'private-api' : 'apple-script';
    const result = await this.sendTo(conversation, found.guid ?? chats.compose(conversation), {
      call,
      method,
    });
    if (result.ok) this.rows.recordRow(rowIdIn(result.data));
    if (result.ok || !isUnknownThing(result.failure)) return result;
    // A chat may have been deleted on the Mac. A direct one is made again.
    chats.forget(conversation);
    return undefined;
  }

  private async sendTo(conversation: ConversationId, guid: string, sending: Sending): Promise<BridgeResult> {
    const result = await this.sendBy(guid, sending);
    if (result.ok || !isUnknownThing(result.failure)) return result;
    const other = alternateChatGuid(guid);
    if (other === undefined) return result;
    const second = await this.sendBy(other, sending);
    if (second.ok) this.bridge.chats.remember(conversation, other);
    return second;
  }

  /**
   * If the Private API has gone down since the last check, AppleScript replaces it where the system still supports it.
   */
  private async sendBy(guid: string, { call, method }: Sending): Promise<BridgeResult> {
    const result = await call(guid, method);
    if (result.ok || method === 'apple-script' || !lacksPrivateApi(result.failure)) return result;
    await this.bridge.info.renew();
    return hasAppleScript(this.bridge.info.known()) ? call(guid, 'apple-script') : result;
  }
}

interface Sending {
  readonly call: SendCall;
  readonly method: SendMethod;
}
