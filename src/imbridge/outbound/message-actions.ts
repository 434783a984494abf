import { likenessOf } from '../../common/index.js';
import type { ActionOutcome, MessageRef, RemoteMessageId } from '../../channels/index.js';
import type { Actions } from '../settings/actions-config.js';
import { type AbilityName, obstacleTo } from '../service/abilities.js';
import { bridgeActionOutcome } from '../service/outcome.js';
import { messageIdOf } from '../ids/id.js';
import { actionFailed, listOf, recordOf } from '../../channels/kit/index.js';
import { type BridgeMessage, cleanText, readMessage, rowIdIn } from '../service/messages/message.js';
import type { Bridge } from '../service/bridge.js';
import type { BridgeResult } from '../service/client/result.js';
import type { RowOrder } from '../service/messages/row-order.js';
import { type TapbackName, tapbackNameOf, TAPBACKS_TEXT } from '../service/messages/tapback.js';

/** The conventional text of an edit on old devices (wire 2.6). */
const oldForm = (text: string): string => `Edited to “${text}”`;

/**
 * Makes tapbacks, edits and unsends (wire 2.6). The bridge answers an edit or unsend that Apple refuses with 200 and
 * the unchanged message, so both are believed only when the answer shows the change.
 */
export class MessageActions {
  constructor(
    private readonly actions: () => Actions,
    private readonly bridge: Bridge,
    private readonly rows: Pick<RowOrder, 'recordRow'>,
  ) {}

  async react(
    { target, messageId, part }: MessageRef,
    { emoji, isRemoved }: { readonly emoji: string; readonly isRemoved: boolean },
    signal: AbortSignal,
  ): Promise<ActionOutcome> {
    const refusal = await this.refusal('react');
    if (refusal) return refusal;
    const chatGuid = await this.bridge.chats.resolve(target.conversation);
    const isAnyOfOurs = isRemoved && emoji.trim() === '';
    const name = isAnyOfOurs ? await this.ownTapback(chatGuid, messageId, signal) : tapbackNameOf(emoji);
    if (name === undefined)
      return actionFailed(
        'rejected',
        isAnyOfOurs ? NO_TAPBACK : `only these reactions exist: ${TAPBACKS_TEXT}`,
      );
    const reaction = isRemoved ? `-${name}` : name;
    const order = { chatGuid, selectedMessageGuid: messageId, reaction, ...partOf(part) };
    const result = await this.bridge.client.react(order, signal);
    this.noteOwn(result);
    return bridgeActionOutcome(result, this.bridge.info);
  }

  async edit({ messageId, part }: MessageRef, text: string, signal: AbortSignal): Promise<ActionOutcome> {
    const refusal = await this.refusal('edit');
    if (refusal) return refusal;
    if (cleanText(text) === '')
      return actionFailed('rejected', 'an edit needs text; to retract a message, use unsend');
    const order = { editedMessage: text, backwardsCompatibilityMessage: oldForm(text), ...partOf(part) };
    const result = await this.bridge.client.edit(messageId, order, signal);
    return this.verified(
      result,
      // A change of punctuation alone is an edit too, so the same words are not enough.
      (row) => likenessOf(text, row.text) === 'equal' && row.editedAt !== undefined,
      EDIT_RULES,
    );
  }

  async unsend({ messageId, part }: MessageRef, signal: AbortSignal): Promise<ActionOutcome> {
    const refusal = await this.refusal('unsend');
    if (refusal) return refusal;
    const result = await this.bridge.client.unsend(messageId, partOf(part), signal);
    return this.verified(result, (row) => row.isUnsent, UNSEND_RULES);
  }

  /** Looks up our own tapback in the chat, because the bridge removes a tapback only by its kind (wire 4.2). */
  private async ownTapback(
    chatGuid: string,
    messageId: RemoteMessageId,
    signal: AbortSignal,
  ): Promise<TapbackName | undefined> {
    const result = await this.bridge.client.chatMessages(chatGuid, SEARCHED, signal);
    const rows = listOf(result.ok ? result.data : undefined).flatMap((row) => readMessage(row) ?? []);
    const last = rows.find(({ isFromMe, tapback }) => isFromMe && tapback?.messageId === messageId)?.tapback;
    return last && !last.isRemoved ? tapbackNameOf(last.emoji) : undefined;
  }

  private async refusal(ability: AbilityName): Promise<ActionOutcome | undefined> {
    const obstacle = obstacleTo(ability, this.actions(), await this.bridge.info.get());
    return obstacle === undefined ? undefined : actionFailed('not-supported', obstacle);
  }

  private async verified(
    result: BridgeResult,
    hasHappened: (row: BridgeMessage) => boolean,
    rules: string,
  ): Promise<ActionOutcome> {
    if (!result.ok) return bridgeActionOutcome(result, this.bridge.info);
    const row = readMessage(result.data);
    if (!row) return { kind: 'unknown', code: 'remote-error', detail: 'the bridge did not show the message' };
    return hasHappened(row) ? { kind: 'done' } : actionFailed('rejected', `nothing was changed: ${rules}`);
  }

  /** Remembers the tapback, which is a message of its own and returns as a webhook. */
  private noteOwn(result: BridgeResult): void {
    if (!result.ok) return;
    this.rows.recordRow(rowIdIn(result.data));
    const id = messageIdOf(recordOf(result.data)?.guid);
    if (id !== undefined) this.bridge.recent.remember(id);
  }
}

/** The number of newest messages to search for our tapback. */
const SEARCHED = 500;
const NO_TAPBACK = 'the gateway has not reacted to this message';
const partOf = (part: number | undefined) => (part === undefined ? {} : { partIndex: part });
const EDIT_RULES = 'the gateway can edit its messages for 15 minutes, at most five times';
const UNSEND_RULES = 'the gateway can unsend its messages for two minutes';
