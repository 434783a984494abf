import type { ConversationId, RemoteMessageId, ThreadId } from '../../../channels/index.js';
import { fieldsOf, parseJson, textOf } from '../../service/wire/json.js';
import { messageIdOf, placeNamed, threadOf } from '../../ids/id.js';

/**
 * Where a file of a message is (wire 6, 1):
 * - `presigned`: an address that opens by itself; a token in addition would make it fail (wire 1.16).
 * - `address`: one that may want a token. `inline`: a `data:` URL.
 * - `shared`: a document on a document host, to be had by the directory's `shares` call (wire 5.6).
 * - `hosted`: a picture that the directory has with the message, by its id there.
 * - `unnamed`: something the message leaves only a tag of, or, where not `isSure`, perhaps nothing: the directory knows.
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

/** The decoded id of an attachment; it may open the file by itself, and is for no log. */
export interface FileRef {
  readonly message: ParentMessage;
  readonly source: FileSource;
}

export const refOf = ({ message: { conversation, root, messageId }, source }: FileRef): string =>
  JSON.stringify({ conversation, root, messageId, source });

/** @returns undefined for an id that is none of ours */
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
