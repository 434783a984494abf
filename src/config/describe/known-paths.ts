import { isRecord } from '../../common/index.js';
import { keyPath, REFUSED_KEYS } from '../tree/path.js';
import { suggestion } from '../tree/nearest-name.js';
import { ConfigProblem } from '../tree/problem.js';

/** The name by which a configuration file tells editors of its schema; the gateway does not read what it names. */
export const SCHEMA_KEY = '$schema';

/** The names above and between sections; an empty map marks the start of a section. */
class KnownNames extends Map<string, KnownNames> {}

/** Problems of the keys above and between sections (`chanels`, `channels.imbrige`), not of those inside them. */
export function unknownAreas(
  raw: Readonly<Record<string, unknown>>,
  paths: Iterable<string>,
): ConfigProblem[] {
  return check(raw, namesOf(paths), '');
}

function namesOf(paths: Iterable<string>): KnownNames {
  const root = new KnownNames();
  for (const path of paths) {
    let names = root;
    for (const key of path.split('.')) {
      const below = names.get(key) ?? new KnownNames();
      names.set(key, below);
      names = below;
    }
  }
  return root;
}

function check(raw: Readonly<Record<string, unknown>>, names: KnownNames, base: string): ConfigProblem[] {
  return Object.entries(raw).flatMap(([key, value]) => {
    const path = keyPath(base, key);
    const below = names.get(key);
    if (REFUSED_KEYS.has(key)) return [];
    if (below === undefined) {
      return [new ConfigProblem(path, `unknown setting${suggestion(key, [...names.keys()])}`)];
    }
    if (below.size === 0 || value === null) return [];
    return isRecord(value) ? check(value, below, path) : [new ConfigProblem(path, 'must be an object')];
  });
}

/** The raw value at a section's path; undefined when it, or anything on the way, is not there. */
export function valueAt(raw: Readonly<Record<string, unknown>>, path: string): unknown {
  let value: unknown = raw;
  for (const key of path.split('.')) {
    value = isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }
  return value;
}
