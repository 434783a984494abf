/** Bodies and pages of the calls that BridgeClient makes, in the bridge's spelling (wire 2). */

import type { FileBytes, StyledRange } from '../../../channels/index.js';

export type SendMethod = 'private-api' | 'apple-script';

export interface TextSend {
  readonly chatGuid: string;
  readonly message: string;
  readonly tempGuid: string;
  readonly method: SendMethod;
  readonly effectId?: string;
  /** The message that this one answers. */
  readonly selectedMessageGuid?: string;
  readonly partIndex?: number;
  /** Servers up to 1.9.9 ignore it. */
  readonly textFormatting?: readonly StyledRange[];
}

export interface AttachmentSend {
  readonly chatGuid: string;
  /** The name that the recipient sees. */
  readonly name: string;
  readonly content: FileBytes;
  readonly mimeType: string;
  readonly tempGuid: string;
  readonly method: SendMethod;
  /** Sends it as a voice memo; only with the Private API. */
  readonly isAudioMessage: boolean;
}

/** The first message to an address without a chat. */
export interface NewChat {
  readonly addresses: readonly string[];
  readonly service: 'iMessage' | 'SMS';
  readonly message: string;
  readonly tempGuid: string;
  readonly method: SendMethod;
  readonly effectId?: string;
}

export interface Reaction {
  readonly chatGuid: string;
  readonly selectedMessageGuid: string;
  /** One of the six names, with a `-` before it to remove it. */
  readonly reaction: string;
  readonly partIndex?: number;
}

/** `where` of a message query: rows with `after < ROWID` and, when given, `ROWID <= upTo`. */
export interface RowWindow {
  readonly after: number;
  readonly upTo?: number;
  readonly limit: number;
}

export interface Page {
  readonly offset: number;
  readonly limit: number;
}

export interface Edit {
  readonly editedMessage: string;
  /** The text on devices that do not support edits. */
  readonly backwardsCompatibilityMessage: string;
  readonly partIndex?: number;
}
