import { isRecord } from '../../common/index.js';
import { AsyncResource } from 'node:async_hooks';
import { valueAt } from '../describe/known-paths.js';
import { maskAll, maskSettings } from '../describe/mask.js';
import { openSettings } from '../describe/open-settings.js';
import type { ConfigSection } from '../describe/section.js';
import type { Environment } from '../process/environment.js';
import { changedPaths, type RawConfig } from '../tree/change.js';
import { keyPath, walk } from '../tree/path.js';
import type { ConfigProblem } from '../tree/problem.js';
import type { ConfigText } from './config-file.js';
import { isDeepStrictEqual } from 'node:util';
import { type SettingsClass, settingsOf } from '../describe/setting.decorator.js';

/** A section with its checked value. */
export interface SectionValue {
  readonly section: ConfigSection<object>;
  readonly value: object;
}

/** Checks rules across areas of the configuration; messages contain no values, as everywhere. */
export type ConfigRule = (config: GatehouseConfig) => readonly ConfigProblem[];

/** Everything a configuration is checked against. */
export interface ConfigScope {
  readonly sections: readonly ConfigSection<object>[];
  readonly environment: Environment;
  readonly rules: readonly ConfigRule[];
  /** Areas whose checks are missing, such as those of a plugin that could not be loaded. They are kept unchecked. */
  readonly unchecked?: readonly string[];
}

/** Plain values before they were checked. */
interface RawValues {
  /** The variables over the file. */
  readonly raw: RawConfig;
  readonly file: RawConfig;
  /** By path: the variable that sets a setting, or everything below it. */
  readonly held: ReadonlyMap<string, string>;
}

interface Snapshot extends RawValues {
  readonly byPath: ReadonlyMap<string, SectionValue>;
  readonly setPaths: ReadonlySet<string>;
}

/**
 * The configuration in force: checked and complete with defaults. A newer one may replace it while the process runs, so
 * read a setting when it is needed and keep no copy; `onChange` is for code that must act on a change. Settings marked
 * `restart` keep the value they had at the start.
 */
export class GatehouseConfig {
  private current: Snapshot;
  private readonly listeners: (() => void)[] = [];
  private waiting: readonly string[] = [];

  /** Made by `loadConfig` and `checkConfig` only. */
  constructor(
    values: readonly SectionValue[],
    source: RawValues,
    private readonly checks: Omit<ConfigScope, 'sections'> & { readonly text?: ConfigText },
  ) {
    const setPaths = new Set<string>();
    walk(source.raw, (path) => setPaths.add(path));
    const byPath = new Map(values.map((entry) => [entry.section.path, entry]));
    this.current = { ...source, byPath, setPaths };
  }

  get environment(): Environment {
    return this.checks.environment;
  }

  /** The text of the file at the start; undefined without a file. */
  get text(): ConfigText | undefined {
    return this.checks.text;
  }

  /** Whether the file has any settings. */
  get isFromFile(): boolean {
    return this.settingsOfFile().length > 0;
  }

  /** By path: the environment variable that holds a setting, or everything below it. */
  get held(): ReadonlyMap<string, string> {
    return this.current.held;
  }

  get scope(): ConfigScope {
    const { environment, rules, unchecked } = this.checks;
    return { environment, rules, unchecked, sections: this.sections.map(({ section }) => section) };
  }

  /** Settings whose new value waits for the next start. */
  get pendingRestart(): readonly string[] {
    return this.waiting;
  }

  /**
   * Replaces the values with those of another configuration, checked against the same sections, then calls the
   * listeners.
   */
  adopt(next: GatehouseConfig): void {
    this.waiting = this.waitingIn(next);
    this.current = next.current;
    for (const listener of this.listeners) listener();
  }

  /**
   * Gives another configuration the present values of settings that change at a start only.
   * @returns the paths of those that differed
   */
  waitingIn(next: GatehouseConfig): readonly string[] {
    return next.sections.flatMap(({ section, value }) =>
      keepUntilRestart(value, this.get(section), section.path),
    );
  }

