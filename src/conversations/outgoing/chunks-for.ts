import {
  type Author,
  type ConnectorRegistry,
  type FormattedText,
  rendersText,
  type Target,
} from '../../channels/index.js';
import { chunkFormatted } from '../../delivery/index.js';

/**
 * Splits a text into messages that its target accepts, according to the account's settings. Markdown is converted only
 * for texts of models, which write it for every channel; texts of people and of this program are sent unchanged.
 */
export function chunksFor(
  registry: ConnectorRegistry,
  target: Target,
  { text, author }: { readonly text: string; readonly author: Author },
): FormattedText[] {
  const connector = registry.get(target.channel);
  const { maxChars } = connector.capabilities(target).text;
  const { chunkLimit, chunkMode } = registry.account(target.channel, target.account).text;
  const written = author === 'assistant' && rendersText(connector) ? connector.renderText(text) : { text };
  return chunkFormatted(written, { limit: Math.min(chunkLimit, maxChars), mode: chunkMode });
}
