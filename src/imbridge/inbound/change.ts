import type { Change, RemoteMessageId, SenderId, SenderRef } from '../../channels/index.js';
import { senderIdOf } from '../ids/id.js';
import type { BridgeMessage } from '../service/messages/message.js';

/** `itemType` of a row for a change of the chat (wire 3.3). */
const PARTICIPANT_ITEM = 1;
const NAME_ITEM = 2;
const LEFT_ITEM = 3;
const ADDED = 0;
const REMOVED = 1;
const LEFT = 0;
const ICON_CHANGED = 1;
const ICON_REMOVED = 2;

export interface ChangeContext {
  readonly isOwnAddress: (sender: SenderId) => boolean;
  /** The address behind a handle's number, as far as we know. */
  readonly addressOf: (handle: number) => string | undefined;
  /** The target of a tapback in words, when it was found. */
  readonly quoted?: RemoteMessageId;
}

/** Whether a row reports a change of its group that the assistant should see. */
export function isGroupChange({ itemType, group }: BridgeMessage): boolean {
  if (itemType === PARTICIPANT_ITEM) return group.action === ADDED || group.action === REMOVED;
  if (itemType !== LEFT_ITEM) return itemType === NAME_ITEM;
  return [LEFT, ICON_CHANGED, ICON_REMOVED].includes(group.action);
}

/**
 * The change that a row reports, if it is not a message.
 * @param sender the person who made the change
 * @returns undefined when the affected person is not known
 */
export function changeOf(row: BridgeMessage, sender: SenderRef, context: ChangeContext): Change | undefined {
  switch (row.itemType) {
    case PARTICIPANT_ITEM:
      return participantChange(row, context);
    case NAME_ITEM:
      return { type: 'renamed', name: row.group.title ?? '' };
    case LEFT_ITEM:
      return row.group.action === LEFT
        ? { type: 'left', who: [sender] }
        : { type: 'picture', isRemoved: row.group.action === ICON_REMOVED };
    default:
      return changeOfMessage(row, context);
  }
}

function changeOfMessage(
  { guid, tapback, plainTapback, isUnsent, text, card }: BridgeMessage,
  { quoted }: ChangeContext,
): Change {
  if (card !== undefined) return { type: 'shared', what: card };
  if (tapback) return { type: 'reaction', ...tapback };
  if (plainTapback) {
    const { emoji, isRemoved } = plainTapback;
    return { type: 'reaction', emoji, isRemoved, ...(quoted === undefined ? {} : { messageId: quoted }) };
  }
  return isUnsent ? { type: 'unsent', messageId: guid } : { type: 'edited', messageId: guid, text };
}

function participantChange({ group }: BridgeMessage, context: ChangeContext): Change | undefined {
  const address = context.addressOf(group.otherHandle);
  if (address === undefined) return undefined;
  const id = senderIdOf(address);
  const type = group.action === ADDED ? 'joined' : 'removed';
  return { type, who: [{ id, isSelf: context.isOwnAddress(id) }] };
}
