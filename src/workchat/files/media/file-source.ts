import type { ConversationId, RemoteMessageId, ThreadId } from '../../../channels/index.js';
import { fieldsOf, parseJson, textOf } from '../../../channels/kit/index.js';
import { messageIdOf, placeNamed, threadOf } from '../../ids/id.js';

/**
 * The location of a message's file (wire 6, 1):
 * - `presigned`: an address that needs no token, and fails with one (wire 1.16).
 * - `address`: an address that may need a token. `inline`: a `data:` URL.
 * - `shared`: a document on a document host, fetched with the directory's `shares` call (wire 5.6).
 * - `hosted`: a picture that the directory stores with the message, by its id there.
 * - `unnamed`: a file that the message shows only by a tag, or, where not `isSure`, may not have at all; the directory
 *   knows.
 */
export type FileSource =
  | { readonly kind: 'presigned' | 'address' | 'inline' | 'shared'; readonly url: string }
  | { readonly kind: 'hosted'; readonly id: string }
  | { readonly kind: 'unnamed'; readonly isSure: boolean; readonly withPictures: boolean };

/** The message a file belongs to. */
export interface ParentMessage {
  readonly conversation: ConversationId;
  /** Set for channels only. */
  readonly root: ThreadId | undefined;
  readonly messageId: RemoteMessageId;
}

/** The decoded id of an attachment. It may be enough to open the file, so it must not be logged. */
export interface FileRef {
  readonly message: ParentMessage;
  readonly source: FileSource;
}

export const refOf = ({ message: { conversation, root, messageId }, source }: FileRef): string =>
  JSON.stringify({ conversation, root, messageId, source });

/** @returns undefined for an id in another form */
export function readRef(id: string): FileRef | undefined {
  const fields = fieldsOf(parseJson(id)?.value);
  const place = placeNamed(fields.conversation);
  const messageId = messageIdOf(fields.messageId);
  const source = sourceIn(fields.source);
  if (!place || messageId === undefined || !source) return undefined;
  return { message: { conversation: place.conversation, root: threadOf(fields.root), messageId }, source };
}

function sourceIn(value: unknown): FileSource | undefined {
  const { kind, url, id, isSure, withPictures } = fieldsOf(value);
  if (kind === 'hosted') return textOf(id) === undefined ? undefined : { kind, id: String(id) };
  if (kind === 'unnamed') return { kind, isSure: isSure === true, withPictures: withPictures === true };
  if (kind !== 'presigned' && kind !== 'address' && kind !== 'inline' && kind !== 'shared') return undefined;
  return textOf(url) === undefined ? undefined : { kind, url: String(url) };
}
