import { hash } from 'node:crypto';
import type { RemoteMessageId } from '../../channels/index.js';
import type { BridgeChat, BridgeMessage } from '../service/messages/message.js';

const MAX_MESSAGES = 5_000;

interface SeenMessage {
  readonly editedAt: number | undefined;
  readonly digest: string;
  readonly files: number;
  readonly chat: BridgeChat | undefined;
}

/**
 * The last state of each message that was handed on, and where it belongs. The bridge tells of an edited message again with every
 * receipt (wire 3.4); the inbox keys drop those. This memory also drops edits that change nothing one could read, and
 * saves the questions. Losing it costs a question and a repeat.
 */
export class SeenMessages {
  private readonly messages = new Map<RemoteMessageId, SeenMessage>();

  /** Whether a row tells of an edit or an unsend that was not handed on yet. */
  isEdit(row: BridgeMessage): boolean {
    if (row.editedAt === undefined) return false;
    const known = this.messages.get(row.guid);
    return known?.editedAt !== row.editedAt && known?.digest !== digestOf(row);
  }

  /** Whether a row says anything that was not handed on yet. */
  isNews(row: BridgeMessage): boolean {
    return !this.messages.has(row.guid) || this.isEdit(row) || this.hasNewFiles(row);
  }

  /** Whether a row has more files than were handed on. */
  hasNewFiles({ guid, attachments }: BridgeMessage): boolean {
    return attachments.length > this.filesForwarded(guid);
  }

  filesForwarded(guid: RemoteMessageId): number {
    return this.messages.get(guid)?.files ?? 0;
  }

  chatOf(guid: RemoteMessageId): BridgeChat | undefined {
    return this.messages.get(guid)?.chat;
  }

  /** It is with the sink now. */
  note(row: BridgeMessage): void {
    const { guid, editedAt, attachments, chat } = row;
    this.messages.delete(guid);
    this.messages.set(guid, { editedAt, digest: digestOf(row), files: attachments.length, chat });
    const oldest = this.messages.size > MAX_MESSAGES ? this.messages.keys().next().value : undefined;
    if (oldest !== undefined) this.messages.delete(oldest);
  }
}

/** No text is kept. */
function digestOf({ isUnsent, text }: BridgeMessage): string {
  return hash('sha256', `${isUnsent} ${text}`, 'base64');
}
