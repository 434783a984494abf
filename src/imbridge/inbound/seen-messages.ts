import { crc32 } from 'node:zlib';
import type { RemoteMessageId } from '../../channels/index.js';
import type { BridgeChat, BridgeMessage } from '../service/messages/message.js';

const MAX_MESSAGES = 5_000;

interface SeenMessage {
  readonly editedAt: number | undefined;
  readonly checksum: string;
  readonly files: number;
  readonly chat: BridgeChat | undefined;
}

/**
 * Remembers the last state of each forwarded message, and its conversation. The bridge repeats an edited message with
 * every receipt (wire 3.4), and the inbox keys drop those repeats. This memory also drops edits without a visible
 * change, and saves calls. Losing it costs a call and a repeat.
 */
export class SeenMessages {
  private readonly messages = new Map<RemoteMessageId, SeenMessage>();

  /** Whether a row has an edit or an unsend that was not forwarded yet. */
  isEdit(row: BridgeMessage): boolean {
    if (row.editedAt === undefined) return false;
    const known = this.messages.get(row.guid);
    return known?.editedAt !== row.editedAt && known?.checksum !== checksumOf(row);
  }

  /** Whether a row has any change that was not forwarded yet. */
  isNews(row: BridgeMessage): boolean {
    return !this.messages.has(row.guid) || this.isEdit(row) || this.hasNewFiles(row);
  }

  /** Whether a row has more files than were forwarded. */
  hasNewFiles({ guid, attachments }: BridgeMessage): boolean {
    return attachments.length > this.filesForwarded(guid);
  }

  filesForwarded(guid: RemoteMessageId): number {
    return this.messages.get(guid)?.files ?? 0;
  }

  chatOf(guid: RemoteMessageId): BridgeChat | undefined {
    return this.messages.get(guid)?.chat;
  }

  /** Forgets in which chats messages were; the bridge is asked instead. */
  forgetChats(): void {
    for (const [guid, seen] of this.messages) this.messages.set(guid, { ...seen, chat: undefined });
  }

  /** Records the state of a message that the sink has stored. */
  remember(row: BridgeMessage): void {
    const { guid, editedAt, attachments, chat } = row;
    this.messages.delete(guid);
    this.messages.set(guid, { editedAt, checksum: checksumOf(row), files: attachments.length, chat });
    const oldest = this.messages.size > MAX_MESSAGES ? this.messages.keys().next().value : undefined;
    if (oldest !== undefined) this.messages.delete(oldest);
  }
}

/**
 * Avoids storing text. Two states of one message with the same sum are next to impossible, and would only cost one
 * edit.
 */
const checksumOf = ({ isUnsent, text }: BridgeMessage): string => `${isUnsent} ${text.length} ${crc32(text)}`;
