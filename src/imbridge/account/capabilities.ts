import type { ActionName, ChannelCapabilities, ConversationId, Support } from '../../channels/index.js';
import { ABILITIES, GROUP_ABILITIES, obstacleTo, supportOf } from '../service/abilities.js';
import { MAX_TEXT_CHUNK, type TextFormattingMode } from '../settings/account-config.js';
import { type Actions, ALL_ACTIONS } from '../settings/actions-config.js';
import { isGroupConversation } from '../ids/id.js';
import { type BridgeInfo, hasPrivateApi } from '../service/client/server-info.js';
import { textFormattingSupport } from '../service/text-formatting.js';

/** The known facts about the destination of a message and its bridge. */
export interface Circumstances {
  /** The last known state of the bridge; undefined for the channel's capabilities in general. */
  readonly info?: BridgeInfo;
  readonly actions?: Actions;
  readonly textFormatting?: TextFormattingMode;
  readonly conversation?: ConversationId;
}

/**
 * The channel's capabilities under these circumstances. Typing and read receipts need the Private API and vanish silently
 * without it; actions that need it are not offered then, and those about groups only in groups.
 */
export function imbridgeCapabilities(circumstances: Circumstances = {}): ChannelCapabilities {
  const { info, actions = ALL_ACTIONS, textFormatting = 'auto', conversation } = circumstances;
  const courtesy: Support = info === undefined ? 'partial' : hasPrivateApi(info) ? 'full' : 'dropped';
  const able = ABILITIES.filter((name) => !(isDirect(conversation) && GROUP_ABILITIES.has(name)));
  return {
    version: 4,
    text: { maxChars: MAX_TEXT_CHUNK, format: 'plain' },
    features: {
      typing: courtesy,
      readReceipts: courtesy,
      reconcile: 'full',
      probe: 'full',
      textFormatting: textFormattingSupport(textFormatting, info),
      ...Object.fromEntries(able.map((name) => [name, supportOf(name, actions, info)])),
    },
  };
}

/** The reason an action is missing; undefined when it is available. */
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
  conversation !== undefined && !isGroupConversation(conversation);

/** Keeps an account's capabilities until its bridge reports about itself again or its settings change. */
export class CapabilitiesCache {
  private info: BridgeInfo | undefined;
  private actions: Actions | undefined;
  private textFormatting: TextFormattingMode | undefined;
  private inDirect: ChannelCapabilities | undefined;
  private inGroup: ChannelCapabilities | undefined;

  of(circumstances: Circumstances): ChannelCapabilities {
    const { info, actions, textFormatting, conversation } = circumstances;
    if (info !== this.info || actions !== this.actions || textFormatting !== this.textFormatting) {
      Object.assign(this, { info, actions, textFormatting });
      this.inDirect = this.inGroup = undefined;
    }
    if (isDirect(conversation)) return (this.inDirect ??= imbridgeCapabilities(circumstances));
    return (this.inGroup ??= imbridgeCapabilities(circumstances));
  }
}
