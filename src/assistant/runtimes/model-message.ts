import type { ModelMessage } from 'ai';
import type { PromptMessage } from '../prompt.js';

/** A message in the form of the AI SDK; images follow the text. */
export function toModelMessage({ role, text, images = [] }: PromptMessage): ModelMessage {
  if (role === 'assistant' || images.length === 0) return { role, content: text };
  const parts = images.map(({ mimeType, data }) => ({
    type: 'image' as const,
    image: data,
    mediaType: mimeType,
  }));
  return { role, content: [{ type: 'text', text }, ...parts] };
}
