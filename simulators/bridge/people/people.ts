import type { Random } from '../../common/random.js';
import type { Announcer } from '../messages/announcer.js';
import type { BridgeEvents } from '../common/events.js';
import type { BridgeStore } from '../messages/store.js';
import { DIRECT } from '../messages/store.js';
import type {
  AttachmentContent,
  AttachmentRow,
  ChatRow,
  MentionRow,
  MessageFields,
  MessageRow,
  Service,
} from '../common/types.js';

export interface IncomingAttachment {
  readonly name: string;
  readonly mimeType: string | null;
  readonly content: AttachmentContent;
  readonly uti?: string;
  readonly height?: number;
  readonly width?: number;
  readonly metadata?: Record<string, unknown>;
  readonly isSticker?: boolean;
  readonly hideAttachment?: boolean;
  /** Size in the metadata; default: the true size. A test may set a false one. */
  readonly totalBytes?: number;
}

/** A message written by a person; any wire field of imbridge-wire 3.3 may be set too. */
export interface IncomingMessage extends Partial<MessageFields> {
  /** Address of the writer. Left out: the owner of the host, typing on the phone (`isFromMe`). */
  readonly from?: string;
  /** Default: the DM with `from`. */
  readonly chatGuid?: string;
  /** Default: that of the chat, otherwise `iMessage`. */
  readonly service?: Service;
  /** Epoch ms; default now. An old date simulates a message that arrives late. */
  readonly date?: number;
  readonly attachments?: readonly IncomingAttachment[];
  /** The webhook has `attachments: []`; the rows are joined this many ms later (example E23). */
  readonly attachmentsAfterMs?: number;
  /** Leaves the sender out of the row, as happens in groups (`handle: null`). */
  readonly withoutHandle?: boolean;
  /** Native mentions of people; only a fetched row contains them. */
  readonly mentions?: readonly MentionRow[];
}

interface Parts {
  readonly store: BridgeStore;
  readonly announcer: Announcer;
  readonly events: BridgeEvents;
  readonly random: Random;
}

const APP_PLUGIN = 'com.apple.messages.MSMessageExtensionBalloonPlugin';

const REACTION_VERBS: Readonly<Record<string, string>> = {
  love: 'Loved',
  like: 'Liked',
  dislike: 'Disliked',
  laugh: 'Laughed at',
  emphasize: 'Emphasized',
  question: 'Questioned',
  '-love': 'Removed a heart from',
  '-like': 'Removed a like from',
  '-dislike': 'Removed a dislike from',
  '-laugh': 'Removed a laugh from',
  '-emphasize': 'Removed an exclamation from',
  '-question': 'Removed a question mark from',
};

/** The English text Apple writes for a tapback (imbridge-wire 3.3). */
export function tapbackText(reaction: string, target: MessageRow): string {
  const quote = target.attachments.length > 0 ? 'an attachment' : `“${target.text ?? ''}”`;
  return `${REACTION_VERBS[reaction] ?? 'Reacted to'} ${quote}`;
}

/** The people on the other side: their messages are stored in the database and announced by webhooks. */
export class People {
  constructor(private readonly parts: Parts) {}

  receive(message: IncomingMessage): MessageRow {
    const row = this.store(message);
    this.parts.announcer.newMessage(row);
    return row;
  }

  /** Like `receive`, but the poller never sees the row, so no webhook is ever sent. */
  receiveUnseen(message: IncomingMessage): MessageRow {
    return this.store(message);
  }

  /** Only the text identifies a tapback sent by SMS (imbridge-wire 3.3). */
  tapback(from: string, target: MessageRow, reaction: string): MessageRow {
    const { guid: chatGuid, service } = target.chat;
    const said = { from, chatGuid, text: tapbackText(reaction, target) };
    if (service === 'SMS') return this.receive(said);
    const to = { associatedMessageGuid: `p:0/${target.guid}`, associatedMessageType: reaction };
    return this.receive({ ...said, ...to });
  }

  /** Adds the preview of a link: a separate message with the plug-in's files (imbridge-wire E27). */
  linkBalloon(message: Pick<IncomingMessage, 'from' | 'chatGuid' | 'service'>, url: string): MessageRow {
    const name = `${this.parts.random.guid()}.pluginPayloadAttachment`;
    return this.receive({
      ...message,
      text: url,
      balloonBundleId: 'com.apple.messages.URLBalloonProvider',
      hasPayloadData: true,
      hasDdResults: true,
      attachments: [{ name, mimeType: null, uti: 'dyn.a0example0000', content: { zeros: 9_120 } }],
    });
  }

