import { createHash } from 'node:crypto';
import type { RemoteMessageId } from '../../channels/index.js';
import type { BridgeMessage } from '../bridge/imbridge.message.js';

const MAX_MESSAGES = 5_000;

interface Version {
  readonly editedAt: number | undefined;
  readonly digest: string;
}

/**
 * Which version of a message was last handed on. The bridge tells of an edited message again with every receipt
 * (wire 3.4); the inbox key, which holds the time of the edit, drops those. This one also drops edits that change
 * nothing one could read, and saves the question where a message belongs. In memory: losing it costs a repeat.
 */
export class EditMemory {
  private readonly versions = new Map<RemoteMessageId, Version>();

  /** Whether a row tells of an edit or an unsend that was not handed on yet. */
  isNews(row: BridgeMessage): boolean {
    if (row.editedAt === undefined) return false;
    const known = this.versions.get(row.guid);
    return known?.editedAt !== row.editedAt && known?.digest !== digestOf(row);
  }

  /** It is with the sink now. */
  note(row: BridgeMessage): void {
    this.versions.delete(row.guid);
    this.versions.set(row.guid, { editedAt: row.editedAt, digest: digestOf(row) });
    const oldest = this.versions.size > MAX_MESSAGES ? this.versions.keys().next().value : undefined;
    if (oldest !== undefined) this.versions.delete(oldest);
  }
}

/** No text is kept. */
function digestOf({ isUnsent, text }: BridgeMessage): string {
  return createHash('sha256').update(`${isUnsent} ${text}`).digest('base64');
}
