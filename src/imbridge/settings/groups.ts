import { type ConversationRef, type GroupSettings, senderKeyOf } from '../../channels/index.js';
import { compileAllowList, typedSender } from './allow-list.js';
import type { GroupConfig } from './group-config.js';
import type { PhoneRegion } from '../ids/handle.js';
import { chatGuidKey, chatIdentifierKey, parseConversation } from '../ids/id.js';

/**
 * The settings of a group from `groups` (spec 2-imbridge): the group's own entry takes precedence over that of `*`,
 * setting by setting.
 * @param region completes national numbers among the keys of `toolsBySender`.
 */
export function groupSettingsOf(
  groups: Readonly<Record<string, GroupConfig>>,
  region?: PhoneRegion,
): (conversation: ConversationRef) => GroupSettings {
  const { '*': all, ...named } = groups;
  const base = settingsOf([all], region);
  const byKey = new Map(
    Object.entries(named).flatMap(([guid, own]) => {
      const settings = settingsOf([own, all], region);
      return keysOf(guid).map((key) => [key, settings] as const);
    }),
  );
  return (conversation) => firstOf(byKey, conversation) ?? base;
}

/** The key of a group's own entry, as it is configured. */
export function groupKeyIn(
  groups: Readonly<Record<string, GroupConfig>>,
  conversation: ConversationRef,
): string | undefined {
  const named = Object.keys(groups).filter((guid) => guid !== '*');
  return firstOf(new Map(named.flatMap((guid) => keysOf(guid).map((key) => [key, guid]))), conversation);
}

const firstOf = <T>(byKey: ReadonlyMap<string, T>, { id }: ConversationRef): T | undefined =>
  byKey.get(chatGuidKey(id)) ?? byKey.get(chatIdentifierKey(parseConversation(id)?.identifier ?? id));

/** The name of a sender in `toolsBySender`; undefined for an invalid key. */
export function toolsKeyOf(key: string, region?: PhoneRegion): string | undefined {
  if (key.trim() === '*') return '*';
  const sender = typedSender(key, region);
  return sender === undefined ? undefined : senderKeyOf(sender);
}

/** Each setting comes from the first entry that has it. */
function settingsOf(entries: readonly (GroupConfig | undefined)[], region?: PhoneRegion): GroupSettings {
  const said = <K extends keyof GroupConfig>(key: K): GroupConfig[K] =>
    entries.find((entry) => entry?.[key] !== undefined)?.[key];
  const tools = said('tools');
  const bySender = said('toolsBySender');
  const users = said('users');
  const systemPrompt = said('systemPrompt');
  return {
    isExcluded: false,
    ...(said('enabled') === false ? { isOff: true } : {}),
    // A mention is required by default, as on every channel.
    requireMention: said('requireMention') ?? true,
    ...(users === undefined ? {} : { allowFrom: compileAllowList(users, region) }),
    ...(systemPrompt === undefined ? {} : { systemPrompt }),
    ...(tools === undefined ? {} : { tools }),
    ...(bySender === undefined ? {} : { toolsBySender: normalised(bySender, region) }),
  };
}

function normalised(
  bySender: NonNullable<GroupConfig['toolsBySender']>,
  region: PhoneRegion | undefined,
): NonNullable<GroupSettings['toolsBySender']> {
  return Object.fromEntries(
    Object.entries(bySender).flatMap(([key, policy]) => {
      const sender = toolsKeyOf(key, region);
      return sender === undefined ? [] : [[sender, policy]];
    }),
  );
}

const keysOf = (guid: string): string[] => [...compileAllowList([`chat_guid:${guid}`]).keys];
