import type { Random } from '../../common/random.js';
import type { BridgeHost } from '../common/host.js';
import type {
  AttachmentRow,
  ChatRow,
  HandleRow,
  MentionRow,
  MessageFields,
  MessageRow,
  Service,
  StyledRange,
} from '../common/types.js';

export const GROUP = 43;
export const DIRECT = 45;

/** A message to be stored: every wire field is optional, the chat is not. */
export interface NewMessage extends Partial<MessageFields> {
  readonly chat: ChatRow;
  readonly handle: HandleRow | null;
  readonly attachments?: AttachmentRow[];
  readonly attachmentsJoinedAt?: number;
  readonly mentions?: readonly MentionRow[];
  readonly textFormatting?: readonly StyledRange[];
  readonly sentByApi?: boolean;
  readonly tempGuid?: string;
}

/** The Messages database of the host, in memory only; it survives a restart of the bridge. */
export class BridgeStore {
  readonly handles: HandleRow[] = [];
  readonly chats: ChatRow[] = [];
  readonly messages: MessageRow[] = [];
  private readonly byGuid = new Map<string, MessageRow>();
  private readonly handleIndex = new Map<string, HandleRow>();
  /** Chats by separator and identifier, the part of a chat guid that never changes. */
  private readonly chatIndex = new Map<string, ChatRow[]>();
  private lastChatId = 0;
  private lastAttachmentId = 6_000;

  constructor(
    private readonly host: BridgeHost,
    private readonly random: Random,
    /** Far above 1, so that a ROWID is not mistaken for an index. */
    private lastRowId: number,
  ) {}

  handle(address: string, service: Service = 'iMessage'): HandleRow {
    const key = `${service};${address}`;
    const known = this.handleIndex.get(key);
    if (known) return known;
    const country = address.startsWith('+1') ? 'us' : null;
    const originalROWID = this.handles.length + 1;
    const row = { originalROWID, address, service, uncanonicalizedId: null, country };
    this.handles.push(row);
    this.handleIndex.set(key, row);
    return row;
  }

  chatByGuid(guid: string): ChatRow | undefined {
    const key = guid.slice(guid.indexOf(';'));
    return this.chatIndex.get(key)?.find((each) => each.guid === guid);
  }

  /** The DM with the person, created if missing. */
  directChat(address: string, service: Service = 'iMessage'): ChatRow {
    const guid = this.guidOf(DIRECT, service, address);
    return (
      this.chatByGuid(guid) ??
      this.addChat({ style: DIRECT, service, chatIdentifier: address, participants: [address] })
    );
  }

  addChat(chat: {
    readonly style: 43 | 45;
    readonly service: Service;
    readonly chatIdentifier?: string;
    readonly displayName?: string;
    readonly participants: readonly string[];
    /** The guid of a group has `;-;`, as some have on macOS 26 (imbridge-wire 15). */
    readonly isNamedAsDirect?: boolean;
  }): ChatRow {
    const { style, service, displayName = '' } = chat;
    const chatIdentifier = chat.chatIdentifier ?? `chat${this.random.between(1e14, 9e14)}`;
    const named = chat.isNamedAsDirect ? DIRECT : style;
    const guidOf = (): string => this.guidOf(named, service, chatIdentifier);
    const row: ChatRow = {
      originalROWID: ++this.lastChatId,
      get guid() {
        return guidOf();
      },
      style,
      service,
      chatIdentifier,
      participants: chat.participants.map((address) => this.handle(address, service)),
      displayName,
      isArchived: false,
      lastAddressedHandle: null,
      hasLeft: false,
      icon: null,
      lastGuid: null,
    };
    this.chats.push(row);
    const key = row.guid.slice(row.guid.indexOf(';'));
    this.chatIndex.set(key, [...(this.chatIndex.get(key) ?? []), row]);
    return row;
  }

  /** Also deletes its messages, as the owner of the host does with a conversation. */
  deleteChat(chat: ChatRow): void {
    const key = chat.guid.slice(chat.guid.indexOf(';'));
    this.chatIndex.set(
      key,
      (this.chatIndex.get(key) ?? []).filter((each) => each !== chat),
    );
    this.chats.splice(this.chats.indexOf(chat), 1);
    const gone = this.messages.filter((each) => each.chat === chat);
    for (const row of gone) this.messages.splice(this.messages.indexOf(row), 1);
    for (const { guid } of gone) this.byGuid.delete(guid);
  }

  addMessage(message: NewMessage): MessageRow {
    const row: MessageRow = {
      ...plainText(),
      guid: this.random.guid(),
      attachments: [],
      attachmentsJoinedAt: 0,
      textFormatting: [],
      sentByApi: false,
      edits: 0,
      previousGuid: message.chat.lastGuid,
      ...message,
      originalROWID: ++this.lastRowId,
    };
    this.messages.push(row);
    this.byGuid.set(row.guid, row);
    row.chat.lastGuid = row.guid;
    return row;
  }

  messageByGuid(guid: string): MessageRow | undefined {
    return this.byGuid.get(guid);
  }

  nextAttachmentId(): number {
    return ++this.lastAttachmentId;
  }

  /** Matches by suffix, so that prefixes such as `at_0_` or `p:0/` are ignored (imbridge-wire 2.8). */
  attachmentByGuid(guid: string): AttachmentRow | undefined {
    const bare = guid.replace(/^.*[/_]/, '');
    const all = this.messages.flatMap((each) => each.attachments);
    return all.find((each) => each.guid === guid) ?? all.find((each) => each.guid.endsWith(bare));
  }

  private guidOf(style: 43 | 45, service: Service, identifier: string): string {
    return `${this.host.major >= 26 ? 'any' : service};${style === GROUP ? '+' : '-'};${identifier}`;
  }
}

function plainText(): Omit<MessageFields, 'guid'> {
  return {
    text: null,
    subject: null,
    error: 0,
    dateCreated: Date.now(),
    dateRead: null,
    dateDelivered: null,
    dateEdited: null,
    isDelivered: true,
    isFromMe: false,
    hasDdResults: false,
    itemType: 0,
    groupTitle: null,
    groupActionType: 0,
    otherHandle: 0,
    balloonBundleId: null,
    associatedMessageGuid: null,
    associatedMessageType: null,
    expressiveSendStyleId: null,
    threadOriginatorGuid: null,
    hasPayloadData: false,
    isAudioMessage: false,
    partCount: 1,
  };
}
