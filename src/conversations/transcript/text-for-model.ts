import type { MessageFile } from '../../media/index.js';
import type { StoredEvent, Utterance } from '../inbox/stored-event.js';

/** The text of a message or a card's answer, without attachments. */
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

/** The text of an entry: the message's text, and a line for each part that is not text. */
export function textForModel({ event, files }: Pick<StoredEvent<Utterance>, 'event' | 'files'>): string {
  return linesForModel(utteredText(event), files ?? (event.kind === 'message' ? event.attachments : []));
}

export const linesForModel = (text: string, files: readonly TextFile[]): string =>
  [text, ...files.map(lineOf)].filter((line) => line !== '').join('\n');

type TextFile = Pick<MessageFile, 'name' | 'mimeType' | 'problem'>;

const lineOf = ({ name, mimeType, problem }: TextFile): string =>
  `[attachment: ${name} (${mimeType}${problem === undefined ? '' : `, unavailable: ${problem}`})]`;

/** The text of an entry without the lines about its files, for readers who get the files in another way. */
export function withoutFiles(text: string): string {
  const lines = text.split('\n');
  return lines.slice(0, lines.findLastIndex((line) => !isFile(line)) + 1).join('\n');
}

/** The text of an entry after its author changed the message; the lines about its files stay. */
export function withFilesOf(was: string, text: string): string {
  const lines = was.split('\n');
  const files = lines.slice(lines.findLastIndex((line) => !isFile(line)) + 1);
  return [text, ...files].filter((line) => line !== '').join('\n');
}

/** Whether the text of an entry mentions files, which are then worth a query. */
export const mayHaveFiles = (text: string): boolean => text.includes('[attachment: ');

const isFile = (line: string): boolean => line.startsWith('[attachment: ') && line.endsWith(')]');
