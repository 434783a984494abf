import type { InboundMessage } from '../../channels/index.js';
import type { Utterance } from '../stored-event.js';

/** What somebody said, without what is attached. */
export const utteredText = (said: Utterance): string =>
  said.kind === 'card-answer' ? `[used a card: ${JSON.stringify(said.values)}]` : said.text;

/** What the transcript keeps: the text, and a line for each thing that is not text. */
export function textForModel(said: Utterance): string {
  return said.kind === 'message' ? messageForModel(said) : utteredText(said);
}

export function messageForModel({ text, attachments }: Pick<InboundMessage, 'text' | 'attachments'>): string {
  const files = attachments.map(({ mimeType, name }) => `[attachment: ${name} (${mimeType})]`);
  return [text, ...files].filter((line) => line !== '').join('\n');
}

/** The same of a message whose text its author changed: what is attached stays. */
export function withFilesOf(was: string, text: string): string {
  const lines = was.split('\n');
  const files = lines.slice(lines.findLastIndex((line) => !isFile(line)) + 1);
  return [text, ...files].filter((line) => line !== '').join('\n');
}

const isFile = (line: string): boolean => line.startsWith('[attachment: ') && line.endsWith(')]');
