import type { ConversationRef } from '../../channels/index.js';
import type { ImbridgeAccountConfig, ImbridgeTopConfig } from './account-config.js';
import type { GroupConfig } from './group-config.js';
import { groupKeyIn } from './groups.js';

const SECTION = 'channels.imbridge';

/** Where an account's settings stand in the configuration. */
export interface SettingsPlace {
  readonly top: ImbridgeTopConfig;
  readonly own: ImbridgeAccountConfig;
  /** `''` or `accounts.NAME.`. */
  readonly path: string;
  /** The path of the policy for groups, where the account has none of its own. */
  readonly groupPolicy: string;
}

/** The paths of the settings in force (`AccountSettings.settingPath`): the account's own where it has one. */
export function settingPathsOf(place: SettingsPlace) {
  return (name: string, conversation?: ConversationRef): string | undefined => {
    const [scope, ...steps] = name.split('.');
    const setting = steps.join('.');
    if (scope === 'place') return placePath(place, setting, conversation);
    if (scope !== 'account') return undefined;
    const isOfGroup = setting === 'groupAllowFrom' && conversation !== undefined;
    return (isOfGroup ? usersPath(place, conversation) : undefined) ?? accountPath(place, setting);
  };
}

function accountPath({ top, own, path, groupPolicy }: SettingsPlace, setting: string): string {
  const isOwn = own !== top && valueOf(own, setting) !== undefined;
  if (setting === 'groupPolicy' && !isOwn) return groupPolicy;
  return `${SECTION}.${isOwn || setting === 'enabled' ? path : ''}${setting}`;
}

const valueOf = (own: ImbridgeAccountConfig, setting: string): unknown =>
  setting
    .split('.')
    .reduce<unknown>((value, key) => (value as Readonly<Record<string, unknown>> | undefined)?.[key], own);

/** A group's own list of people. */
const usersPath = (place: SettingsPlace, conversation: ConversationRef): string | undefined =>
  entryWith(place, 'users', conversation)?.path;

function placePath(place: SettingsPlace, setting: string, conversation?: ConversationRef): string {
  if (setting === 'list' || !conversation) return `${SECTION}.groups`;
  const found = entryWith(place, setting as keyof GroupConfig, conversation);
  return found?.path ?? `${entryPath(place, conversation.id)}.${setting}`;
}

/** The first entry that has the setting: the group's own, or that of all groups. */
function entryWith(
  place: SettingsPlace,
  setting: keyof GroupConfig,
  conversation: ConversationRef,
): { readonly path: string } | undefined {
  const groups = { ...place.top.groups, ...place.own.groups };
  const keys = [groupKeyIn(groups, conversation), '*'];
  const key = keys.find((each) => each !== undefined && groups[each]?.[setting] !== undefined);
  return key === undefined ? undefined : { path: `${entryPath(place, key)}.${setting}` };
}

function entryPath({ own, top, path }: SettingsPlace, key: string): string {
  const isOwn = own !== top && own.groups?.[key] !== undefined;
  return `${SECTION}.${isOwn ? path : ''}groups[${JSON.stringify(key)}]`;
}
