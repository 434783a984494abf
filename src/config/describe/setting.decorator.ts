import 'reflect-metadata';

/** A class that holds settings. */
export type SettingsClass = new () => object;

export interface SettingOptions {
  /** One or two sentences for the settings table: meaning, unit, effect of leaving it out. */
  readonly doc: string;
  /**
   * Marks a property of type `string`, or a map of strings, as secret: it is never printed, logged or put in a message.
   * The file may have the string itself or `{ file: "/path" }`.
   */
  readonly secret?: boolean;
  /** Another variable that sets it, besides the `GATEHOUSE__` one of its path; it has a `NAME_FILE` twin. */
  readonly env?: string;
  /**
   * Type for the settings table, where the property's own type says too little; a type ending in `[]` requires a list.
   */
  readonly type?: string;
  /** A change takes effect at the next start; without this flag, at once. */
  readonly restart?: boolean;
  /**
   * `/config` may show and change it in a chat. Not set for addresses, secrets, paths, lists of people, and settings
   * that decide who has access or what produces the answers; a secret is never open.
   */
  readonly inChats?: boolean;
  /**
   * The setting gives access to this machine, so it can be changed only in the file or the environment, never through
   * the running gateway.
   */
  readonly isHostOnly?: boolean;
}

export interface NestedOptions {
  readonly doc?: string;
  /** Same as for a setting, for the whole object. */
  readonly restart?: boolean;
  /** Plain strings accepted instead of the object, e.g. `public` for a known cloud. */
  readonly or?: readonly string[];
  /** The key of an item that a plain string stands for, in a list: `"ops"` is `{ webhook: "ops" }`. */
  readonly shorthand?: string;
}

/** The decorators' record of one property. */
export interface SettingMeta extends SettingOptions {
  readonly key: string;
  readonly kind: 'value' | 'object' | 'list' | 'map';
  /** The class of a nested object, of a list's items or of a map's values. */
  readonly of?: () => SettingsClass;
  readonly or?: readonly string[];
  readonly shorthand?: string;
  /** The property's declared type as TypeScript emits it: String, Number, Boolean, Array or Object. */
  readonly declared: unknown;
}

const recorded = new WeakMap<object, SettingMeta[]>();

/**
 * Documents a property and marks it as a setting. The value's rules come from class-validator decorators, the
 * default from the initialiser. A value of another type than declared is a problem, never converted.
 */
export function Setting(options: SettingOptions): PropertyDecorator {
  return record({ kind: 'value', ...options });
}

/** A nested object. Settings that the file leaves out keep the default of the initialiser, else of the class. */
export function Nested(type: () => SettingsClass, options: NestedOptions = {}): PropertyDecorator {
  return record({ kind: 'object', of: type, doc: '', ...options });
}

/** A list of objects; a list in the file replaces the whole default list. */
export function NestedList(type: () => SettingsClass, options: NestedOptions = {}): PropertyDecorator {
  return record({ kind: 'list', of: type, doc: '', ...options });
}

/** A map from free names to objects (`Record<string, Class>`); it has no prototype, so any name is safe to look up. */
export function NestedMap(type: () => SettingsClass, options: NestedOptions = {}): PropertyDecorator {
  return record({ kind: 'map', of: type, doc: '', ...options });
}

function record(meta: Omit<SettingMeta, 'key' | 'declared'>): PropertyDecorator {
  return (target, key) => {
    const own = recorded.get(target) ?? [];
    const declared: unknown = Reflect.getMetadata('design:type', target, key);
    own.push({ ...meta, key: String(key), declared });
    recorded.set(target, own);
  };
}

/**
 * All settings of a class, inherited ones first, in the order of their declaration; an overriding one replaces the
 * inherited one.
 */
export function settingsOf(type: SettingsClass): readonly SettingMeta[] {
  const byKey = new Map<string, SettingMeta>();
  for (const prototype of prototypesOf(type)) {
    for (const meta of recorded.get(prototype) ?? []) byKey.set(meta.key, meta);
  }
  return [...byKey.values()];
}

function prototypesOf(type: SettingsClass): object[] {
  const chain: object[] = [];
  let prototype = type.prototype as object | null;
  while (prototype !== null) {
    chain.unshift(prototype);
    prototype = Object.getPrototypeOf(prototype) as object | null;
  }
  return chain;
}
