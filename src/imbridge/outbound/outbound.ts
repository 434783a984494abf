import { NEVER, notSent, notSupported } from '../../channels/kit/index.js';
import { Logger } from '@nestjs/common';
import { aboutMessage } from '../../common/index.js';
import type { DeliveryAttempt, MediaContent, SendOutcome, TextContent } from '../../channels/index.js';
import { type AbilityName, obstacleTo } from '../service/abilities.js';
import type { Bridge } from '../service/bridge.js';
import type { TextSend } from '../service/client/calls.js';
import { ChatSender } from './chat-sender.js';
import { effectIdOf, NO_SUCH_EFFECT } from '../service/messages/effects.js';
import { sendIntoNewChat } from './new-chat.js';
import { outcomeOf } from '../service/outcome.js';
import type { RowOrder } from '../service/messages/row-order.js';
import type { ImbridgeSettings } from '../settings/settings.js';
import type { BridgeResult } from '../service/client/result.js';
import { refusesStyles, sendsStyles } from '../service/text-formatting.js';
import { voiceMemoOf } from './voice-memo.js';

/** The extras of a text, which only the Private API can send. */
type Extras = Pick<TextSend, 'effectId' | 'selectedMessageGuid' | 'partIndex' | 'textFormatting'>;

const NO_CHAT = 'there is no chat with this address yet, and a file cannot make one: send a text first';

/**
 * Sends texts and files: one call each, with an explicit method and the delivery's correlation id as tempGuid.
 *
 * An extra that the bridge cannot send now (a reply, an effect (wire 6.2 row 26), styles, the form of a voice memo) is
 * left out, because the message itself matters more.
 */
export class Outbound {
  private readonly logger = new Logger(Outbound.name);
  private readonly sender: ChatSender;

  constructor(
    private readonly settings: () => Pick<ImbridgeSettings, 'actions' | 'textFormatting'>,
    private readonly bridge: Bridge,
    rows: Pick<RowOrder, 'recordRow'>,
  ) {
    this.sender = new ChatSender(bridge, rows);
  }

  async send(attempt: DeliveryAttempt, signal: AbortSignal): Promise<SendOutcome> {
    const { content } = attempt;
    if (content.kind !== 'text' && content.kind !== 'media')
      return notSupported(`this channel has no ${content.kind}s`);
    await this.bridge.info.get();
    const { recent, mirrored, client, clock } = this.bridge;
    const { conversation } = attempt.target;
    const ended = recent.begin(conversation);
    if (content.kind === 'text')
      mirrored.noteSend(conversation, content.text, clock.now() + (client.clockOffsetMs ?? 0));
    try {
      const outcome =
        content.kind === 'media'
          ? await this.sendFile(attempt, content, signal)
          : await this.sendText(attempt, content, signal);
      if (outcome.kind === 'sent' && outcome.messageId !== undefined) recent.remember(outcome.messageId);
      return outcome;
    } finally {
      ended();
    }
  }

  private async sendText(
    attempt: DeliveryAttempt,
    content: TextContent,
    signal: AbortSignal,
  ): Promise<SendOutcome> {
    const effectId = content.effect === undefined ? undefined : effectIdOf(content.effect);
    if (content.effect !== undefined && effectId === undefined)
      return notSent('rejected', NEVER, NO_SUCH_EFFECT);
    const text = { message: content.text, tempGuid: attempt.correlationId };
    const possible = this.possible(attempt, content, effectId);
    const result = await this.sender.send(
      attempt.target.conversation,
      // Extras only with the Private API, because they would make the bridge use it whatever the method says (wire
      // 2.3).
      (chatGuid, method) =>
        this.post(
          attempt,
          { chatGuid, method, ...text, ...(method === 'private-api' ? possible : {}) },
          signal,
        ),
      signal,
    );
    if (result) return outcomeOf(result, this.bridge.clock.now());
    return sendIntoNewChat(this.bridge, attempt, { effectId: possible.effectId, signal });
  }

  /** A server that refuses the styles gets the text without them. */
  private async post(
    attempt: DeliveryAttempt,
    { textFormatting, ...plain }: TextSend,
    signal: AbortSignal,
  ): Promise<BridgeResult> {
    const { client } = this.bridge;
    if (!textFormatting) return client.sendText(plain, signal);
    const result = await client.sendText({ ...plain, textFormatting }, signal);
    if (!refusesStyles(result)) return result;
    this.warn(attempt, 'a message goes out without its styles: the bridge refuses them');
    return client.sendText(plain, signal);
  }

  /**
   * States the method too: the voice flag alone does not make the bridge use the Private API, and without that the file
   * is no voice memo (wire 2.4).
   */
  private async sendFile(
    attempt: DeliveryAttempt,
    { filename: name, asVoice, text, mimeType }: MediaContent,
    signal: AbortSignal,
  ): Promise<SendOutcome> {
    const { target, correlationId: tempGuid, media: content } = attempt;
    const obstacle = obstacleTo('sendAttachment', this.settings().actions, undefined);
    if (obstacle !== undefined) return notSupported(obstacle);
    if (!content || text !== '')
      return notSent('rejected', NEVER, 'a file goes with its bytes and without words');
    const memo = asVoice ? await voiceMemoOf({ name, content, mimeType }) : undefined;
    if (asVoice && !memo) this.warn(attempt, 'a recording goes out as a plain file: it is damaged');
    const result = await this.sender.send(
      target.conversation,
      (chatGuid, method) => {
        const isAudioMessage = memo !== undefined && method === 'private-api';
        if (memo && !isAudioMessage)
          this.warn(attempt, 'a voice memo goes out as a plain file: it needs the Private API');
        const file = isAudioMessage ? memo : { name, content, mimeType };
        const send = { chatGuid, ...file, tempGuid, method, isAudioMessage };
        return this.bridge.client.sendAttachment(send, signal);
      },
      signal,
    );
    return result ? outcomeOf(result, this.bridge.clock.now()) : notSent('rejected', NEVER, NO_CHAT);
  }

  private possible(
    attempt: DeliveryAttempt,
    { replyTo, replyPart, styled }: TextContent,
    effectId: string | undefined,
  ): Extras {
    const isStyled = styled && sendsStyles(this.settings().textFormatting, this.bridge.info.known());
    return {
      ...(isStyled ? { textFormatting: styled } : {}),
      ...(replyTo !== undefined && this.can('reply', attempt)
        ? { selectedMessageGuid: replyTo, ...(replyPart === undefined ? {} : { partIndex: replyPart }) }
        : {}),
      ...(effectId !== undefined && this.can('sendWithEffect', attempt) ? { effectId } : {}),
    };
  }

  private can(ability: AbilityName, attempt: DeliveryAttempt): boolean {
    const obstacle = obstacleTo(ability, this.settings().actions, this.bridge.info.known());
    if (obstacle !== undefined) this.warn(attempt, `a message goes out without its ${ability}: ${obstacle}`);
    return obstacle === undefined;
  }

  private warn({ deliveryId, target }: DeliveryAttempt, text: string): void {
    this.logger.warn(aboutMessage(text, { deliveryId, conversationId: target.conversation }));
  }
}
