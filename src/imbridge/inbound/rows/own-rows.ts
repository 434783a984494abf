import type { AccountId, Change, InboundSink, OwnActivity } from '../../../channels/index.js';
import type { Bridge } from '../../service/bridge.js';
import type { BridgeChat, BridgeMessage } from '../../service/messages/message.js';
import { IMBRIDGE, inboxKeyOf, senderIdOf } from '../../ids/id.js';
import { type ChangeContext, changeOf, isGroupChange } from '../change.js';
import { conversationRef, isText } from '../convert.js';

/** Rows of our own account: written or changed on the phone, or the echo of a send that has not ended. */
export class OwnRows {
  constructor(
    private readonly account: AccountId,
    private readonly bridge: Pick<Bridge, 'info' | 'recent' | 'clock'>,
    private readonly addressOf: ChangeContext['addressOf'],
  ) {}

  /** Whether the row may be a person's message. In a self-chat, our own messages return as those of the other side. */
  isCandidate(row: BridgeMessage): row is BridgeMessage & { readonly chat: BridgeChat } {
    const { info, recent } = this.bridge;
    const isEcho = row.tempGuid !== undefined || recent.isOurs(row.guid) || row.error !== 0;
    if (!row.isFromMe || isEcho || !row.chat) return false;
    const isSelf = row.chat.separator === '-' && info.isOwnAddress(senderIdOf(row.chat.identifier));
    return !isSelf && (isGroupChange(row) || row.card !== undefined || this.isSaid(row));
  }

  /** @returns whether it was stored */
  async forward(row: BridgeMessage, sink: InboundSink, isLate: boolean): Promise<boolean> {
    if (!this.isCandidate(row)) return false;
    const what = this.whatOf(row);
    if (!what) return false;
    return sink.ownActivity({
      channel: IMBRIDGE,
      account: this.account,
      inboxKey: inboxKeyOf(row.guid),
      conversation: conversationRef(row.chat),
      ...(row.rowId === undefined ? {} : { sequence: row.rowId }),
      occurredAt: row.createdAt ?? this.bridge.clock.now(),
      isLate,
      what,
    });
  }

  private isSaid(row: BridgeMessage): boolean {
    const isEmpty = row.text === '' && row.subject === undefined && row.attachments.length === 0;
    return isText(row) && !row.isAssociated && !isEmpty;
  }

  private whatOf(row: BridgeMessage): OwnActivity['what'] | undefined {
    const { guid: messageId, text, subject, attachments } = row;
    if (row.itemType === 0 && row.card === undefined)
      return { kind: 'message', messageId, text, attachments, ...(subject === undefined ? {} : { subject }) };
    const change = this.changeOf(row);
    return change && { kind: 'change', change };
  }

  private changeOf(row: BridgeMessage): Change | undefined {
    const { isOwnAddress } = this.bridge.info;
    return changeOf(row, { id: senderIdOf('us'), isSelf: true }, { isOwnAddress, addressOf: this.addressOf });
  }
}
