/** Rows of the simulated Messages database, and wire types. Shapes: imbridge-wire 2.7 and 3.3. */

export type Service = 'iMessage' | 'SMS' | 'RCS';

export interface HandleRow {
  readonly originalROWID: number;
  readonly address: string;
  readonly service: Service;
  readonly uncanonicalizedId: string | null;
  readonly country: string | null;
}

/** A chat; its guid changes when the host becomes macOS 26 (`any;-;…`), hence a getter. */
export interface ChatRow {
  readonly originalROWID: number;
  readonly guid: string;
  readonly style: 43 | 45;
  readonly service: Service;
  readonly chatIdentifier: string;
  readonly participants: HandleRow[];
  displayName: string;
  isArchived: boolean;
  /** The address of ours that this chat last used; only REST answers have it, and many have null. */
  lastAddressedHandle: string | null;
  hasLeft: boolean;
  icon: { content: Uint8Array; contentType: string } | null;
  /** Guid of the newest message. */
  lastGuid: string | null;
}

/** A file of a multipart body. */
export interface FormFile {
  readonly name: string;
  readonly contentType: string;
  readonly content: Uint8Array;
}

/** Bytes; a number of zeros made while streaming (for size limits); or null for a row without a file on disk. */
export type AttachmentContent = Uint8Array | { readonly zeros: number } | null;

export interface AttachmentRow {
  readonly originalROWID: number;
  readonly guid: string;
  readonly uti: string;
  readonly mimeType: string | null;
  readonly transferName: string;
  readonly totalBytes: number;
  readonly height: number;
  readonly width: number;
  readonly metadata: Record<string, unknown> | null;
  readonly isSticker: boolean;
  readonly isOutgoing: boolean;
  readonly hideAttachment: boolean;
  readonly content: AttachmentContent;
}

/** Wire fields of a message that a test may set freely; defaults are those of a plain text. */
export interface MessageFields {
  guid: string;
  text: string | null;
  subject: string | null;
  error: number;
  /** Epoch milliseconds, like every date here. */
  dateCreated: number;
  dateRead: number | null;
  dateDelivered: number | null;
  dateEdited: number | null;
  isDelivered: boolean;
  isFromMe: boolean;
  hasDdResults: boolean;
  itemType: number;
  groupTitle: string | null;
  groupActionType: number;
  otherHandle: number;
  balloonBundleId: string | null;
  associatedMessageGuid: string | null;
  associatedMessageType: string | null;
  expressiveSendStyleId: string | null;
  threadOriginatorGuid: string | null;
  hasPayloadData: boolean;
  isAudioMessage: boolean;
  partCount: number | null;
}

export const STYLES = ['bold', 'italic', 'underline', 'strikethrough'] as const;

/** A part of a text in these styles; UTF-16 units. */
export interface StyledRange {
  readonly start: number;
  readonly length: number;
  readonly styles: readonly (typeof STYLES)[number][];
}

/** A range of a text that mentions a person. */
export interface MentionRow {
  readonly address: string;
  /** The person's name in the text. */
  readonly name: string;
}

export interface MessageRow extends MessageFields {
  /** Monotonic per host; a catch-up uses it as its cursor. */
  readonly originalROWID: number;
  readonly chat: ChatRow;
  handle: HandleRow | null;
  attachments: AttachmentRow[];
  /** Before this time (epoch ms) the attachment rows are not joined and every answer has `[]`. */
  attachmentsJoinedAt: number;
  readonly mentions?: readonly MentionRow[];
  /** The styles in which Messages shows the text. */
  textFormatting: readonly StyledRange[];
  /** True when the REST API made the row; `tempGuid` is the call's correlation id, if any. */
  readonly sentByApi: boolean;
  readonly tempGuid?: string;
  /** The previous message in the same chat; REST shows it as `replyToGuid`, whether or not this is a reply. */
  readonly previousGuid: string | null;
  /** Number of edits of this message; Apple allows 5. */
  edits: number;
}

export interface WebhookBody {
  readonly type: string;
  readonly data: unknown;
}

/** A registered webhook. The URL usually contains a secret of the gateway: do not print it. */
export interface WebhookRow {
  readonly id: number;
  readonly url: string;
  readonly events: readonly string[];
  readonly created: string;
}

/** The only attempt to send an event to a webhook: the bridge never retries. */
export interface WebhookDelivery {
  readonly webhookId: number;
  readonly body: WebhookBody;
  /** HTTP status, `failed` when the connection failed, `dropped` by a fault. */
  readonly outcome: number | 'failed' | 'dropped';
}

export interface TypingEvent {
  readonly chatGuid: string;
  readonly display: boolean;
  /** The cause: a POST, a DELETE (which starts typing in 1.9.9), or the stop before a send. */
  readonly cause: 'post' | 'delete' | 'send';
  readonly at: number;
}

export interface ReadEvent {
  readonly chatGuid: string;
  readonly read: boolean;
  readonly at: number;
}

/** A received call. Query and headers are not kept, because the query contains the password. */
export interface RequestRecord {
  readonly method: string;
  /** Path as sent, still percent-encoded. */
  readonly path: string;
  readonly at: number;
  /** JSON body; left out for webhook registrations, whose URL contains a secret. */
  readonly body?: unknown;
  /** Set when the answer was sent; stays undefined when the connection was cut. */
  status?: number;
}
