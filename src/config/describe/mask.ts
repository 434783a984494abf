import { isRecord } from '../../common/index.js';
import { type SettingMeta, type SettingsClass, settingsOf } from './setting.decorator.js';

/** Replaces a secret that is set; its length reveals nothing about the length of the secret. */
export const MASK = '********';

/** A settings object as plain data, with every secret replaced. Unset settings are left out. */
export function maskSettings(value: object): Record<string, unknown> {
  const entries = settingsOf(value.constructor as SettingsClass).map((meta) => [
    meta.key,
    maskOne(meta, (value as Record<string, unknown>)[meta.key]),
  ]);
  return Object.fromEntries(entries.filter(([, item]) => item !== undefined)) as Record<string, unknown>;
}

function maskOne(meta: SettingMeta, value: unknown): unknown {
  if (meta.secret) return maskAll(value);
  if (meta.kind === 'object' && isRecord(value)) return maskSettings(value);
  if (meta.kind === 'list' && Array.isArray(value)) {
    return value.map((item: unknown) => (isRecord(item) ? maskSettings(item) : item));
  }
  return meta.kind === 'map' && isRecord(value)
    ? mapValues(value, (item) => maskSettings(Object(item) as object))
    : value;
}

/** The shape of a value, with all its content masked. */
export function maskAll(value: unknown): unknown {
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value)) return value.map(maskAll);
  return isRecord(value) ? mapValues(value, maskAll) : MASK;
}

function mapValues(
  value: Record<string, unknown>,
  change: (item: unknown) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, change(item)]));
}
