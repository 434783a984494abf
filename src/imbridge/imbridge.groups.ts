import type { ConversationRef, GroupSettings } from '../channels/index.js';
import { compileAllowList } from './imbridge.allow-list.js';
import type { GroupConfig } from './imbridge.account-config.js';
import { chatGuidKey, chatIdentifierKey, parseChatGuid } from './imbridge.id.js';

/** Looks up `groups` (spec 2-imbridge): the group's own entry over that of `*`, setting by setting. */
export function groupSettingsOf(
  groups: Readonly<Record<string, GroupConfig>>,
): (conversation: ConversationRef) => GroupSettings {
  const { '*': all, ...named } = groups;
  const byKey = new Map(
    Object.entries(named).flatMap(([guid, own]) => keysOf(guid).map((key) => [key, own])),
  );
  return ({ id }) => {
    const own = [chatGuidKey(id), chatIdentifierKey(parseChatGuid(id)?.identifier ?? id)]
      .map((key) => byKey.get(key))
      .find((entry) => entry !== undefined);
    // A mention is needed unless somebody says otherwise, as on every channel.
    return { isExcluded: false, requireMention: own?.requireMention ?? all?.requireMention ?? true };
  };
}

const keysOf = (guid: string): string[] => [...compileAllowList([`chat_guid:${guid}`]).keys];
