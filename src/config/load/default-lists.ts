import { isRecord } from '../../common/index.js';
import { isDeepStrictEqual } from 'node:util';
import { type RawConfig, setSteps } from '../tree/change.js';
import { valueAlong, type PathStep } from '../tree/parse-path.js';
import type { ConfigSection } from '../describe/section.js';
import { settingsOf, type SettingsClass } from '../describe/setting.decorator.js';

/**
 * The configuration with every list along `steps` written out: an item is changed or added in the list in force, even
 * if that is the default list (`agents.list[0]` of a configuration without agents).
 */
export function withDefaultLists(
  sections: readonly ConfigSection<object>[],
  raw: RawConfig,
  steps: readonly PathStep[],
): RawConfig {
  const section = sections.find(({ path }) => path.split('.').every((key, index) => steps[index] === key));
  if (!section) return raw;
  let owner: unknown = new section.type();
  for (const [index, step] of steps.entries()) {
    if (index < section.path.split('.').length) continue;
    if (Array.isArray(owner)) return withList(raw, steps.slice(0, index), owner);
    owner = isRecord(owner) && typeof step === 'string' ? owner[step] : undefined;
  }
  return raw;
}

function withList(raw: RawConfig, steps: readonly PathStep[], defaults: readonly unknown[]): RawConfig {
  const isSet = (valueAlong(raw, steps) ?? null) !== null;
  return isSet || defaults.length === 0 ? raw : setSteps(raw, steps, defaults.map(rawOf));
}

/** A default as the file would write it: without the defaults of its class. */
function rawOf(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const type = value.constructor as SettingsClass;
  const defaults = new type() as Record<string, unknown>;
  const own = settingsOf(type).filter(({ key }) => !isDeepStrictEqual(value[key], defaults[key]));
  return Object.fromEntries(own.map(({ key }) => [key, rawOf(value[key])]));
}
