import { isRecord } from '../../../common/index.js';
import { realpathSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { ConfigInvalidError, isTooDeep, parseConfigText, TOO_DEEP } from '../../../config/index.js';
import { ImportError } from '../../import.error.js';
import type { Tree } from '../../source/source-value.js';
import { homePath, readCapped, SourceFolder } from '../../source/source-folder.js';

/** The names of the file, newest first: the first that is there counts. */
const NAMES = ['openclaw.json', 'clawdbot.json', 'moltbot.json', 'moldbot.json'] as const;
const BACKUPS = ['.bak', '.bak.1', '.bak.2', '.bak.3', '.bak.4'] as const;

const MAX_BYTES = 4_194_304;
const MAX_INCLUDES = 100;
/** Objects and lists, with includes: each is compared with the settings that are planned. */
const MAX_OBJECTS = 10_000;
/** The peer's own limit. */
const MAX_INCLUDE_DEPTH = 10;

/** A configuration of the peer with its includes merged. */
export interface SourceConfig {
  /** Absent when the folder has none. */
  readonly file?: string;
  readonly tree: Tree;
  /** The included files. */
  readonly included: readonly string[];
}

/**
 * Reads `--config`, or the configuration in the folder.
 * @throws ImportError
 */
export function readSourceConfig(folder: SourceFolder, named?: string): SourceConfig {
  const found = NAMES.map((name) => folder.file(name)).find((file) => file !== undefined);
  const file = named === undefined ? found : namedFile(named);
  return file === undefined ? { tree: {}, included: [] } : new IncludingReader(file).read();
}

/** The file itself, where a link names it. */
function namedFile(path: string): string {
  try {
    return realpathSync(homePath(path));
  } catch {
    throw new ImportError(`${path} is not a readable file`);
  }
}

/** The newest earlier configuration that has a value there, for a section that the peer has removed. */
export function readBackup(
  { file }: SourceConfig,
  stateDir: SourceFolder,
  has: (tree: Tree) => boolean,
): SourceConfig | undefined {
  const folder = file === undefined ? stateDir : SourceFolder.open(dirname(file));
  const names = file === undefined ? NAMES : [file];
  for (const name of names.flatMap((each) => BACKUPS.map((suffix) => each + suffix))) {
    const backup = folder.file(name);
    const read = backup === undefined ? undefined : readIfWhole(backup);
    if (read && has(read.tree)) return read;
  }
  return undefined;
}

function readIfWhole(file: string): SourceConfig | undefined {
  try {
    return new IncludingReader(file).read();
  } catch (error) {
    if (error instanceof ImportError) return undefined;
    throw error;
  }
}

class IncludingReader {
  private readonly included: string[] = [];
  private objects = 0;
  private readonly folder: SourceFolder;

  constructor(private readonly file: string) {
    this.folder = SourceFolder.open(dirname(file));
  }

  read(): SourceConfig {
    const tree = this.expanded(parsed(this.file), this.file, 0);
    if (isTooDeep(tree)) throw new ImportError(`${this.file} ${TOO_DEEP}`);
    if (!isRecord(tree)) throw new ImportError(`${this.file} must contain one object`);
    return { file: this.file, tree, included: this.included };
  }

  private expanded(value: unknown, file: string, depth: number): unknown {
    if (typeof value === 'object' && value !== null && ++this.objects > MAX_OBJECTS)
      throw new ImportError(`${this.file} has more than ${MAX_OBJECTS} objects and lists`);
    if (Array.isArray(value)) return value.map((item) => this.expanded(item, file, depth));
    if (!isRecord(value)) return value;
    const own = Object.entries(value).filter(([key]) => key !== '$include');
    const rest = Object.fromEntries(own.map(([key, item]) => [key, this.expanded(item, file, depth)]));
    if (!Object.hasOwn(value, '$include')) return rest;
    const names = [value.$include].flat();
    return [...names.map((name) => this.include(name, file, depth + 1)), rest].reduce(merged, {});
  }

  private include(name: unknown, from: string, depth: number): unknown {
    const where = `${relative(dirname(this.file), from)}: an $include`;
    if (typeof name !== 'string') throw new ImportError(`${where} is not a path`);
    if (depth > MAX_INCLUDE_DEPTH)
      throw new ImportError(`${where} is nested more than ${MAX_INCLUDE_DEPTH} levels deep`);
    if (this.included.length >= MAX_INCLUDES)
      throw new ImportError(`${where} exceeds the limit of ${MAX_INCLUDES}`);
    const file = this.folder.file(resolve(dirname(from), name));
    if (file === undefined) throw new ImportError(`${where} ${OUTSIDE}`);
    this.included.push(relative(this.folder.path, file));
    return this.expanded(parsed(file), file, depth);
  }
}

const OUTSIDE =
  'is not a regular file inside the folder of the configuration: copy both into one folder and pass it with --config';

function parsed(file: string): unknown {
  const text = readCapped(file, MAX_BYTES);
  try {
    return parseConfigText({ text, digest: '', state: 'written' }, file);
  } catch (error) {
    if (error instanceof ConfigInvalidError) throw new ImportError(error.message);
    throw error;
  }
}

/** Objects are merged, lists are joined, everything else of `over` wins. */
function merged(under: unknown, over: unknown): unknown {
  if (Array.isArray(under) && Array.isArray(over)) return [...(under as unknown[]), ...(over as unknown[])];
  if (!isRecord(under) || !isRecord(over)) return over;
  const keys = new Set([...Object.keys(under), ...Object.keys(over)]);
  return Object.fromEntries(
    [...keys].map((key) => {
      if (!Object.hasOwn(over, key)) return [key, under[key]];
      return [key, Object.hasOwn(under, key) ? merged(under[key], over[key]) : over[key]];
    }),
  );
}
