import { isPlainObject, keyPath, REFUSED_KEYS } from '../tree/path.js';
import { ConfigProblem } from '../tree/problem.js';
import { readSecretFile } from '../files/read-file.js';
import type { SettingMeta } from '../describe/setting.decorator.js';

interface SecretValue {
  readonly value?: unknown;
  readonly problems: readonly ConfigProblem[];
}

/** A secret setting in the file: a string, `{ file: "/path" }`, or (for a map) a map of such values. */
export function readSecret(meta: Pick<SettingMeta, 'declared'>, raw: unknown, path: string): SecretValue {
  return meta.declared === String ? readOne(raw, path) : readMap(raw, path);
}

function readOne(raw: unknown, path: string): SecretValue {
  if (!isPlainObject(raw)) return { value: raw, problems: [] };
  const file = raw.file;
  if (typeof file !== 'string' || Object.keys(raw).length !== 1) {
    return { problems: [new ConfigProblem(path, 'must be a string or { file: "/path" }')] };
  }
  const read = readSecretFile(file);
  if ('value' in read) return { value: read.value, problems: [] };
  return { problems: [new ConfigProblem(path, read.problem)] };
}

function readMap(raw: unknown, path: string): SecretValue {
  if (!isPlainObject(raw)) return { problems: [new ConfigProblem(path, 'must be an object')] };
  const map = Object.create(null) as Record<string, unknown>;
  const problems: ConfigProblem[] = [];
  for (const [key, value] of Object.entries(raw)) {
    if (value === null || REFUSED_KEYS.has(key)) continue;
    const read = readOne(value, keyPath(path, key));
    problems.push(...read.problems);
    map[key] = read.value;
    if (read.problems.length === 0 && typeof read.value !== 'string') {
      problems.push(new ConfigProblem(keyPath(path, key), 'must be a string'));
    }
  }
  return { value: map, problems };
}
