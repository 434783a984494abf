import { randomUUID } from 'node:crypto';

/**
 * The rows of a bridge, in the form of its webhooks (imbridge-wire E1). Both sides share one count, so ROWIDs have no
 * gaps, at which the gateway would wait.
 */
export class BridgeRows {
  next = 1_000_000;

  /** @returns a `new-message` webhook of the given chat's person */
  newMessage(chat, text) {
    return event('new-message', { ...row(this.next++, addressOf(chat)), ...receivedFrom(chat), text });
  }

  /** @returns our own message, and its two webhooks: the message itself, then its delivery */
  sent({ chatGuid, message, tempGuid }) {
    const data = { ...row(this.next++, chatGuid.split(';').at(-1)), text: message, isFromMe: true };
    return {
      data: { ...data, tempGuid },
      announcement: event('new-message', { ...data, tempGuid }),
      receipt: event('updated-message', { ...data, isDelivered: true, dateDelivered: Date.now() }),
    };
  }
}

const event = (type, data) => JSON.stringify({ type, data });
const addressOf = (chat) => `+1202555${String(chat).padStart(4, '0')}`;

const receivedFrom = (chat) => ({
  handle: {
    originalROWID: chat + 1,
    address: addressOf(chat),
    service: 'iMessage',
    uncanonicalizedId: null,
    country: 'us',
  },
  handleId: chat + 1,
  isDelivered: true,
});

function row(rowId, address) {
  return {
    originalROWID: rowId,
    guid: randomUUID().toUpperCase(),
    attributedBody: null,
    handle: null,
    handleId: 0,
    otherHandle: 0,
    attachments: [],
    subject: null,
    error: 0,
    dateCreated: Date.now(),
    dateRead: null,
    dateDelivered: null,
    isDelivered: false,
    isFromMe: false,
    hasDdResults: false,
    isArchived: false,
    itemType: 0,
    groupTitle: null,
    groupActionType: 0,
    balloonBundleId: null,
    associatedMessageGuid: null,
    associatedMessageType: null,
    expressiveSendStyleId: null,
    threadOriginatorGuid: null,
    hasPayloadData: false,
    chats: [
      {
        originalROWID: Number(address.slice(-4)) + 1,
        guid: `iMessage;-;${address}`,
        style: 45,
        chatIdentifier: address,
        isArchived: false,
        displayName: '',
      },
    ],
    messageSummaryInfo: null,
    payloadData: null,
    dateEdited: null,
    dateRetracted: null,
    partCount: 1,
  };
}
