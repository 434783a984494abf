import type { DeliveryAttempt, SendOutcome } from '../channels/index.js';
import type { Clock } from '../common/index.js';
import type { ChatDirectory } from './imbridge.chats.js';
import type { ImbridgeClient, SendMethod } from './imbridge.client.js';
import type { RecentSends } from './imbridge.echo.js';
import { alternateChatGuid } from './imbridge.id.js';
import { rowIdIn } from './imbridge.message.js';
import { outcomeOf } from './imbridge.outcome.js';
import { type BridgeResult, isUnknownThing, lacksPrivateApi } from './imbridge.result.js';
import type { RowOrder } from './imbridge.row-order.js';
import { hasAppleScript, hasPrivateApi, type ServerInfo } from './imbridge.server-info.js';

/** What sending and reconciling of one account share. */
export interface Bridge {
  readonly client: ImbridgeClient;
  readonly info: ServerInfo;
  readonly chats: ChatDirectory;
  readonly recent: RecentSends;
  readonly clock: Clock;
}

/**
 * Sends texts: one `message/text` with an explicit method and the delivery's correlation id as tempGuid.
 *
 * The tempGuid is no idempotency key. While a call is in flight the bridge refuses a second one with the same
 * value (400, so `unknown`/in-flight here); after that it would send again. So nothing is ever repeated inside
 * an attempt unless the answer proves that nothing was sent: a chat guid the bridge does not know, or a
 * Private API that turned out to be down. Everything else in doubt is the reconciler's.
 */
export class Outbound {
  constructor(
    private readonly bridge: Bridge,
    private readonly rows: Pick<RowOrder, 'note'>,
  ) {}

  async send(attempt: DeliveryAttempt, signal: AbortSignal): Promise<SendOutcome> {
    const { info, chats, recent, clock } = this.bridge;
    const { conversation } = attempt.target;
    const known = await info.get();
    const guid = await chats.resolve(conversation);
    const method = hasPrivateApi(known) || !hasAppleScript(known) ? 'private-api' : 'apple-script';
    const result = await this.sendTo(guid, { attempt, method, signal });
    if (result.ok) this.rows.note(rowIdIn(result.data));
    const outcome = outcomeOf(result, clock.now());
    if (outcome.kind === 'sent' && outcome.messageId !== undefined) recent.sent(outcome.messageId);
    return outcome;
  }

  private async sendTo(guid: string, send: Sending): Promise<BridgeResult> {
    const result = await this.sendBy(send.method, guid, send);
    if (result.ok || !isUnknownThing(result.failure)) return result;
    const other = alternateChatGuid(guid);
    if (other === undefined) return result;
    const second = await this.sendBy(send.method, other, send);
    if (second.ok) this.bridge.chats.remember(send.attempt.target.conversation, other);
    return second;
  }

  /** When the Private API is gone since we last looked, AppleScript takes over where the system still has it. */
  private async sendBy(method: SendMethod, guid: string, send: Sending): Promise<BridgeResult> {
    const result = await this.post(method, guid, send);
    if (result.ok || method === 'apple-script' || !lacksPrivateApi(result.failure)) return result;
    await this.bridge.info.refresh();
    return hasAppleScript(this.bridge.info.known()) ? this.post('apple-script', guid, send) : result;
  }

  private post(method: SendMethod, chatGuid: string, { attempt, signal }: Sending): Promise<BridgeResult> {
    const { correlationId: tempGuid, content } = attempt;
    return this.bridge.client.sendText({ chatGuid, message: content.text, tempGuid, method }, signal);
  }
}

interface Sending {
  readonly attempt: DeliveryAttempt;
  readonly method: SendMethod;
  readonly signal: AbortSignal;
}
