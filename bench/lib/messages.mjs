import { randomUUID } from 'node:crypto';

/**
 * A bridge of its own: its ROWIDs have no gaps, because the gateway waits for what a gap may bring.
 * @returns a `new-message` webhook as the bridge writes it (imbridge-wire E1), from the given chat.
 */
export function newMessages() {
  let row = 1_000_000;
  return (chat, text) => newMessage(row++, chat, text);
}

function newMessage(row, chat, text) {
  const address = `+1202555${String(chat).padStart(4, '0')}`;
  const handle = {
    originalROWID: chat + 1,
    address,
    service: 'iMessage',
    uncanonicalizedId: null,
    country: 'us',
  };
  const guid = `iMessage;-;${address}`;
  const data = {
    originalROWID: row,
    guid: randomUUID().toUpperCase(),
    text,
    attributedBody: null,
    handle,
    handleId: chat + 1,
    otherHandle: 0,
    attachments: [],
    subject: null,
    error: 0,
    dateCreated: Date.now(),
    dateRead: null,
    dateDelivered: null,
    isDelivered: true,
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
        originalROWID: chat + 1,
        guid,
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
  return JSON.stringify({ type: 'new-message', data });
}
