import type { MediaContent } from '../../channels/index.js';
import type { Reference } from '../service/references/references.js';
import { fieldsOf, type JsonRecord, textOf } from '../../channels/kit/index.js';
import { fileTypeIn } from './file-name.js';
import type { SharedFile } from './site-files.js';

export const CONSENT_CARD = 'application/vnd.microsoft.teams.card.file.consent';
export const FILE_CARD = 'application/vnd.microsoft.teams.card.file.info';

/** The types and size of pictures that clients show in the message itself (wire 5.1, 5.3). */
const SHOWN_PICTURES = ['image/png', 'image/jpeg', 'image/gif'];
const MAX_PICTURE_BYTES = 4 * 1024 * 1024;

/** The way to send a file: in the message, to a person who accepts it, or via the document site (wire 5.1). */
export type FileWay = 'picture' | 'request' | 'site';

export function wayOf(
  { mimeType, bytes }: Pick<MediaContent, 'mimeType' | 'bytes'>,
  { kind }: Pick<Reference, 'kind'>,
): FileWay {
  if (SHOWN_PICTURES.includes(mimeType) && bytes > 0 && bytes < MAX_PICTURE_BYTES) return 'picture';
  return kind === 'direct' ? 'request' : 'site';
}

/** The attachment for a picture. @param bytes of the picture; left out where only the format matters */
export const pictureIn = (
  { filename: name, mimeType }: MediaContent,
  bytes: Uint8Array = new Uint8Array(),
): JsonRecord => ({
  contentType: mimeType,
  contentUrl: `data:${mimeType};base64,${Buffer.from(bytes).toString('base64')}`,
  name,
});

/** Asks the person to accept the file (wire 5.2). */
export function requestFor({ filename: name, bytes }: MediaContent, uploadId: string): JsonRecord {
  const context = { filename: name, uploadId };
  const content = {
    description: `File: ${name}`,
    sizeInBytes: bytes,
    acceptContext: context,
    declineContext: context,
  };
  return { contentType: CONSENT_CARD, name, content };
}

/** A card for a file in a library, like those of clients (wire 5.2, 5.4). */
export const fileCard = (
  name: string,
  { uniqueId, contentUrl }: { readonly uniqueId: string; readonly contentUrl: string },
  fileType = fileTypeIn(name),
): JsonRecord => ({ contentType: FILE_CARD, contentUrl, name, content: { uniqueId, fileType } });

/** Markdown of a link to the file. */
export const linkText = ({ name, link }: SharedFile): string =>
  `[${name.replace(/([\\[\]])/g, '\\$1')}](${link.replaceAll('(', '%28').replaceAll(')', '%29')})`;

/** The id that identifies our attachment later: of the request, or of the file. */
export function fileIdIn(attachment: JsonRecord): string | undefined {
  const content = fieldsOf(attachment.content);
  return textOf(fieldsOf(content.acceptContext).uploadId) ?? textOf(content.uniqueId);
}
