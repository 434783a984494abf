import type { AttachmentRef, RemoteMessageId } from '../../channels/index.js';
import { type ParentMessage, type FileSource, refOf } from '../files/media/file-source.js';
import { isDocumentHost } from '../files/media/media-hosts.js';
import type { Activity } from '../service/wire/activity.js';
import { picturesIn, unescaped, withoutQuotes, wordsOfHtml } from '../service/wire/html.js';
import { fieldsOf, type JsonRecord, recordsOf, textOf } from '../../channels/kit/index.js';
import type { ActivityPlace } from './place.js';
import { htmlIn } from './text.js';

const FILE = 'application/vnd.microsoft.teams.file.download.info';
/** The type in the directory's form; the bot channel never uses it. */
const REFERENCE = 'reference';
const ATTACHMENT_TAG = /<attachment\b[^<>]*\bid="[^"<]+"/i;
/**
 * A picture stored by the directory. It is fetched by the path of its own message, whatever host its address names
 * (wire 5.6).
 */
const HOSTED =
  /^https?:\/\/[^/?#]+\/(?:v1\.0|beta)\/(?:teams|chats)\/[^?#]*\/hostedContents\/([^/?#]{1,1024})\/\$value$/i;
const UNKNOWN_TYPE = 'application/octet-stream';

interface Found {
  readonly name: string;
  readonly mimeType: string;
  readonly source: FileSource;
  readonly mayRepeat?: boolean;
}

/**
 * The files that a message lists (wire 6, 1). The rich form of its text is not a file; a file in a channel or group
 * leaves only an empty `<attachment>` tag in it (wire 1.17).
 */
export function attachmentsOf(
  activity: Activity,
  place: ActivityPlace,
  messageId: RemoteMessageId,
): readonly AttachmentRef[] {
  const html = htmlOf(activity);
  const listed = recordsOf(activity.attachments).flatMap((attachment) => fileIn(attachment) ?? []);
  const known = unique([...listed, ...picturesBeyond(listed, html)]);
  const message = messageAt(place, messageId);
  return [...known, ...unnamedIn(known, html)].map(({ source, ...file }) => ({
    ...file,
    id: refOf({ message, source }),
    bytes: 0,
  }));
}

/**
 * The platform may remove every trace of a file, so that only the directory knows whether there is one: in a group from
 * any rich form, in a channel from one that is then empty (wire 1.17 and 13).
 */
export function possibleFilesOf(
  activity: Activity,
  place: ActivityPlace,
  messageId: RemoteMessageId,
): string | undefined {
  const { kind } = place.conversation;
  const html = htmlOf(activity);
  const mayHideFiles = kind === 'group' ? html.length > 0 : kind === 'channel' && html.some(isEmpty);
  if (!mayHideFiles || attachmentsOf(activity, place, messageId).length > 0) return undefined;
  const source = { kind: 'unnamed', isSure: false, withPictures: true } as const;
  return refOf({ message: messageAt(place, messageId), source });
}

const isEmpty = (html: string): boolean => unescaped(wordsOfHtml(html)).trim() === '';

const messageAt = ({ conversation, root }: ActivityPlace, messageId: RemoteMessageId): ParentMessage => ({
  conversation: conversation.id,
  root,
  messageId,
});

/** The rich form without quotes, which belong to another message. */
const htmlOf = (activity: Activity): readonly string[] => htmlIn(activity).map(withoutQuotes);

function fileIn({ contentType, contentUrl, name, content }: JsonRecord): Found | undefined {
  const url = textOf(contentUrl) ?? '';
  if (contentType === FILE) {
    const { fileType, downloadUrl } = fieldsOf(content);
    const named = textOf(name) ?? `file.${textOf(fileType) ?? 'bin'}`;
    const presigned = textOf(downloadUrl);
    const source = presigned === undefined ? sourceAt(url) : ({ kind: 'presigned', url: presigned } as const);
    return { name: named, mimeType: UNKNOWN_TYPE, source };
  }
  if (contentType === REFERENCE)
    return { name: textOf(name) ?? 'file', mimeType: UNKNOWN_TYPE, source: { kind: 'shared', url } };
  if (typeof contentType !== 'string' || !/^(?:image|audio|video)\//.test(contentType)) return undefined;
  return { name: textOf(name) ?? 'image', mimeType: contentType, source: sourceAt(url) };
}

function sourceAt(url: string): FileSource {
  const source = sourceInText(url);
  return source.kind === 'address' && isDocumentHost(url) ? { kind: 'shared', url } : source;
}

/**
 * Never a document, because a sender can write any address into a text, and documents are read with the app's rights.
 */
function sourceInText(url: string): FileSource {
  const [, id] = HOSTED.exec(url) ?? [];
  const hosted = id === undefined ? undefined : decoded(id);
  // The id becomes part of a directory path, where an id of only dots would lead elsewhere.
  if (hosted !== undefined && !/^\.{1,2}$/.test(hosted)) return { kind: 'hosted', id: hosted };
  return { kind: url.startsWith('data:') ? 'inline' : 'address', url };
}

/**
 * The pictures of the text that are not among the attachments. The platform may give the same picture another address
 * in each place (row 113351), so each listed picture accounts for one of those in the text.
 */
function picturesBeyond(listed: readonly Found[], html: readonly string[]): Found[] {
  const pictures = html.flatMap(picturesIn).map(pictureAt);
  const images = listed.filter(({ mimeType }) => mimeType.startsWith('image/'));
  return pictures.length > images.length ? pictures : [];
}

const pictureAt = (src: string): Found => ({
  name: 'image',
  mimeType: 'image/*',
  source: sourceInText(src.replaceAll('&amp;', '&')),
  mayRepeat: true,
});

function unique(files: readonly Found[]): Found[] {
  return [...new Map(files.map((file) => [JSON.stringify(file.source), file])).values()];
}

/** Returns the reference of a file that the message only hints at, which must be looked up in the directory. */
function unnamedIn(known: readonly Found[], html: readonly string[]): Found[] {
  const isListed = known.some(({ source: { kind } }) => kind === 'presigned' || kind === 'shared');
  if (isListed || !html.some((each) => ATTACHMENT_TAG.test(each))) return [];
  const source = { kind: 'unnamed', isSure: true, withPictures: known.length === 0 } as const;
  return [{ name: 'file', mimeType: UNKNOWN_TYPE, source, mayRepeat: true }];
}

/** Decodes a path segment; an invalid one stays unchanged. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
