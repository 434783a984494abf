import { isRecord } from '../../common/index.js';
import { isDeepStrictEqual } from 'node:util';
import { maskAll } from '../describe/mask.js';
import { settingAt } from '../describe/setting-at.js';
import type { ConfigScope } from '../load/gatehouse-config.js';
import type { RawConfig } from '../tree/change.js';
import { itemPath, keyPath } from '../tree/path.js';
import { ConfigProblem } from '../tree/problem.js';

/** The values of a file that a change replaces, by path, secrets masked; a path that is missing has no value there. */
export interface MaskedChange {
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

/** Compares the secrets themselves, so that a changed one is there, as a mask on both sides. */
export function maskedChange(scope: ConfigScope, before: RawConfig, after: RawConfig): MaskedChange {
  const leaves = differingLeaves(before, after, '');
  const side = (name: 'before' | 'after') =>
    leaves.flatMap(({ path, ...values }) => {
      const value = isSecret(scope, path) ? maskAll(values[name]) : values[name];
      return value === undefined || value === null ? [] : [[path, value] as const];
    });
  return { before: Object.fromEntries(side('before')), after: Object.fromEntries(side('after')) };
}

interface Leaf {
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Values without parts of their own. An empty list or object is one, unless only its last part has come or gone. */
function differingLeaves(before: unknown, after: unknown, path: string): readonly Leaf[] {
  if (isDeepStrictEqual(before, after)) return [];
  const [old, next] = [partsOf(before, path), partsOf(after, path)];
  const paths = [...new Set([...old.keys(), ...next.keys()])];
  const leaves = paths.flatMap((each) => differingLeaves(old.get(each), next.get(each), each));
  const isShape = (value: unknown) => typeof value === 'object' && leaves.length > 0;
  const own = { before: isShape(before) ? undefined : before, after: isShape(after) ? undefined : after };
  const hasOwn = own.before !== undefined || own.after !== undefined;
  return hasOwn ? [{ path, ...own }, ...leaves] : leaves;
}

function partsOf(value: unknown, path: string): ReadonlyMap<string, unknown> {
  if (Array.isArray(value))
    return new Map(value.map((item: unknown, index) => [itemPath(path, index), item]));
  if (!isRecord(value)) return new Map();
  return new Map(Object.entries(value).map(([key, item]) => [keyPath(path, key), item]));
}

/** A path that no section knows may hold anything, so its value is not shown. */
function isSecret({ sections, unchecked = [] }: ConfigScope, path: string): boolean {
  const setting = settingAt(sections, path, unchecked);
  return setting instanceof ConfigProblem || setting.meta === undefined || setting.meta.secret === true;
}
