import type { ActionName, ChannelCapabilities, ConversationId, Support } from '../../channels/index.js';
import { ABILITIES, GROUP_ABILITIES, obstacleTo, supportOf } from '../service/abilities.js';
import { MAX_TEXT_CHUNK } from '../settings/account-config.js';
import { type Actions, ALL_ACTIONS } from '../settings/actions-config.js';
import { parseConversation } from '../ids/id.js';
import { type BridgeInfo, hasPrivateApi } from '../service/client/server-info.js';

/** The known facts about the place a message goes to, and about the bridge behind it. */
export interface Circumstances {
  /** As the bridge was last seen; without it, what the channel can do at best knowledge. */
  readonly info?: BridgeInfo;
  readonly actions?: Actions;
  readonly conversation?: ConversationId;
}

/**
 * The channel's capabilities under these circumstances. Typing and read receipts need the Private API and vanish silently
 * without it; actions that need it are not offered then, and those about groups only in groups.
 */
export function imbridgeCapabilities(circumstances: Circumstances = {}): ChannelCapabilities {
  const { info, actions = ALL_ACTIONS, conversation } = circumstances;
  const courtesy: Support = info === undefined ? 'partial' : hasPrivateApi(info) ? 'full' : 'dropped';
  const able = ABILITIES.filter((name) => !(isDirect(conversation) && GROUP_ABILITIES.has(name)));
  return {
    version: 3,
    text: { maxChars: MAX_TEXT_CHUNK, format: 'plain' },
    features: {
      typing: courtesy,
      readReceipts: courtesy,
      reconcile: 'full',
      probe: 'full',
      ...Object.fromEntries(able.map((name) => [name, supportOf(name, actions, info)])),
    },
  };
}

/** Why an action is not among them; undefined when it is. */
export function obstacleIn(
  { info, actions = ALL_ACTIONS, conversation }: Circumstances,
  action: ActionName,
): string | undefined {
  if (action === 'card') return 'this channel has no cards';
  if (action === 'poll') return 'this channel has no polls';
  if (isDirect(conversation) && GROUP_ABILITIES.has(action)) return 'this is not a group';
  return obstacleTo(action, actions, info);
}

const isDirect = (conversation: ConversationId | undefined): boolean =>
  conversation !== undefined && parseConversation(conversation)?.separator !== '+';