  /**
   * Shares a card of an iMessage app, whose row has only a placeholder as its text (imbridge-wire 15).
   * @param app its bundle id without the plug-in; left out, the row names no app
   */
  card(message: IncomingMessage, app?: string): MessageRow {
    const payload = { name: `${this.parts.random.guid()}.pluginPayloadAttachment`, mimeType: null };
    return this.store({
      text: '\ufffd',
      balloonBundleId: app === undefined ? null : `${APP_PLUGIN}:0000000000:${app}`,
      hasPayloadData: true,
      attachments: [{ ...payload, uti: 'dyn.a0example0000', content: { zeros: 2_048 } }],
      ...message,
    });
  }

  /** Google Messages writes a reaction as a text, with marks that show nothing (imbridge-wire 15). */
  reactFromAndroid(
    from: string,
    { chat, text }: MessageRow,
    { emoji, isRemoved = false }: { readonly emoji: string; readonly isRemoved?: boolean },
  ): MessageRow {
    const mark = isRemoved ? '\u200c' : '\u200b';
    const marked = `${mark}${emoji}${mark} ${isRemoved ? 'from' : 'to'} “\u200a${text ?? ''}\u200a”`;
    return this.receive({ from, chatGuid: chat.guid, text: marked });
  }

  /** Changes a row and announces it: an edit, an unsend, a delivery or read receipt. */
  change(row: MessageRow, fields: Partial<MessageFields>): MessageRow {
    Object.assign(row, fields);
    this.parts.announcer.changed(row);
    this.parts.events.emit('change');
    return row;
  }

  attachmentRow(file: IncomingAttachment, messageGuid: string, isOutgoing = false): AttachmentRow {
    const { content } = file;
    const size = content instanceof Uint8Array ? content.byteLength : (content?.zeros ?? 0);
    return {
      originalROWID: this.parts.store.nextAttachmentId(),
      guid: `at_0_${messageGuid}`,
      uti: file.uti ?? 'public.data',
      mimeType: file.mimeType,
      transferName: file.name,
      totalBytes: file.totalBytes ?? size,
      height: file.height ?? 0,
      width: file.width ?? 0,
      metadata: file.metadata ?? null,
      isSticker: file.isSticker ?? false,
      isOutgoing,
      hideAttachment: file.hideAttachment ?? file.name.endsWith('.pluginPayloadAttachment'),
      content,
    };
  }

  private store(message: IncomingMessage): MessageRow {
    const chat = this.chatOf(message);
    const { from, service = chat.service, withoutHandle, attachments = [], ...rest } = message;
    const { chatGuid: _chatGuid, date, attachmentsAfterMs, ...fields } = rest;
    const guid = fields.guid ?? this.parts.random.guid();
    const sender = from === undefined ? this.ownHandle(chat) : this.parts.store.handle(from, service);
    const row = this.parts.store.addMessage({
      partCount: partsOf(message),
      ...fields,
      chat,
      guid,
      handle: withoutHandle ? null : sender,
      isFromMe: fields.isFromMe ?? from === undefined,
      dateCreated: fields.dateCreated ?? date ?? Date.now(),
      attachments: this.attachmentRows(attachments, guid),
      attachmentsJoinedAt:
        attachmentsAfterMs === undefined ? 0 : Date.now() + Math.max(1, attachmentsAfterMs),
    });
    this.parts.events.emit('message', row);
    this.parts.events.emit('change');
    return row;
  }

  private attachmentRows(files: readonly IncomingAttachment[], messageGuid: string): AttachmentRow[] {
    return files.map((file, index) => ({
      ...this.attachmentRow(file, messageGuid),
      guid: `at_${index}_${messageGuid}`,
    }));
  }

  private chatOf({ chatGuid, from, service }: IncomingMessage): ChatRow {
    if (chatGuid !== undefined) {
      const chat = this.parts.store.chatByGuid(chatGuid) ?? this.directByGuid(chatGuid);
      if (!chat) throw new Error(`The simulator has no chat ${chatGuid}; call createGroup first.`);
      return chat;
    }
    if (from === undefined) throw new Error('Say who writes (from) or where (chatGuid).');
    return this.parts.store.directChat(from, service);
  }

  /** A DM guid contains the person's address, so that a missing chat can be created. */
  private directByGuid(guid: string): ChatRow | undefined {
    const [service, separator, address] = guid.split(';');
    if (separator !== '-' || !address) return undefined;
    return this.parts.store.directChat(
      address,
      service === 'SMS' || service === 'RCS' ? service : 'iMessage',
    );
  }

  /** An own message has its recipient as handle in a DM, and none in a group (imbridge-wire 3.3). */
  private ownHandle(chat: ChatRow) {
    return chat.style === DIRECT ? (chat.participants[0] ?? null) : null;
  }
}

/** A text counts as one part, and each file as another, even before its row is joined. */
function partsOf({ text, attachments = [] }: IncomingMessage): number {
  const files = attachments.filter(({ name }) => !name.endsWith('.pluginPayloadAttachment'));
  return Math.max(1, files.length + (text ? 1 : 0));
}
