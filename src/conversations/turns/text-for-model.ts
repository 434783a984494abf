import type { AttachmentRef } from '../../channels/index.js';
import type { Utterance } from '../stored-event.js';

/** What somebody said, without what is attached. */
export function utteredText(said: Utterance): string {
  if (said.kind === 'card-answer') return `[used a card: ${JSON.stringify(said.values)}]`;
  const { subject, text, effect } = said;
  const parts = [
    subject === undefined ? '' : `[subject: ${subject}]`,
    text,
    effect === undefined ? '' : `[sent with the effect ${effect}]`,
  ];
  return parts.filter((part) => part !== '').join('\n');
}

/** What the transcript keeps: the text, and a line for each thing that is not text. */
export function textForModel(said: Utterance): string {
  const attachments = said.kind === 'message' ? said.attachments : [];
  const files = attachments.map(({ name, ...kind }) => `[attachment: ${name} (${kindOf(kind)})]`);
  return [utteredText(said), ...files].filter((line) => line !== '').join('\n');
}

/** What kind of file it is, and of a voice memo how long. */
function kindOf({ mimeType, voiceMemo }: Pick<AttachmentRef, 'mimeType' | 'voiceMemo'>): string {
  if (!voiceMemo) return mimeType;
  const { seconds } = voiceMemo;
  return `${mimeType}, voice memo${seconds === undefined ? '' : ` of ${Math.max(1, Math.round(seconds))} s`}`;
}

/** The same of a message whose text its author changed: what is attached stays. */
export function withFilesOf(was: string, text: string): string {
  const lines = was.split('\n');
  const files = lines.slice(lines.findLastIndex((line) => !isFile(line)) + 1);
  return [text, ...files].filter((line) => line !== '').join('\n');
}

const isFile = (line: string): boolean => line.startsWith('[attachment: ') && line.endsWith(')]');
