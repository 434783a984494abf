import type { InboundMessage } from '../channels/index.js';

/** What the assistant reads: the text, and a line for each thing it cannot read. */
export function textForModel({ text, attachments }: InboundMessage): string {
  const files = attachments.map(({ mimeType, name }) => `[attachment: ${name} (${mimeType})]`);
  return [text, ...files].filter((line) => line !== '').join('\n');
}
