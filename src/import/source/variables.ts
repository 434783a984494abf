import { parseEnv } from 'node:util';
import type { Tree } from './source-value.js';
import type { SourceFolder } from './source-folder.js';

const MAX_BYTES = 1_048_576;

/** A variable as it was found. */
export interface Found {
  readonly value: string;
  /** Where, in words for a person. */
  readonly origin: string;
}

/** Those of a gateway are never another program's, and may hold its secrets. */
const OURS = 'GATEHOUSE_';

/** The remedy is for the operator, who can look at the value first. */
export const UNSET = 'a variable it names is not in the .env file: add it there and import again';

/**
 * The variables that texts of the peer's configuration name: of its `.env`, then of its configuration. None of this
 * process: a folder from elsewhere could name any, together with the address that gets the value.
 */
export class Variables {
  private readonly file: Readonly<Record<string, string | undefined>>;
  private readonly config: ReadonlyMap<string, string>;
  /** The names that were looked for in vain. */
  readonly missing = new Set<string>();
  /** The names that a value was found for. */
  readonly used = new Set<string>();

  /**
   * @param reference a reference in a text: group 1 is what stays as it is, group 2 the name of a variable
   * @param inConfig variables that the configuration gives, the strongest last
   */
  constructor(
    folder: SourceFolder,
    private readonly reference: RegExp,
    inConfig: readonly Tree[] = [],
  ) {
    this.file = parseEnv(folder.read('.env', MAX_BYTES) ?? '');
    this.config = new Map(inConfig.flatMap(textsOf));
  }

  /** All of the `.env`. */
  get written(): readonly (readonly [name: string, value: string])[] {
    return Object.entries(this.file).map(([name, value]) => [name, value ?? '']);
  }

  /** Undefined, and noted as missing, where no source has it. */
  value(name: string): Found | undefined {
    const found = this.find(name);
    if (found === undefined) this.missing.add(name);
    else this.used.add(name);
    return found;
  }

  /** The same for a name that may well be unset. */
  find(name: string): Found | undefined {
    if (name.startsWith(OURS)) return undefined;
    const own = Object.hasOwn(this.file, name) ? this.file[name] : undefined;
    if (own) return { value: own, origin: `${name} in its .env` };
    const value = this.config.get(name);
    return value ? { value, origin: `${name} in its env` } : undefined;
  }

  /** A text with its references replaced; undefined where one of them has no value. @param at the place of the text */
  replaced(text: string, at: string): Found | undefined {
    const names = [...text.matchAll(this.reference)].flatMap(([, , name]) => name ?? []);
    const values = new Map(names.map((name) => [name, this.value(name)]));
    if ([...values.values()].includes(undefined)) return undefined;
    const origins = [...values.values()].flatMap((found) => found?.origin ?? []);
    return {
      value: text.replace(
        this.reference,
        (_, literal?: string, name?: string) => literal ?? values.get(name ?? '')?.value ?? '',
      ),
      origin: origins.length === 0 ? at : origins.join(', '),
    };
  }
}

const textsOf = (record: Tree): [string, string][] =>
  Object.entries(record).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
