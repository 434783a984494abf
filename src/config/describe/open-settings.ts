import { isRecord } from '../../common/index.js';
import { type SettingMeta, settingsOf, type SettingsClass } from './setting.decorator.js';

/** The settings of an object that are open to chats, as plain data; empty when none is. */
export function openSettings(value: object): Record<string, unknown> {
  const entries = settingsOf(value.constructor as SettingsClass).map((meta) => [
    meta.key,
    openOne(meta, (value as Record<string, unknown>)[meta.key]),
  ]);
  return Object.fromEntries(entries.filter(([, item]) => item !== undefined)) as Record<string, unknown>;
}

function openOne(meta: SettingMeta, value: unknown): unknown {
  if (meta.of === undefined) return isOpen(meta) ? value : undefined;
  // Items keep their index, because paths use it.
  if (meta.kind === 'list' && Array.isArray(value)) return unlessAllEmpty(value.map(openSettingsOf));
  if (!isRecord(value)) return undefined;
  return meta.kind === 'map' ? openMap(value) : unlessEmpty(openSettings(value));
}

/** Names in a map may be people's addresses: a name without open settings is left out too. */
function openMap(value: Record<string, unknown>): unknown {
  const entries = Object.entries(value).map(([key, item]) => [key, unlessEmpty(openSettingsOf(item))]);
  return unlessEmpty(Object.fromEntries(entries.filter(([, item]) => item !== undefined)) as object);
}

const openSettingsOf = (item: unknown): Record<string, unknown> => (isRecord(item) ? openSettings(item) : {});

const unlessEmpty = (value: object): object | undefined =>
  Object.keys(value).length === 0 ? undefined : value;

const unlessAllEmpty = (items: readonly object[]): readonly object[] | undefined =>
  items.some(unlessEmpty) ? items : undefined;

export const isOpen = ({ inChats, secret }: Partial<SettingMeta> = {}): boolean =>
  inChats === true && secret !== true;
