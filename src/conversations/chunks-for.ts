import type { ConnectorRegistry, Target } from '../channels/index.js';
import { chunkText } from '../delivery/index.js';

/** A text in messages its target takes, as its account wants them cut. */
export function chunksFor(registry: ConnectorRegistry, target: Target, text: string): string[] {
  const { chunkLimit, chunkMode } = registry.account(target.channel, target.account).text;
  const { maxChars } = registry.get(target.channel).capabilities(target).text;
  return chunkText(text, { limit: Math.min(chunkLimit, maxChars), mode: chunkMode });
}
