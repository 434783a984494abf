import {
  type AccountId,
  type AccountSettings,
  type ChunkMode,
  type ConversationRef,
  DEFAULT_ACCOUNT,
  type DmPolicy,
  type GroupPolicy,
} from '../../channels/index.js';
import { allowEntryDoubt, compileAllowList } from './allow-list.js';
import type { ImbridgeAccountConfig, ImbridgeTopConfig, TextFormattingMode } from './account-config.js';
import { type Actions, type ActionsConfig, ALL_ACTIONS } from './actions-config.js';
import type { GroupConfig } from './group-config.js';
import { groupKeyIn, groupSettingsOf } from './groups.js';
import { isPhoneRegion, type PhoneRegion } from '../ids/handle.js';

const SECTION = 'channels.imbridge';

/** Where an account's settings stand in the configuration. */
interface SettingsPlace {
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

/** One enabled account with all settings resolved: its own take precedence over those of the top level. */
export interface ImbridgeSettings {
  readonly account: AccountId;
  readonly serverUrl: string;
  readonly password: string;
  readonly webhookSecret: string;
  readonly webhookPath: string;
  /** Where the bridge reaches this gateway, without a slash at its end; undefined = `gateway.publicUrl`. */
  readonly webhookUrl: string | undefined;
  readonly trustLocalhost: boolean;
  readonly dmPolicy: DmPolicy;
  readonly allowFrom: readonly string[];
  readonly groupPolicy: GroupPolicy;
  readonly groupAllowFrom: readonly string[];
  /** See AccountSettings, as `settingPath`. */
  readonly doubts: readonly string[];
  readonly settingPath: NonNullable<AccountSettings['settingPath']>;
  /** By conversation, or `*` for all. */
  readonly groups: Readonly<Record<string, GroupConfig>>;
  readonly sendReadReceipts: boolean;
  readonly blockStreaming: boolean;
  readonly textChunkLimit: number;
  readonly chunkMode: ChunkMode;
  readonly textFormatting: TextFormattingMode;
  /** Largest inbound file. */
  readonly mediaMaxBytes: number;
  readonly historyLimit?: number;
  readonly dmHistoryLimit?: number;
  readonly region?: PhoneRegion;
  readonly sendTimeoutMs: number;
  readonly catchUpIntervalMs: number;
  readonly maxAgeMs: number;
  readonly actions: Actions;
}

/** The settings of the connection itself; the others are read when they are needed. */
const CONNECTION = [
  'serverUrl',
  'password',
  'webhookSecret',
  'webhookPath',
  'webhookUrl',
  'sendTimeoutMs',
  'maxAgeMs',
  'catchUpIntervalMs',
] as const satisfies readonly (keyof ImbridgeSettings)[];

/** Whether an account keeps its connection when these settings replace its own. */
export const isSameConnection = (one: ImbridgeSettings, other: ImbridgeSettings): boolean =>
  CONNECTION.every((key) => one[key] === other[key]);

export interface AccountSource {
  readonly account: AccountId;
  readonly own: ImbridgeAccountConfig;
  /** The path of the account within the section: `''` or `accounts.NAME.`. */
  readonly path: string;
}

/**
 * The enabled accounts as written in the configuration. The section counts as present when any setting in it is set.
 */
export function enabledSources(config: ImbridgeTopConfig, isPresent: boolean): readonly AccountSource[] {
  if (config.enabled === false || !isPresent) return [];
  const named = Object.entries(config.accounts ?? {});
  if (named.length === 0) return [{ account: DEFAULT_ACCOUNT, own: config, path: '' }];
  return named
    .filter(([, own]) => own.enabled !== false)
    .map(([name, own]) => ({ account: name as AccountId, own, path: `accounts.${name}.` }));
}

/**
 * Expects a configuration without problems; a missing required setting becomes an empty string.
 * @param groups the policy of the top level, or the product's default where that sets none, and its path.
 */
export function resolveSettings(
  top: ImbridgeTopConfig,
  { account, own, path }: AccountSource,
  groups: { policy: GroupPolicy; path: string } = {
    policy: top.groupPolicy,
    path: 'channels.imbridge.groupPolicy',
  },
): ImbridgeSettings {
  const password = own.password ?? top.password ?? '';
  const region = own.defaultRegion ?? top.defaultRegion;
  const webhookPath = own.webhookPath ?? top.webhookPath;
  return {
    account,
    serverUrl: own.serverUrl ?? top.serverUrl ?? '',
    password,
    webhookSecret: own.webhookSecret ?? top.webhookSecret ?? password,
    webhookPath,
    webhookUrl: baseOf(own.webhookUrl ?? top.webhookUrl, webhookPath),
    trustLocalhost: own.trustLocalhost ?? top.trustLocalhost,
    dmPolicy: own.dmPolicy ?? top.dmPolicy,
    allowFrom: own.allowFrom ?? top.allowFrom,
    groupPolicy: (own === top ? undefined : own.groupPolicy) ?? groups.policy,
    groupAllowFrom: own.groupAllowFrom ?? top.groupAllowFrom,
    doubts: doubtsOf(top, { own, path }, region),
    settingPath: settingPathsOf({ top, own, path, groupPolicy: groups.path }),
    groups: { ...top.groups, ...own.groups },
    sendReadReceipts: own.sendReadReceipts ?? top.sendReadReceipts,
    blockStreaming: own.blockStreaming ?? top.blockStreaming,
    textChunkLimit: own.textChunkLimit ?? top.textChunkLimit,
    chunkMode: own.chunkMode ?? top.chunkMode,
    textFormatting: own.textFormatting ?? top.textFormatting,
    mediaMaxBytes: (own.mediaMaxMb ?? top.mediaMaxMb) * 1024 * 1024,
    historyLimit: own.historyLimit ?? top.historyLimit,
    dmHistoryLimit: own.dmHistoryLimit ?? top.dmHistoryLimit,
    ...(region !== undefined && isPhoneRegion(region) ? { region } : {}),
    sendTimeoutMs: own.sendTimeoutMs ?? top.sendTimeoutMs,
    catchUpIntervalMs: own.catchUp?.intervalMs ?? top.catchUp.intervalMs ?? 180_000,
    maxAgeMs: (own.catchUp?.maxAgeMinutes ?? top.catchUp.maxAgeMinutes ?? 60) * 60_000,
    actions: { ...ALL_ACTIONS, ...said(top.actions), ...said(own.actions) },
  };
}

/** People copy the whole address, with the path. */
function baseOf(url: string | undefined, path: string): string | undefined {
  const bare = url?.replace(/\/+$/, '');
  return bare?.endsWith(path) ? bare.slice(0, -path.length) : bare;
}

/** The entries of the lists in force that no one can match, by their paths. */
function doubtsOf(
  top: ImbridgeTopConfig,
  { own, path }: Pick<AccountSource, 'own' | 'path'>,
  region: string | undefined,
): readonly string[] {
  const known = region !== undefined && isPhoneRegion(region) ? region : undefined;
  return (['allowFrom', 'groupAllowFrom'] as const).flatMap((key) => {
    const list = `channels.imbridge.${own[key] === undefined ? '' : path}${key}`;
    return (own[key] ?? top[key]).flatMap((entry, index) => {
      const doubt = allowEntryDoubt(entry, known);
      return doubt === undefined ? [] : [`${list}[${index}] ${doubt}`];
    });
  });
}

/** Removes unset settings, which would otherwise override those of the top level. */
function said(actions: ActionsConfig | undefined): Partial<Actions> {
  return Object.fromEntries(Object.entries(actions ?? {}).filter(([, value]) => value !== undefined));
}

/** Whether a group currently requires a mention. */
export const requiresMention = ({ groups, region }: ImbridgeSettings, group: ConversationRef): boolean =>
  compiled(groups, region)(group).requireMention;

/** Compiled once per configuration, because every message needs it. */
const compiledGroups = new WeakMap<object, ReturnType<typeof groupSettingsOf>>();

function compiled(
  ...[groups, region]: Parameters<typeof groupSettingsOf>
): ReturnType<typeof groupSettingsOf> {
  const known = compiledGroups.get(groups) ?? groupSettingsOf(groups, region);
  compiledGroups.set(groups, known);
  return known;
}

/** The part of an account that the centre needs to know. */
export function toAccountSettings(settings: ImbridgeSettings): AccountSettings {
  return {
    account: settings.account,
    dmPolicy: settings.dmPolicy,
    allowFrom: compileAllowList(settings.allowFrom, settings.region),
    groupPolicy: settings.groupPolicy,
    groupAllowFrom: compileAllowList(settings.groupAllowFrom, settings.region),
    doubts: settings.doubts,
    settingPath: settings.settingPath,
    text: { chunkLimit: settings.textChunkLimit, chunkMode: settings.chunkMode },
    sendReadReceipts: settings.sendReadReceipts,
    blockStreaming: settings.blockStreaming,
    configWrites: true,
    mediaMaxBytes: settings.mediaMaxBytes,
    group: groupSettingsOf(settings.groups, settings.region),
    ...(settings.historyLimit === undefined ? {} : { historyLimit: settings.historyLimit }),
    ...(settings.dmHistoryLimit === undefined ? {} : { dmHistoryLimit: settings.dmHistoryLimit }),
  };
}
