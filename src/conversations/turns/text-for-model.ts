import type { Utterance } from '../stored-event.js';

/** What the assistant reads: the text, and a line for each thing it cannot read. */
export function textForModel(said: Utterance): string {
  if (said.kind === 'card-answer') return `[used a card: ${JSON.stringify(said.values)}]`;
  const files = said.attachments.map(({ mimeType, name }) => `[attachment: ${name} (${mimeType})]`);
  return [said.text, ...files].filter((line) => line !== '').join('\n');
}
