import { parseDocument, type ScalarTag, type Tags } from 'yaml';
import { isRecord } from '../../../common/index.js';
import { isTooDeep, TOO_DEEP } from '../../../config/index.js';
import { ImportError } from '../../import.error.js';
import type { SourceFolder } from '../../source/source-folder.js';
import type { Tree } from '../../source/source-value.js';

const MAX_BYTES = 1_048_576;
/** Objects and lists, also those that aliases repeat: each is compared with the settings that are planned. */
const MAX_OBJECTS = 10_000;
const MAX_ALIASES = 1_000;
const MAX_DEPTH = 100;

/** `config.yaml`; undefined when there is none. @throws ImportError, which holds no word of the file */
export function readYaml(folder: SourceFolder, name: string): Tree | undefined {
  const text = folder.read(name, MAX_BYTES);
  if (text === undefined) return undefined;
  const tree = plain(parsed(text, name), { name, objects: 0 }, 0) ?? {};
  if (!isRecord(tree)) throw new ImportError(`${name} must contain one map of settings`);
  if (isTooDeep(tree)) throw new ImportError(`${name} ${TOO_DEEP}`);
  return tree;
}

/** Read as the peer's own library does: YAML 1.1, the last of several equal keys counts, unknown tags are ignored. */
function parsed(text: string, name: string): unknown {
  try {
    const document = parseDocument(text, {
      version: '1.1',
      merge: true,
      uniqueKeys: false,
      logLevel: 'error',
      customTags: withoutLetters,
    });
    const [error] = document.errors;
    if (!error) return document.toJS({ maxAliasCount: MAX_ALIASES });
    const line = error.linePos?.[0].line;
    throw new ImportError(`${name} is not valid YAML${line === undefined ? '' : ` (line ${line})`}`);
  } catch (error) {
    if (error instanceof ImportError) throw error;
    // The library's own messages quote the text.
    throw new ImportError(`${name} is not valid YAML, or too deep, or repeats itself too often`, {
      cause: error,
    });
  }
}

const BOOL = 'tag:yaml.org,2002:bool';
const BOOLEANS: readonly ScalarTag[] = [
  { tag: BOOL, default: true, test: /^(?:yes|Yes|YES|true|True|TRUE|on|On|ON)$/, resolve: () => true },
  { tag: BOOL, default: true, test: /^(?:no|No|NO|false|False|FALSE|off|Off|OFF)$/, resolve: () => false },
];

/** A lone `y` or `n` is text there. */
const withoutLetters = (tags: Tags): Tags => [
  ...BOOLEANS,
  ...tags.filter((tag) => typeof tag === 'string' || tag.tag !== BOOL),
];

interface Counting {
  readonly name: string;
  objects: number;
}

/** The same in objects, lists and simple values only. */
function plain(value: unknown, counting: Counting, depth: number): unknown {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (++counting.objects > MAX_OBJECTS)
    throw new ImportError(`${counting.name} has more than ${MAX_OBJECTS} objects and lists`);
  if (depth > MAX_DEPTH) throw new ImportError(`${counting.name} ${TOO_DEEP}`);
  if (Array.isArray(value) || value instanceof Set)
    return [...(value as Iterable<unknown>)].map((item) => plain(item, counting, depth + 1));
  const entries: [string, unknown][] =
    value instanceof Map
      ? [...(value as Map<unknown, unknown>)].map(([key, item]) => [String(key), item])
      : ArrayBuffer.isView(value)
        ? []
        : Object.entries(value);
  return Object.fromEntries(entries.map(([key, item]) => [key, plain(item, counting, depth + 1)]));
}
