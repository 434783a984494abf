import type { InboundMessage } from '../../channels/index.js';
import type { MessageFile } from '../../media/index.js';
import type { StoredEvent, Utterance } from '../inbox/stored-event.js';

/** The text of what causes a turn, without attachments. */
export function utteredText(said: Utterance): string {
  if (said.kind === 'card-answer') return `[used a card: ${JSON.stringify(said.values)}]`;
  if (said.kind === 'prompt') return said.text;
  const { effect } = said;
  return lines(withSubject(said), effect === undefined ? '' : `[sent with the effect ${effect}]`);
}

/** A text with its subject line, if it has one. */
export const withSubject = ({ subject, text }: Pick<InboundMessage, 'subject' | 'text'>): string =>
  lines(subject === undefined ? '' : `[subject: ${subject}]`, text);

/** Those of the texts that are not empty, each on its own line. */
export const lines = (...all: readonly string[]): string => all.filter((line) => line !== '').join('\n');

/** The text of an entry: the message's text, and a line for each part that is not text. */
export function textForModel({ event, files }: Pick<StoredEvent<Utterance>, 'event' | 'files'>): string {
  return linesForModel(utteredText(event), files ?? (event.kind === 'message' ? event.attachments : []));
}

export const linesForModel = (text: string, files: readonly TextFile[]): string =>
  lines(text, ...files.map(lineOf));

type TextFile = Pick<MessageFile, 'name' | 'mimeType' | 'problem'>;

const lineOf = ({ name, mimeType, problem }: TextFile): string =>
  `[attachment: ${name} (${mimeType}${problem === undefined ? '' : `, unavailable: ${problem}`})]`;

/** The text of an entry without the lines about its files, for readers who get the files in another way. */
export function withoutFiles(text: string): string {
  const all = text.split('\n');
  return all.slice(0, all.findLastIndex((line) => !isFile(line)) + 1).join('\n');
}

/** The text of an entry after its author changed the message; the lines about its files stay. */
export function withFilesOf(was: string, text: string): string {
  const before = was.split('\n');
  const files = before.slice(before.findLastIndex((line) => !isFile(line)) + 1);
  return lines(text, ...files);
}

/** Whether the text of an entry mentions files, which are then worth a query. */
export const mayHaveFiles = (text: string): boolean => text.includes('[attachment: ');

const isFile = (line: string): boolean => line.startsWith('[attachment: ') && line.endsWith(')]');