  /**
   * Calls `listener` after every change, in the order of these calls, and in the caller's own context: work that it
   * starts outlives the request and the transaction that changed the configuration. It must not throw.
   */
  onChange(listener: () => void): void {
    this.listeners.push(AsyncResource.bind(listener));
  }

  /** The sections this configuration was checked against. */
  get sections(): readonly SectionValue[] {
    return [...this.current.byPath.values()];
  }

  /** The value of a section. Throws when the section was not passed to `loadConfig`, which is a wiring error. */
  get<T extends object>(section: ConfigSection<T>): T {
    const value = this.current.byPath.get(section.path)?.value;
    if (value instanceof section.type) return value;
    throw new Error(`The configuration section ${section.path} is not registered`);
  }

  has(section: ConfigSection<object>): boolean {
    return this.current.byPath.get(section.path)?.value instanceof section.type;
  }

  /** Whether the file or a variable sets this path (`channels.imbridge.groupPolicy`, `agents.list[0].id`); null counts as unset. */
  present(path: string): boolean {
    return this.current.setPaths.has(path);
  }

  /** Whether the file or a variable sets any path that matches. */
  sets(pattern: RegExp): boolean {
    return [...this.current.setPaths].some((path) => pattern.test(path));
  }

  /** The sections' values as one tree of objects, secrets included: never show it. */
  tree(): Record<string, unknown> {
    return assemble(this.sections, (value) => value);
  }

  /**
   * The effective configuration with every secret masked; areas that no section knows (a missing plugin) are masked
   * completely.
   */
  masked(): Record<string, unknown> {
    const unchecked = maskAll(this.current.raw);
    const known = assemble(this.sections, maskSettings);
    return merge(unchecked as Record<string, unknown>, known, new Set(this.current.byPath.keys()));
  }

  /** The names of the channels of which the file or a variable sets anything; those of broken plugins are among them. */
  get channels(): readonly string[] {
    const names = Object.keys(this.rawAt('channels') ?? {});
    return names.filter((name) => name !== 'defaults' && this.sets(new RegExp(`^channels\\.${name}[.[]`)));
  }

  /** The effective configuration without the settings that are closed to `/config` in a chat. */
  inChats(): Record<string, unknown> {
    return assemble(this.sections, openSettings);
  }

  /** The values of the file and the variables, unchecked and without defaults, secrets included. */
  get raw(): RawConfig {
    return this.current.raw;
  }

  /** The same values below the path of a section. */
  rawAt(path: string): unknown {
    return valueAt(this.current.raw, path);
  }

  /** The settings the file sets; a list counts as one. */
  settingsOfFile(): readonly string[] {
    return changedPaths({}, this.current.file);
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

/** `over` wins within a section; elsewhere values that only `under` has are kept. */
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
    if (sections.has(path) || !isRecord(value) || !isRecord(below)) continue;
    result[key] = merge(below, value, sections, path);
  }
  return result;
}

/**
 * Gives `next` the values of `running` wherever a setting is marked `restart`.
 * @returns the paths of the settings that differed
 */
function keepUntilRestart(next: object, running: object, path: string): string[] {
  const [to, from] = [next as Record<string, unknown>, running as Record<string, unknown>];
  return settingsOf(next.constructor as SettingsClass).flatMap(({ key, kind, restart }) => {
    const [value, old] = [to[key], from[key]];
    const itsPath = keyPath(path, key);
    if (restart) {
      to[key] = old;
      return isDeepStrictEqual(value, old) ? [] : [itsPath];
    }
    if (!isRecord(value) || !isRecord(old)) return [];
    if (kind === 'object') return keepUntilRestart(value, old, itsPath);
    return kind === 'map' ? inMap(value, old, itsPath) : [];
  });
}

/** A new entry of a map takes its values as they are. */
function inMap(next: Record<string, unknown>, running: Record<string, unknown>, path: string): string[] {
  return Object.entries(next).flatMap(([key, value]) => {
    const old = running[key];
    return isRecord(value) && isRecord(old) ? keepUntilRestart(value, old, keyPath(path, key)) : [];
  });
}
