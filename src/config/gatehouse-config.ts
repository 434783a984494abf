import { isPlainObject, walk } from './config-path.js';
import type { Environment } from './environment.js';
import { maskAll, maskSettings } from './mask.js';
import { valueAt } from './known-paths.js';
import type { ConfigSection } from './section.js';

/** A section with its checked value. */
export interface SectionValue {
  readonly section: ConfigSection<object>;
  readonly value: object;
}

/** The configuration in force: checked, complete with defaults, and never changed while the process runs. */
export class GatehouseConfig {
  private readonly byPath: ReadonlyMap<string, SectionValue>;
  private readonly setPaths = new Set<string>();

  /** Made by `loadConfig` and `checkConfig` only. */
  constructor(
    values: readonly SectionValue[],
    private readonly raw: Record<string, unknown>,
    readonly environment: Environment,
  ) {
    this.byPath = new Map(values.map((entry) => [entry.section.path, entry]));
    walk(raw, (path) => this.setPaths.add(path));
  }

  /** The sections this configuration was checked against. */
  get sections(): readonly SectionValue[] {
    return [...this.byPath.values()];
  }

  /** The value of a section. Throws when the section was not given to `loadConfig`: a mistake in wiring. */
  get<T extends object>(section: ConfigSection<T>): T {
    const value = this.byPath.get(section.path)?.value;
    if (value instanceof section.type) return value;
    throw new Error(`The configuration section ${section.path} is not registered`);
  }

  has(section: ConfigSection<object>): boolean {
    return this.byPath.get(section.path)?.value instanceof section.type;
  }

  /** Whether the file sets this path (`channels.imbridge.groupPolicy`, `agents.list[0].id`); null counts as unset. */
  present(path: string): boolean {
    return this.setPaths.has(path);
  }

  /** The sections' values as one tree of objects, secrets included: for dependency injection only, never to show. */
  tree(): Record<string, unknown> {
    return assemble(this.sections, (value) => value);
  }

  /** The effective configuration with every secret masked; what no section knows (a missing plugin) is masked whole. */
  masked(): Record<string, unknown> {
    const unchecked = maskAll(this.raw);
    const known = assemble(this.sections, maskSettings);
    return merge(unchecked as Record<string, unknown>, known, new Set(this.byPath.keys()));
  }

  /** What the file says below a path, secrets included; for the plugin or tool that checks it itself. */
  rawAt(path: string): unknown {
    return valueAt(this.raw, path);
  }

  /** Keeps secrets out of logs that print the whole object. */
  toJSON(): Record<string, unknown> {
    return this.masked();
  }
}

function assemble(
  sections: readonly SectionValue[],
  view: (value: object) => unknown,
): Record<string, unknown> {
  const root: Record<string, unknown> = {};
  for (const { section, value } of sections) {
    const keys = section.path.split('.');
    const last = keys.pop() ?? section.path;
    let at = root;
    for (const key of keys) {
      const below = (at[key] ?? {}) as Record<string, unknown>;
      at[key] = below;
      at = below;
    }
    at[last] = view(value);
  }
  return root;
}

/** `over` wins where a section stands; elsewhere what only `under` has is kept. */
function merge(
  under: Record<string, unknown>,
  over: Record<string, unknown>,
  sections: ReadonlySet<string>,
  base = '',
): Record<string, unknown> {
  const result = { ...under, ...over };
  for (const [key, value] of Object.entries(over)) {
    const path = base === '' ? key : `${base}.${key}`;
    const below = under[key];
    if (sections.has(path) || !isPlainObject(value) || !isPlainObject(below)) continue;
    result[key] = merge(below, value, sections, path);
  }
  return result;
}
