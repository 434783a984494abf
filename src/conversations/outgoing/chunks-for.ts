import { type Author, type ConnectorRegistry, rendersText, type Target } from '../../channels/index.js';
import { chunkText } from '../../delivery/index.js';

/**
 * A text in messages its target takes, as its account wants them cut. Models write markdown, wherever it goes; what
 * people and this program write goes out to the letter.
 */
export function chunksFor(
  registry: ConnectorRegistry,
  target: Target,
  { text, author }: { readonly text: string; readonly author: Author },
): string[] {
  const connector = registry.get(target.channel);
  const { maxChars } = connector.capabilities(target).text;
  const { chunkLimit, chunkMode } = registry.account(target.channel, target.account).text;
  const written = author === 'assistant' && rendersText(connector) ? connector.plainText(text) : text;
  return chunkText(written, { limit: Math.min(chunkLimit, maxChars), mode: chunkMode });
}
