import type { RemoteMessageId } from '../../../channels/index.js';
import { fieldsOf, type JsonRecord, parseJson, recordsOf, textOf } from '../../../channels/kit/index.js';
import { messageIdOf } from '../../ids/id.js';

/** A message of the directory (wire 5.6). */
export interface DirectoryMessage {
  readonly id: RemoteMessageId;
  /** By the directory's clock, epoch ms. */
  readonly createdAt: number;
  /** App that wrote it; undefined for people and for the platform itself. */
  readonly appId: string | undefined;
  readonly isDeleted: boolean;
  readonly html: string;
  /** Its Adaptive Cards. */
  readonly cards: readonly unknown[];
  /** All attachments; the content of a card is a text. */
  readonly attachments: readonly JsonRecord[];
}

/** @returns undefined for an entry without the required fields */
export function readDirectoryMessage(entry: JsonRecord): DirectoryMessage | undefined {
  const id = messageIdOf(entry.id);
  const createdAt = Date.parse(String(entry.createdDateTime));
  if (id === undefined || Number.isNaN(createdAt)) return undefined;
  const { content, contentType } = fieldsOf(entry.body);
  const text = typeof content === 'string' ? content : '';
  return {
    id,
    createdAt,
    appId: textOf(fieldsOf(fieldsOf(entry.from).application).id)?.toLowerCase(),
    isDeleted: textOf(entry.deletedDateTime) !== undefined,
    html: contentType === 'text' ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;') : text,
    cards: recordsOf(entry.attachments).flatMap(cardIn),
    attachments: recordsOf(entry.attachments),
  };
}

function cardIn({ contentType, content }: JsonRecord): readonly unknown[] {
  if (contentType !== 'application/vnd.microsoft.card.adaptive') return [];
  return [typeof content === 'string' ? parseJson(content)?.value : content];
}
