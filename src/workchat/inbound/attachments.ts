import type { AttachmentRef } from '../../channels/index.js';
import type { Activity } from '../wire/activity.js';
import { type Fields, fieldsOf, recordsOf, textOf } from '../wire/json.js';
import { htmlIn } from './text.js';

const FILE = 'application/vnd.microsoft.teams.file.download.info';
/** As the directory tells of one; the bot channel never does. */
const REFERENCE = 'reference';
const STUB = /<attachment\b[^>]*\bid="[^"]+"/gi;
const UNKNOWN_TYPE = 'application/octet-stream';

/**
 * The files of a message, as far as the message tells of them (wire 1.16, 1.17): the rich form of its text is none,
 * and a file in a channel or group leaves only a stub in it.
 * @returns refs whose ids name the place in the message; fetching them is not served yet
 */
export function attachmentsOf(activity: Activity, messageId: string): readonly AttachmentRef[] {
  const listed = recordsOf(activity.attachments).flatMap((attachment) => fileIn(attachment) ?? []);
  const stubs = listed.length > 0 ? 0 : htmlIn(activity).flatMap((html) => html.match(STUB) ?? []).length;
  const unnamed = Array.from({ length: stubs }, () => ({ name: 'file', mimeType: UNKNOWN_TYPE }));
  return [...listed, ...unnamed].map((file, index) => ({ ...file, id: `${messageId}:${index}`, bytes: 0 }));
}

function fileIn({
  contentType,
  name,
  content,
}: Fields): Pick<AttachmentRef, 'name' | 'mimeType'> | undefined {
  if (contentType === FILE) {
    const { fileType } = fieldsOf(content);
    return { name: textOf(name) ?? `file.${textOf(fileType) ?? 'bin'}`, mimeType: UNKNOWN_TYPE };
  }
  if (contentType === REFERENCE) return { name: textOf(name) ?? 'file', mimeType: UNKNOWN_TYPE };
  if (typeof contentType !== 'string' || !/^(?:image|audio|video)\//.test(contentType)) return undefined;
  return { name: textOf(name) ?? 'image', mimeType: contentType };
}
