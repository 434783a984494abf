import type { Utterance } from '../stored-event.js';

/** What somebody said, without what is attached. */
export const utteredText = (said: Utterance): string =>
  said.kind === 'card-answer' ? `[used a card: ${JSON.stringify(said.values)}]` : said.text;

/** What the transcript keeps: the text, and a line for each thing that is not text. */
export function textForModel(said: Utterance): string {
  const attachments = said.kind === 'message' ? said.attachments : [];
  const files = attachments.map(({ mimeType, name }) => `[attachment: ${name} (${mimeType})]`);
  return [utteredText(said), ...files].filter((line) => line !== '').join('\n');
}
