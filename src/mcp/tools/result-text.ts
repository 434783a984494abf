import type { CallAnswer, ResultPart } from '../connection/mcp-connection.js';
import { withoutUnseen } from './unseen-text.js';

/** A result in the words that a model gets: nothing invisible in it, and cut where it is too long. */
export function resultText({ parts }: Pick<CallAnswer, 'parts'>, maxChars: number): string {
  const text = withoutUnseen(parts.map(textOf).join('\n')).trim();
  if (text === '') return 'the tool returned nothing';
  if (text.length <= maxChars) return text;
  return `${text.slice(0, maxChars).toWellFormed()}\n[cut off: ${text.length - maxChars} of ${text.length} characters omitted]`;
}

function textOf(part: ResultPart): string {
  if (part.kind === 'text') return part.text;
  return part.kind === 'image' ? `[image (${part.mimeType})]` : `[${part.mention}]`;
}
