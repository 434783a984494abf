import { isDeepStrictEqual } from 'node:util';
import { isPlainObject, keyPath } from '../tree/path.js';
import { settingsOf, type SettingsClass } from '../describe/setting.decorator.js';

/**
 * Gives `next` the values of `running` wherever a setting is marked `restart`.
 * @returns the paths of the settings that differed
 */
export function keepUntilRestart(next: object, running: object, path: string): string[] {
  const [to, from] = [next as Record<string, unknown>, running as Record<string, unknown>];
  return settingsOf(next.constructor as SettingsClass).flatMap(({ key, kind, restart }) => {
    const [value, old] = [to[key], from[key]];
    const itsPath = keyPath(path, key);
    if (restart) {
      to[key] = old;
      return isDeepStrictEqual(value, old) ? [] : [itsPath];
    }
    if (!isPlainObject(value) || !isPlainObject(old)) return [];
    if (kind === 'object') return keepUntilRestart(value, old, itsPath);
    return kind === 'map' ? inMap(value, old, itsPath) : [];
  });
}

/** A new entry of a map takes its values as they are. */
function inMap(next: Record<string, unknown>, running: Record<string, unknown>, path: string): string[] {
  return Object.entries(next).flatMap(([key, value]) => {
    const old = running[key];
    return isPlainObject(value) && isPlainObject(old) ? keepUntilRestart(value, old, keyPath(path, key)) : [];
  });
}
