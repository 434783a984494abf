import type { ChannelCapabilities, Support } from '../channels/index.js';
import { MAX_TEXT_CHUNK } from './imbridge.account-config.js';
import { type BridgeInfo, hasPrivateApi } from './imbridge.server-info.js';

/**
 * What the channel can do with a bridge that was last seen like this; without one, what it can do at best
 * knowledge. Typing and read receipts need the Private API and vanish silently without it.
 */
export function imbridgeCapabilities(info?: BridgeInfo): ChannelCapabilities {
  const courtesy: Support = info === undefined ? 'partial' : hasPrivateApi(info) ? 'full' : 'dropped';
  return {
    version: 1,
    text: { maxChars: MAX_TEXT_CHUNK, format: 'plain' },
    features: { typing: courtesy, readReceipts: courtesy, reconcile: 'full', probe: 'full' },
  };
}
