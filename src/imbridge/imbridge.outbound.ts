import { Logger } from '@nestjs/common';
import type { DeliveryAttempt, SendOutcome, TextContent } from '../channels/index.js';
import { type AbilityName, obstacleTo } from './imbridge.abilities.js';
import type { Actions } from './imbridge.actions-config.js';
import type { Bridge } from './imbridge.bridge.js';
import type { SendMethod, TextSend } from './imbridge.calls.js';
import { EFFECT_NAMES, effectIdOf } from './imbridge.effects.js';
import { alternateChatGuid } from './imbridge.id.js';
import { rowIdIn } from './imbridge.message.js';
import { sendIntoNewChat } from './imbridge.new-chat.js';
import { NEVER, notSent, outcomeOf } from './imbridge.outcome.js';
import { type BridgeResult, isUnknownThing, lacksPrivateApi } from './imbridge.result.js';
import type { RowOrder } from './imbridge.row-order.js';
import { hasAppleScript, hasPrivateApi } from './imbridge.server-info.js';

/** What makes a text more than a text; only the Private API can send it. */
type Extras = Pick<TextSend, 'effectId' | 'selectedMessageGuid'>;

/**
 * Sends texts: one `message/text` with an explicit method and the delivery's correlation id as tempGuid.
 *
 * The tempGuid is no idempotency key. While a call is in flight the bridge refuses a second one with the same
 * value (400, so `unknown`/in-flight here); after that it would send again. So nothing is ever repeated inside
 * an attempt unless the answer proves that nothing was sent: a chat guid the bridge does not know, or a
 * Private API that turned out to be down. Everything else in doubt is the reconciler's.
 *
 * A reply or an effect that the bridge cannot do now is left out: the words matter more (wire 6.2 row 26).
 */
export class Outbound {
  private readonly logger = new Logger(Outbound.name);

  constructor(
    private readonly actions: () => Actions,
    private readonly bridge: Bridge,
    private readonly rows: Pick<RowOrder, 'note'>,
  ) {}

  async send(attempt: DeliveryAttempt, signal: AbortSignal): Promise<SendOutcome> {
    const { content } = attempt;
    if (content.kind === 'card') return notSent('not-supported', NEVER, 'this channel has no cards');
    await this.bridge.info.get();
    const effectId = content.effect === undefined ? undefined : effectIdOf(content.effect);
    if (content.effect !== undefined && effectId === undefined)
      return notSent('rejected', NEVER, `there is no such effect, only: ${EFFECT_NAMES}`);
    const outcome = await this.sendText(attempt, this.possible(content, effectId), signal);
    if (outcome.kind === 'sent' && outcome.messageId !== undefined)
      this.bridge.recent.sent(outcome.messageId);
    return outcome;
  }

  private async sendText(
    attempt: DeliveryAttempt,
    extras: Extras,
    signal: AbortSignal,
  ): Promise<SendOutcome> {
    const { info, chats, clock } = this.bridge;
    const { conversation } = attempt.target;
    const found = await chats.find(conversation, signal);
    if (found.kind === 'absent')
      return sendIntoNewChat(this.bridge, attempt, { effectId: extras.effectId, signal });
    const known = info.known();
    const method = hasPrivateApi(known) || !hasAppleScript(known) ? 'private-api' : 'apple-script';
    const guid = found.guid ?? chats.compose(conversation);
    const result = await this.sendTo(guid, { attempt, method, extras, signal });
    if (result.ok) this.rows.note(rowIdIn(result.data));
    return outcomeOf(result, clock.now());
  }

  private possible({ replyTo }: TextContent, effectId: string | undefined): Extras {
    return {
      ...(replyTo !== undefined && this.can('reply') ? { selectedMessageGuid: replyTo } : {}),
      ...(effectId !== undefined && this.can('sendWithEffect') ? { effectId } : {}),
    };
  }

  private can(ability: AbilityName): boolean {
    const obstacle = obstacleTo(ability, this.actions(), this.bridge.info.known());
    if (obstacle !== undefined) this.logger.warn(`a message goes out without its ${ability}: ${obstacle}`);
    return obstacle === undefined;
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

  /** An extra would make the bridge use the Private API whatever the method says (wire 2.3). */
  private post(method: SendMethod, chatGuid: string, send: Sending): Promise<BridgeResult> {
    const { correlationId: tempGuid, content } = send.attempt;
    const extras = method === 'private-api' ? send.extras : {};
    const order = { chatGuid, message: content.text, tempGuid, method, ...extras };
    return this.bridge.client.sendText(order, send.signal);
  }
}

interface Sending {
  readonly attempt: DeliveryAttempt;
  readonly method: SendMethod;
  readonly extras: Extras;
  readonly signal: AbortSignal;
}
