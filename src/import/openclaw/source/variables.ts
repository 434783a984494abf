import { parseEnv } from 'node:util';
import { isPlainObject } from '../../../config/index.js';
import type { Tree } from './config-file.js';
import type { SourceFolder } from './source-folder.js';

const MAX_BYTES = 1_048_576;
const REFERENCE = /\$(\$\{[A-Z_][A-Z0-9_]*\})|\$\{([A-Z_][A-Z0-9_]*)\}/g;

/** The variables that texts of the peer's configuration name: of this process, its `.env`, its `env`, in this order. */
export class Variables {
  private readonly file: Readonly<Record<string, string | undefined>>;
  private readonly config: ReadonlyMap<string, string>;
  /** The names that were looked for in vain. */
  readonly missing = new Set<string>();
  /** The names that a value was found for. */
  readonly used = new Set<string>();

  constructor(
    folder: SourceFolder,
    tree: Tree,
    private readonly ofProcess: (name: string) => string | undefined,
  ) {
    this.file = parseEnv(folder.read('.env', MAX_BYTES) ?? '');
    const env = isPlainObject(tree.env) ? tree.env : {};
    const vars = isPlainObject(env.vars) ? env.vars : {};
    this.config = new Map([...textsOf(env), ...textsOf(vars)]);
  }

  /** Undefined, and noted as missing, where no source has it. */
  value(name: string): string | undefined {
    const found = this.find(name);
    if (found === undefined) this.missing.add(name);
    else this.used.add(name);
    return found;
  }

  /** The same for a name that may well be unset. */
  find(name: string): string | undefined {
    const own = Object.hasOwn(this.file, name) ? this.file[name] : undefined;
    return this.ofProcess(name) || own || this.config.get(name) || undefined;
  }

  /** A text with its references replaced; undefined where one of them has no value. */
  replaced(text: string): string | undefined {
    const names = [...text.matchAll(REFERENCE)].flatMap(([, , name]) => name ?? []);
    const values = new Map(names.map((name) => [name, this.value(name)]));
    if ([...values.values()].includes(undefined)) return undefined;
    return text.replace(
      REFERENCE,
      (_, literal?: string, name?: string) => literal ?? values.get(name ?? '') ?? '',
    );
  }
}

const textsOf = (record: Tree): [string, string][] =>
  Object.entries(record).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
